import type { Message } from '../../model/message.ts'
import { identifiers } from '../text/identifiers.ts'
import type { Named } from './names.ts'
import { thoughtOf } from './thought.ts'

/** Names that were spoken of, searched for or thought about, not merely seen: how often, and when last. */
export type SpokenOf = Map<string, { count: number; last: number }>

/** A call's argument of this length asks for something; a longer one is text that was written. */
const ASKED = 300

export function observeSpoken(spoken: SpokenOf, message: Message, named: readonly Named[], at: number): void {
  const said = named.filter(({ source, chars }) => source !== 'result' && (source !== 'call' || chars <= ASKED))
  const thought = message.blocks.flatMap((block) => identifiers(thoughtOf(block)))
  const names = new Set(
    [...said.flatMap((one) => one.names), ...thought].map((name) => /[\w$]+$/.exec(name)?.[0] ?? name),
  )
  for (const name of names) spoken.set(name, { count: (spoken.get(name)?.count ?? 0) + 1, last: at })
}

/** Messages after which having been spoken of counts half; what was spoken of just now counts far more. */
const HALF = 150
const NOW = 8
const NOW_WEIGHT = 3

export function weightOf(spoken: SpokenOf, now: number, name: string): number {
  const known = spoken.get(name)
  if (!known) return 0
  const age = now - known.last
  return Math.log1p(known.count) * (0.5 ** (age / HALF) + NOW_WEIGHT * 0.5 ** (age / NOW))
}
