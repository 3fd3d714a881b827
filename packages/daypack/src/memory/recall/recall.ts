import type { Entry } from '../../model/entry.ts'
import type { Tokens } from '../../model/json.ts'
import { type Message, textOf } from '../../model/message.ts'
import type { Count } from '../../passes/pass.ts'
import type { Answer, Hit } from '../index/search-api.ts'
import { fenced, type Recalled } from '../trust/fence.ts'
import type { Provenance } from '../notes/provenance.ts'
import { expandByAliases } from '../meaning/expand.ts'
import { SELF, told } from '../text/about.ts'
import { parseQuery } from '../text/query.ts'
import { tokenize } from '../text/tokenize.ts'
import { normalForm } from '../trust/terms.ts'
import { withoutLabel } from '../trust/tombstones.ts'

export type RecallOptions = {
  /** Notes at most; default 3. */
  readonly limit?: number
  /** Default 0.35. */
  readonly minScore?: number
  /** Tokens of the whole message; default 600. */
  readonly maxTokens?: Tokens
}

export type RecallContext = {
  readonly search: (
    query: string,
    options: { limit: number; minScore: number; maxTokens: Tokens; grow: false },
  ) => Promise<Answer>
  /** Who said what stands at these lines. */
  readonly provenance: (hit: Hit) => Promise<Provenance>
  readonly count: Count
  readonly key: Uint8Array
}

/** What auto-recall found: a message to append, or why there is none. */
export type Recall = { readonly message: Message | undefined; readonly hits: readonly Hit[]; readonly why: string }

const MAX_QUERY = 1_200

/**
 * The best few notes for what the user just said, as one message to append behind it. A note that an earlier recall in
 * this session has shown is not shown again.
 */
export async function recallFor(
  said: string,
  entries: readonly Entry[],
  context: RecallContext,
  options: RecallOptions = {},
): Promise<Recall> {
  const { limit = 3, minScore = 0.35, maxTokens = 600 } = options
  const query = queryOf(said)
  if (query === '') return nothing('the message has no words')
  const { hits, status } = await context.search(query, { limit: limit * 2, minScore, maxTokens, grow: false })
  if (hits.length === 0 || status.abstains) return nothing(status.reason || 'no note is a likely answer')
  const shown = recalledBefore(entries)
  const topic = topicOf(query)
  const likely = distinct(hits.filter((hit) => speaksOf(hit, topic)))
  const fresh = likely.filter((hit) => !shown.has(hit.citation)).slice(0, limit)
  if (likely.length === 0) return nothing('only neighbours of what was asked were found')
  if (fresh.length === 0) return nothing('what fits was recalled earlier in this session')
  const pieces: Recalled[] = []
  const used: Hit[] = []
  for (const hit of fresh) {
    const piece = {
      citation: hit.citation,
      text: hit.text,
      by: await context.provenance(hit),
      ...(hit.date === undefined ? {} : { date: hit.date }),
    }
    if (context.count(fenced([...pieces, piece], context.key, '')) > maxTokens) break
    pieces.push(piece)
    used.push(hit)
  }
  if (pieces.length === 0) return nothing(`the best note does not fit into ${maxTokens} tokens`)
  const salt = String(entries.at(-1)?.seq ?? 0)
  const text = fenced(pieces, context.key, `${salt} ${query}`)
  return { message: { role: 'user', blocks: [{ type: 'text', text }] }, hits: used, why: '' }
}

/** What the question is about, in its own words and others for the same; words of little weight do not count. */
function topicOf(query: string): ReadonlySet<string> {
  return new Set(
    parseQuery(query, 0, expandByAliases)
      .terms.filter(({ weight }) => weight >= MIN_WEIGHT)
      .map(({ term }) => term),
  )
}

const MIN_WEIGHT = 0.3
/** Of the nearest: what stands out less is a neighbour. */
const NEAR = 0.7

/**
 * A note that says something of it itself, rather than standing next to one that does; a heading says nothing, and what was
 * struck out no longer holds.
 */
function speaksOf(hit: Hit, topic: ReadonlySet<string>): boolean {
  if (/^#{1,6}\s[^\n]*$/.test(hit.text.trim()) || /^\s*(?:[-*+]\s+)?~~/.test(hit.text)) return false
  if (topic.has(SELF) && told(hit.text).some(({ term }) => term === SELF)) return true
  return (hit.legs.vector ?? 0) >= NEAR || tokenize(`${hit.text}\n${hit.heading}`).some(({ term }) => topic.has(term))
}

/** The same statement from MEMORY.md and from the log it came from is one. */
function distinct(hits: readonly Hit[]): Hit[] {
  const seen = new Set<string>()
  return hits.filter(({ text }) => {
    const key = normalForm(withoutLabel(text))
    return !seen.has(key) && seen.add(key)
  })
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

function recalledBefore(entries: readonly Entry[]): ReadonlySet<string> {
  const shown = new Set<string>()
  for (const entry of entries) {
    if (entry.kind !== 'message' || entry.origin !== 'memory') continue
    for (const [, citation = ''] of textOf(entry.message).matchAll(/^\[\d+\] (.+?) \(/gm)) shown.add(citation)
  }
  return shown
}
