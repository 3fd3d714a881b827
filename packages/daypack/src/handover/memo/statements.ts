import type { Seq } from '../../model/edit.ts'
import { sentencesOf } from '../text/sentences.ts'
import type { Evidence } from '../read/evidence.ts'
import type { Event } from '../read/events.ts'
import { isCourtesy } from '../text/facts.ts'
import { isSmallTalk, shows } from '../text/words.ts'

/** One sentence somebody said in a conversation. */
export type Sentence = {
  readonly seq: Seq
  readonly by: 'user' | 'agent'
  readonly text: string
  /** The turn it belongs to: the number of requests up to it. */
  readonly turn: number
  /** Its place in what was said at once. */
  readonly place: number
  readonly asks: boolean
  /** "ok", "go on": it answers, but says nothing by itself. */
  readonly isSmallTalk: boolean
  /** The heading or lead-in it is an item of ("Next steps:"). */
  readonly under: string
  /** How the last call since anybody spoke came out. */
  readonly behind: 'change' | 'look' | 'failure' | 'solved' | 'nothing'
  /** What that call printed, where it is one short line with a figure or a path. */
  readonly output: string
  /** Something was done behind it before the talk went elsewhere. */
  readonly isFollowed: boolean
}

/** What was said, and what stood around it. */
export type Talk = {
  readonly sentences: readonly Sentence[]
  /** The number of the opening request, and of the last one. */
  readonly first: number
  readonly last: number
  /** What the agent said last before this turn began. */
  before(turn: number): readonly Sentence[]
  /** What the user said in this turn. */
  request(turn: number): readonly Sentence[]
}

const FENCE = /^\s*(?:```|~~~)/
const ITEM = /^\s*(?:[-*+•▪●]\s+(?:\[[ x~]\]\s*)?|\d{1,3}[.)、．]\s*|[（(]?[一二三四五六七八九十]{1,3}[)）、.]\s*)/
const LEAD = /^(?:#{1,6}\s+.{1,80}|.{1,80}[:：])$/
const MOST = 20_000
const OUTPUT = 90

export function talkOf(evidence: Evidence): Talk {
  const sentences = statementsOf(evidence)
  const requests = Map.groupBy(
    sentences.filter((one) => one.by === 'user'),
    ({ turn }) => turn,
  )
  const answers = Map.groupBy(
    sentences.filter((one) => one.by === 'agent'),
    ({ turn }) => turn,
  )
  const turns = [...requests.keys()]
  return {
    sentences,
    first: turns.find((turn) => requests.get(turn)?.some((one) => !one.isSmallTalk)) ?? 0,
    last: turns.findLast((turn) => requests.get(turn)?.some((one) => !one.isSmallTalk)) ?? 0,
    before(turn) {
      const said = answers.get(turn - 1) ?? []
      return said.filter(({ seq }) => seq === said.at(-1)?.seq)
    },
    request: (turn) => requests.get(turn) ?? [],
  }
}

/** What user and agent said, sentence by sentence; code, quoted text and tables are left out. */
function statementsOf({ tale: { events }, trials }: Evidence): Sentence[] {
  const found: Sentence[] = []
  const open = new Set(trials.open.map(({ callSeq }) => callSeq))
  const outcomes = new Map(trials.all.map(({ callSeq, outcome }) => [callSeq, outcome]))
  const lastCall = events.findLast(isCall)
  let turn = 0
  let behind = 'nothing' as Sentence['behind']
  let output = ''
  for (const [at, event] of events.entries()) {
    if (isCall(event)) {
      const came = outcomes.get(event.seq)
      if (event.state === 'failed') behind = open.has(event.seq) || event === lastCall ? 'failure' : 'solved'
      else behind = (isChange(event) && !came?.looked) || behind === 'change' ? 'change' : 'look'
      const [line = '', more] = came?.state === 'failed' || event.changed.length > 0 ? [] : (came?.lines ?? [])
      output = more === undefined && line.length <= OUTPUT && /[\d/]/.test(line) ? line : ''
    }
    if (event.kind === 'user') turn++
    if (event.kind !== 'user' && event.kind !== 'agent') continue
    const by = event.kind
    const followed = isFollowed(events, at)
    let place = 0
    for (const { text, under } of sentences(event.text.replaceAll(/«[^»]*»/g, ' ').slice(0, MOST))) {
      if (by === 'agent' && isCourtesy(text)) continue
      found.push({
        seq: event.seq,
        by,
        text,
        turn,
        place: place++,
        under,
        behind: by === 'agent' ? behind : 'nothing',
        output: by === 'agent' ? output : '',
        isFollowed: followed,
        isSmallTalk: isSmallTalk(text),
        asks: /[?？][)）]*$/.test(text) || (by === 'user' && shows('asks', text)),
      })
    }
    behind = 'nothing'
    output = ''
  }
  return found
}

/** A sentence with what the call behind it printed. */
export function withOutput({ text, place, output }: Sentence): string {
  return place > 0 || output === '' || text.includes(output) ? text : `${text} (${output})`
}

/** Says what to do or what must not be: without a finite verb, or with a limit. */
export function isOrder({ asks, isSmallTalk, text }: Sentence): boolean {
  return !asks && !isSmallTalk && (!shows('states', text) || shows('orders', text))
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
  return kind === 'change' || kind === 'command' || kind === 'other' || effect === 'write' || changed.length > 0
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
  let isQuoted = false
  const lines = text.split('\n')
  for (const line of lines) {
    if (FENCE.test(line)) isCode = !isCode
    if (isCode || FENCE.test(line) || /^\s*(?:[|>]|[-=_*~]{3,}$)/.test(line)) continue
    const plain = line.replaceAll(/\*\*|__/g, '').trim()
    if (plain === '') {
      if (!LEAD.test(under)) under = ''
      continue
    }
    const isItem = lines.length > 1 && ITEM.test(line)
    if (!isItem && LEAD.test(plain)) {
      under = plain
      continue
    }
    if (!isItem) under = ''
    for (const one of sentencesOf(isItem ? plain.replace(ITEM, '') : plain)) {
      // A letter that is quoted is one thing: what it says is said to somebody else.
      if (!isQuoted && one.length > 1) yield { text: withoutSigh(one), under }
      if ((one.match(/["“”]/g) ?? []).length % 2 === 1) isQuoted = !isQuoted
    }
  }
}
