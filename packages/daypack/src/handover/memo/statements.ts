import type { Seq } from '../../model/edit.ts'
import type { Event, Timeline } from '../read/events.ts'
import { isCourtesy } from '../text/facts.ts'
import { linesOutsideCode, sentencesOf } from '../text/sentences.ts'
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
  /** How the last call since anybody spoke came out. */
  readonly behind: 'change' | 'look' | 'failure' | 'solved' | 'nothing'
  /** A call came behind it before the user spoke again. */
  isFollowed: boolean
}

/** What was said, and what stood around it. "ok" and "go on" are left out: they say nothing by themselves. */
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

export function talkOf(timeline: Timeline): Talk {
  const all = statementsOf(timeline)
  const turns = Map.groupBy(all, ({ by, turn }) => `${by} ${turn}`)
  const told = all.filter(({ text }) => !isSmallTalk(text))
  const asked = told.filter(({ by }) => by === 'user')
  return {
    sentences: told,
    first: asked[0]?.turn ?? 0,
    last: asked.at(-1)?.turn ?? 0,
    before(turn) {
      const said = turns.get(`agent ${turn - 1}`) ?? []
      return said.filter(({ seq }) => seq === said.at(-1)?.seq)
    },
    request: (turn) => turns.get(`user ${turn}`) ?? [],
  }
}

function statementsOf({ events }: Timeline): Sentence[] {
  const found: Sentence[] = []
  let unanswered: Sentence[] = []
  let turn = 0
  let behind: Sentence['behind'] = 'nothing'
  for (const event of events) {
    if (event.state !== undefined) {
      behind = outcomeOf(event, behind)
      for (const one of unanswered) one.isFollowed = true
      unanswered = []
    }
    if (event.kind !== 'user' && event.kind !== 'agent') continue
    const { seq, kind: by } = event
    if (by === 'user') {
      turn++
      unanswered = []
      behind = 'nothing'
    }
    for (const [place, text] of sentencesIn(event.text, by).entries()) {
      const asks = /[?？][)）]*$/.test(text) || (by === 'user' && shows('asks', text))
      const said = { seq, by, text, turn, place, asks, behind, isFollowed: false }
      found.push(said)
      unanswered.push(said)
    }
    behind = 'nothing'
  }
  return found
}

function outcomeOf({ kind, state, looked, settled, effect, changed }: Event, before: Sentence['behind']) {
  if (state === 'failed') return settled || looked ? 'solved' : 'failure'
  const isChange =
    kind === 'change' || kind === 'command' || kind === 'other' || effect === 'write' || changed.length > 0
  return before === 'change' || (isChange && !looked) ? 'change' : 'look'
}

const TABLE_OR_QUOTE = /^\s*(?:[|>]|[-=_*~]{3,}$)/
const ITEM = /^\s*(?:[-*+•▪●]\s+(?:\[[ x~]\]\s*)?|\d{1,3}[.)、．]\s*|[（(]?[一二三四五六七八九十]{1,3}[)）、.]\s*)/
const HEADING = /^#{1,6}\s/
/** It leads to something: a list, a call. */
const LEAD_IN = /[:：]$/
const MOST = 20_000

/** Without code, quoted text, tables, headings and what leads to something. */
function sentencesIn(text: string, by: Sentence['by']): string[] {
  return linesOutsideCode(text.replaceAll(/«[^»]*»/g, ' ').slice(0, MOST))
    .flatMap((line) => {
      const plain = line
        .replace(ITEM, '')
        .replaceAll(/\*\*|__/g, '')
        .trim()
      return TABLE_OR_QUOTE.test(line) || HEADING.test(plain) ? [] : sentencesOf(plain)
    })
    .filter((one) => one.length > 1 && !LEAD_IN.test(one) && !(by === 'agent' && isCourtesy(one)))
}

/** Says what to do or what must not be: without a finite verb, or with a limit. */
export function isOrder({ asks, text }: Sentence): boolean {
  return !asks && (!shows('states', text) || shows('orders', text))
}
