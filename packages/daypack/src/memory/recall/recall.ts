import type { Entry } from '../../model/entry.ts'
import type { Tokens } from '../../model/json.ts'
import { type Message, textOf } from '../../model/message.ts'
import type { Count } from '../../passes/pass.ts'
import type { Answer, Hit } from '../index/search-api.ts'
import { entriesOf } from '../notes/entries.ts'
import { lineId } from '../notes/lines.ts'
import { fenced, isBrief, type Recalled } from '../trust/fence.ts'
import { briefLines } from './brief.ts'
import { dayOfHit, type Origin } from '../notes/read.ts'

export type RecallOptions = {
  /** Notes at most; default 3. */
  readonly limit?: number
  /** Notes that score less are not recalled; default 0.25. */
  readonly minScore?: number
  /** Tokens of the whole message; default 600. */
  readonly maxTokens?: Tokens
}

export type RecallContext = {
  readonly search: (
    query: string,
    options: { limit: number; minScore: number; maxTokens: Tokens; grow: false },
  ) => Promise<Answer>
  /** Who said what stands at these lines, and when. */
  readonly origin: (hit: Hit) => Promise<Origin>
  readonly count: Count
  readonly key: Uint8Array
}

/** What auto-recall found: a message to append, or why there is none. */
export type Recall = { readonly message: Message | undefined; readonly hits: readonly Hit[]; readonly why: string }

const MAX_QUERY = 1_200
const SURE_SCORE = 0.25
const UNLIKELY = 'no note is a likely answer'

/**
 * The best few notes for what the user just said, as one message to append behind it. A note that an earlier recall in
 * this session has shown, or the block at its start has, is not shown again.
 */
export async function recallFor(
  said: string,
  entries: readonly Entry[],
  context: RecallContext,
  options: RecallOptions = {},
): Promise<Recall> {
  const { limit = 3, maxTokens = 600 } = options
  const query = queryOf(said)
  if (query === '') return nothing('the message has no words')
  const { hits, status } = await context.search(query, {
    limit: limit * 2,
    minScore: options.minScore ?? 0,
    maxTokens,
    grow: false,
  })
  if (hits.length === 0) return nothing(status.reason || UNLIKELY)
  const shown = shownBefore(entries)
  const least = options.minScore ?? SURE_SCORE
  const likely = status.abstains ? [] : hits.filter((hit) => hit.score >= least && isStatement(hit))
  const fresh = likely
    .filter((hit) => !shown.citations.has(hit.citation) && !isStanding(hit, shown.standing))
    .slice(0, limit)
  if (likely.length === 0) return nothing((status.abstains && status.reason) || UNLIKELY)
  if (fresh.length === 0) return nothing('what fits is in this session already')
  const pieces: Recalled[] = []
  const used: Hit[] = []
  for (const hit of fresh) {
    const origin = await context.origin(hit)
    const date = dayOfHit(hit, origin)
    const piece = { citation: hit.citation, text: hit.text, by: origin.by, ...(date !== undefined && { date }) }
    if (context.count(fenced([...pieces, piece], context.key, '')) > maxTokens) break
    pieces.push(piece)
    used.push(hit)
  }
  if (pieces.length === 0) return nothing(`the best note does not fit into ${maxTokens} tokens`)
  const salt = String(entries.at(-1)?.seq ?? 0)
  const text = fenced(pieces, context.key, `${salt} ${query}`)
  return { message: { role: 'user', blocks: [{ type: 'text', text }] }, hits: used, why: '' }
}

/** A heading says nothing, what only asks does not either, and what was struck out no longer holds. */
function isStatement({ text }: Hit): boolean {
  if (/^#{1,6}\s[^\n]*$/.test(text.trim()) || /^\s*(?:[-*+]\s+)?~~/.test(text)) return false
  return text.split(/(?<=[.!?。！？])\s*/u).some((sentence) => sentence.trim() !== '' && !/[?？]\s*$/u.test(sentence))
}

function nothing(why: string): Recall {
  return { message: undefined, hits: [], why }
}

/** Beginning and end of what the user said; a pasted log in the middle says little about what they want. */
function queryOf(said: string): string {
  const text = said.replace(/`{3,}[\s\S]*?(?:`{3,}|$)/g, ' ').trim()
  return text.length <= MAX_QUERY
    ? text
    : `${text.slice(0, MAX_QUERY / 2)} ${text.slice(-MAX_QUERY / 2)}`.toWellFormed()
}

function shownBefore(entries: readonly Entry[]): { citations: ReadonlySet<string>; standing: ReadonlySet<string> } {
  const citations = new Set<string>()
  let standing = new Set<string>()
  for (const entry of entries) {
    if (entry.kind !== 'message' || entry.origin !== 'memory') continue
    const text = textOf(entry.message)
    if (isBrief(text)) standing = new Set(briefLines(text).map(lineId))
    for (const [, citation = ''] of text.matchAll(/^\[\d+\] (.+?) \(/gm)) citations.add(citation)
  }
  return { citations, standing }
}

/** Whatever a hit says is in the block at the start of the session. */
function isStanding({ text }: Hit, standing: ReadonlySet<string>): boolean {
  const entries = entriesOf(text).filter(({ struck }) => !struck)
  return entries.length > 0 && entries.every((entry) => standing.has(lineId(entry.text)))
}
