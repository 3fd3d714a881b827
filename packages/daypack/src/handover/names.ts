import type { Message } from '../model/message.ts'
import { identifiers } from './identifiers.ts'
import { texts, type SaidIn } from './texts.ts'

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

/** The names of one text, whose it is, and how long it was. */
type Named = { readonly source: SaidIn; readonly names: readonly string[]; readonly chars: number }

const cache = new WeakMap<Message, readonly Named[]>()

/** The names in a message by source; remembered for as long as the message object lives. */
export function namesIn(message: Message): readonly Named[] {
  let found = cache.get(message)
  if (!found) {
    found = texts(message).map(({ source, text }) => ({ source, names: identifiers(text), chars: text.length }))
    cache.set(message, found)
  }
  return found
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

/**
 * The best names that fit, separated by spaces. Names that stand in `shown`, or inside a longer name taken here, are
 * skipped: they can be read there already.
 * @public
 */
export function fillNames(ranked: readonly string[], maxBytes: number, shown = ''): string {
  const first = take(ranked, maxBytes, shown, [])
  const whole = uncovered(first)
  return take(ranked, maxBytes, shown, whole).join(' ')
}

function take(ranked: readonly string[], maxBytes: number, shown: string, start: readonly string[]): string[] {
  const taken = [...start]
  let text = ` ${taken.join(' ')} `
  let bytes = Buffer.byteLength(taken.join(' '))
  for (const name of ranked) {
    const cost = name.length + (taken.length > 0 ? 1 : 0)
    if (bytes + cost > maxBytes) {
      if (maxBytes - bytes < 5) break
      continue
    }
    if (text.includes(name) || shown.includes(name)) continue
    taken.push(name)
    text += `${name} `
    bytes += cost
  }
  return taken
}

/** Without the names that stand inside a longer one. */
function uncovered(names: readonly string[]): string[] {
  let text = ' '
  const kept = new Set<string>()
  for (const name of names.toSorted((one, other) => other.length - one.length)) {
    if (text.includes(name)) continue
    kept.add(name)
    text += `${name} `
  }
  return names.filter((name) => kept.has(name))
}
