// Names of a conversation by how often and how lately they were used: what the stand-in summarizer keeps of them.
import { namesIn } from '../../packages/daypack/src/handover/read/texts.ts'
import type { SaidIn } from '../../packages/daypack/src/handover/read/texts.ts'
import type { Message } from '../../packages/daypack/src/model/message.ts'

/** How often and how lately a name was used, as sums that fade with the messages that follow. */
type Tally = { fast: number; middle: number; slow: number; last: number; called: boolean }
export type Names = { readonly tallies: Map<string, Tally>; last: number }

/** What the agent wrote into tool arguments it needs again far more often than what it merely saw. */
const WEIGHT: Readonly<Record<SaidIn, number>> = { call: 4, result: 1, assistant: 1, user: 1 }
const CALLED = 1.5
/** Messages after which a use counts 1/e: the last steps, the present piece of work, the session. */
const FADE = { fast: 8, middle: 60, slow: 400 }
/** What nobody used for so long never ranks: its use counts a thousandth. */
const FORGOTTEN = 2_400
const MIDDLE = 0.2
/** Long memory pays only where there is room for it. */
const SLOW = 0.4
const SLOW_BYTES = 40_000
/** Between value (0) and value per byte (1). */
const THRIFT = 0.75

export function createNames(): Names {
  return { tallies: new Map(), last: 0 }
}

/** Take in the message at position `at`. */
export function observeNames(names: Names, message: Message, at: number): void {
  names.last = at
  for (const said of namesIn(message)) {
    for (const name of said.names) {
      const tally = faded(names.tallies.get(name), at)
      const weight = WEIGHT[said.source]
      tally.fast += weight
      tally.middle += weight
      tally.slow += weight
      tally.called ||= said.source === 'call'
      names.tallies.set(name, tally)
    }
  }
}

function faded(tally: Tally | undefined, at: number): Tally {
  if (!tally) return { fast: 0, middle: 0, slow: 0, last: at, called: false }
  const age = at - tally.last
  if (age > 0) {
    tally.fast *= Math.exp(-age / FADE.fast)
    tally.middle *= Math.exp(-age / FADE.middle)
    tally.slow *= Math.exp(-age / FADE.slow)
    tally.last = at
  }
  return tally
}

/** Names by frequency × recency per byte, best first. The room there is decides how far back it looks. */
export function rankNames(names: Names, maxBytes: number): string[] {
  const slow = Math.min(SLOW, maxBytes / SLOW_BYTES)
  const ranked: { name: string; value: number }[] = []
  for (const [name, kept] of names.tallies) {
    if (names.last - kept.last > FORGOTTEN) continue
    const tally = faded({ ...kept }, names.last)
    const use = Math.log1p(tally.fast + MIDDLE * tally.middle + slow * tally.slow)
    ranked.push({ name, value: (use * (tally.called ? CALLED : 1)) / (name.length + 1) ** THRIFT })
  }
  return ranked
    .sort((one, other) => other.value - one.value || (one.name < other.name ? -1 : 1))
    .map(({ name }) => name)
}
