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
import { expandWith } from '../search/meaning/expand.ts'
import { CJK } from '../language/cjk.ts'
import { SELF, told } from '../search/text/about.ts'
import { parseQuery, type Expand } from '../search/text/query.ts'
import { tokenize } from '../search/text/tokenize.ts'

export type RecallOptions = {
  /** Notes at most; default 3. */
  readonly limit?: number
  /** Notes that score less are never recalled. By default those below 0.35 are if they hold nearly all that was asked. */
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
  /** Words of the user's own that stand for each other. */
  readonly aliases?: readonly (readonly string[])[] | undefined
  readonly key: Uint8Array
}

/** What auto-recall found: a message to append, or why there is none. */
export type Recall = { readonly message: Message | undefined; readonly hits: readonly Hit[]; readonly why: string }

const MAX_QUERY = 1_200
const SURE_SCORE = 0.35
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
  const topic = topicOf(query, expandWith(context.aliases))
  const found = { least: options.minScore ?? SURE_SCORE, sure: !status.abstains, best: hits[0]?.score ?? 0 }
  const likely = hits.filter((hit) => isLikely(hit, topic, found))
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

/** A word of the question, with others that stand for it. */
type Asked = {
  readonly term: string
  /** Says again what another word says, or is a pair of characters that may be no word: that it is missing is no lack. */
  readonly spare: boolean
  readonly others: ReadonlySet<string>
}
type Topic = { readonly words: readonly Asked[]; readonly self: boolean }

/** What the question is about, word by word; words of little weight do not count, nor do parts of words. */
function topicOf(query: string, expand: Expand): Topic {
  const { terms, wanted, inWords } = parseQuery(query, 0, expand)
  const words = terms
    .filter(({ leg, term, weight }) => leg === 'keyword' && weight > MIN_WEIGHT && !term.endsWith('*'))
    .map(({ term, again = false }): Asked => {
      const related = terms.filter(({ insteadOf }) => insteadOf?.includes(term))
      const spare = again || (CJK.test(term) && inWords?.has(term) !== true)
      return { term, spare, others: new Set(related.map((other) => other.term)) }
    })
  return { words, self: wanted === SELF }
}

const MIN_WEIGHT = 0.5
/** Of the nearest: what stands out less is a neighbour. */
const NEAR = 0.7

/** The share of the words asked for that a note has itself, rather than one next to it. */
function coverage({ text, heading }: Hit, { words }: Topic): number {
  const has = new Set(tokenize(`${text}\n${heading}`).map(({ term }) => term))
  const isMet = ({ term, others }: Asked): boolean => has.has(term) || [...others].some((each) => has.has(each))
  const met = words.filter(isMet).length
  const missing = words.filter((word) => !word.spare && !isMet(word)).length
  return met / Math.max(1, met + missing)
}

/** A heading says nothing, what only asks does not either, and what was struck out no longer holds. */
function isStatement({ text }: Hit): boolean {
  if (/^#{1,6}\s[^\n]*$/.test(text.trim()) || /^\s*(?:[-*+]\s+)?~~/.test(text)) return false
  return text.split(/(?<=[.!?。！？])\s*/u).some((sentence) => sentence.trim() !== '' && !/[?？]\s*$/u.test(sentence))
}

/**
 * Better nothing than only a wrong note: how sure the search is of a note, times how much of the question the note has itself.
 * Where the search is not sure, the best note may still hold most of what was asked. Chosen on half of the questions in other
 * words (bench/memory/recall.ts).
 */
function isLikely(
  hit: Hit,
  topic: Topic,
  { least, sure, best }: { least: number; sure: boolean; best: number },
): boolean {
  if (!isStatement(hit)) return false
  const isSure = sure && hit.score >= least
  if ((hit.legs.vector ?? 0) >= NEAR || topic.words.length === 0) return isSure
  if (topic.self && told(hit.text).some(({ term }) => term === SELF)) return isSure
  const share = coverage(hit, topic)
  return isSure ? share * hit.score >= HELD : hit.score >= BESIDE_BEST * best && share >= MOST
}

/** Of what was asked. */
const [HELD, MOST] = [0.15, 0.6]
/** Notes that score at least this share of the best are as good as the best. */
const BESIDE_BEST = 0.8

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
