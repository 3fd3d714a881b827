import type { Seq } from '../../model/edit.ts'
import { sentencesOf } from '../text/sentences.ts'
import type { Event } from '../read/events.ts'
import { isCourtesy } from '../text/facts.ts'
import { isSmallTalk, shows } from './words.ts'

/** One sentence somebody said in a conversation. */
export type Sentence = {
  readonly seq: Seq
  readonly by: 'user' | 'agent'
  readonly text: string
  /** The turn it belongs to: the number of requests up to it. */
  readonly turn: number
  readonly asks: boolean
  /** The heading or lead-in it is an item of ("Next steps:"). */
  readonly under: string
  /** What the agent did since anybody last spoke. */
  readonly behind: 'change' | 'look' | 'nothing'
  /** Something was done behind it before the talk went elsewhere. */
  readonly isFollowed: boolean
}

const FENCE = /^\s*(?:```|~~~)/
const ITEM = /^\s*(?:[-*+•▪●]\s+(?:\[[ x~]\]\s*)?|\d{1,3}[.)、．]\s*|[（(]?[一二三四五六七八九十]{1,3}[)）、.]\s*)/
const LEAD = /^(?:#{1,6}\s+.{1,80}|.{1,80}[:：])$/
/** Where a text was told before. */
const OURS = /^\s*\(as told at \[\d+\]/
const MOST = 20_000

/** What user and agent said, sentence by sentence; code, quoted text and tables are left out. */
export function statementsOf(events: readonly Event[]): Sentence[] {
  const found: Sentence[] = []
  let turn = 0
  let behind: Sentence['behind'] = 'nothing'
  for (const [at, event] of events.entries()) {
    if (isCall(event)) behind = isChange(event) ? 'change' : behind === 'change' ? behind : 'look'
    if (event.kind === 'user') turn++
    if (event.kind !== 'user' && event.kind !== 'agent') continue
    const by = event.kind
    const followed = isFollowed(events, at)
    for (const { text, under } of sentences(event.text.replaceAll(/«[^»]*»/g, ' ').slice(0, MOST)))
      if (by === 'user' ? !isSmallTalk(text) : !isCourtesy(text))
        found.push({
          seq: event.seq,
          by,
          text,
          turn,
          under,
          behind: by === 'agent' ? behind : 'nothing',
          isFollowed: followed,
          asks: /[?？]["'”’)）]*$/.test(text) || (by === 'user' && shows('asks', text)),
        })
    if (by === 'agent') behind = 'nothing'
  }
  return found
}

/** A call comes before the user says anything new; a mere "ok" is not new. */
function isFollowed(events: readonly Event[], at: number): boolean {
  let isFree = events[at]?.kind === 'agent'
  for (let next = at + 1; next < events.length; next++) {
    const event = events[next] as Event
    if (isCall(event) && event.kind !== 'tasks') return true
    if (event.kind !== 'user') continue
    if (!isFree || !(isSmallTalk(event.text) || shows('accepts', event.text))) return false
    isFree = false
  }
  return false
}

const SPOKEN = new Set<Event['kind']>(['user', 'agent', 'thought', 'instruction', 'handover', 'output', 'stop'])

function isCall(event: Event): boolean {
  return !SPOKEN.has(event.kind)
}

function isChange({ kind, effect, changed }: Event): boolean {
  return kind === 'change' || kind === 'command' || effect === 'write' || changed.length > 0
}

/** Without "aww." and "great!!" in front of what is said. */
function withoutSigh(sentence: string): string {
  const lead = /^[\p{L}']{1,12}[.!…]+\s+/u.exec(sentence)?.[0] ?? ''
  return lead !== '' && (lead.length < SIGH || isSmallTalk(lead)) ? sentence.slice(lead.length) : sentence
}

const SIGH = 7

function* sentences(text: string): Generator<{ text: string; under: string }> {
  let isCode = false
  let under = ''
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) isCode = !isCode
    if (isCode || FENCE.test(line) || OURS.test(line) || /^\s*(?:\||[-=_*~]{3,}$)/.test(line)) continue
    const plain = line.replaceAll(/\*\*|__/g, '').trim()
    if (plain === '') {
      if (!LEAD.test(under)) under = ''
      continue
    }
    const isItem = ITEM.test(line)
    if (!isItem && LEAD.test(plain)) {
      under = plain
      continue
    }
    if (!isItem) under = ''
    for (const one of sentencesOf(plain.replace(ITEM, '')).map(withoutSigh))
      if (one.length > 1) yield { text: one, under }
  }
}
