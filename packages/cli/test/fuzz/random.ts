import type { Json } from 'daypack'
import type { JsonObject } from 'daypack/internal'

/** Numbers below one from a seed; the same seed gives the same ones. */
export type Random = () => number

export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function below(random: Random, end: number): number {
  return Math.floor(random() * end)
}

export function oneOf<T>(random: Random, list: readonly T[]): T {
  return list[below(random, list.length)] as T
}

/** What programs trip over. */
const SHARP: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1.5,
  4_294_967_290,
  Number.MAX_SAFE_INTEGER,
  1e308,
  '',
  '\u0000',
  '\ud800',
  '__proto__',
  'constructor',
  'toString',
  '[DONE]',
  'data: x\n\ndata: y',
  '{"a":',
  '\r\n\r\n',
  'x'.repeat(5_000),
  [],
  {},
  [[[[[[]]]]]],
]

export function anyJson(random: Random, depth = 3): Json {
  const kind = depth === 0 ? 0 : below(random, 4)
  if (kind < 2) return oneOf(random, SHARP)
  if (kind === 2) return Array.from({ length: below(random, 4) }, () => anyJson(random, depth - 1))
  return Object.fromEntries(
    Array.from({ length: below(random, 4) }, () => [
      oneOf(random, ['type', 'index', 'content', 'role', 'text', 'id', '__proto__']),
      anyJson(random, depth - 1),
    ]),
  )
}

/** The same with a few places changed, left out or doubled. */
export function bent(random: Random, value: JsonObject, times = below(random, 4)): JsonObject {
  let next = value
  for (let n = 0; n < times; n++) next = bentOnce(random, next) as JsonObject
  return next
}

function bentOnce(random: Random, value: Json): Json {
  if (typeof value !== 'object' || value === null || random() < 0.15) return anyJson(random)
  if (Array.isArray(value)) {
    const list = value as readonly Json[]
    const at = below(random, list.length + 1)
    if (at === list.length) return [...list, ...(random() < 0.5 ? list : [anyJson(random)])]
    return list.map((item, index) => (index === at ? bentOnce(random, item) : item))
  }
  const entries = Object.entries(value)
  const at = below(random, entries.length + 1)
  if (at === entries.length)
    return Object.fromEntries([...entries, [oneOf(random, ['type', 'index', 'extra']), anyJson(random)]])
  if (random() < 0.2) return Object.fromEntries(entries.filter((_, index) => index !== at))
  return Object.fromEntries(entries.map(([key, item], index) => [key, index === at ? bentOnce(random, item) : item]))
}

/** The text with characters changed, left out, doubled, or cut off. */
export function scratched(random: Random, text: string): string {
  let next = text
  for (let n = below(random, 4); n > 0; n--) {
    const at = below(random, next.length + 1)
    const piece = oneOf(random, [
      '',
      '\u0000',
      '\r\n',
      ':',
      ' ',
      '*',
      '%',
      '%zz',
      '99999',
      ',',
      '/',
      'é',
      next.slice(0, 40),
    ])
    next = next.slice(0, at) + piece + next.slice(at + below(random, 3))
  }
  return random() < 0.1 ? next.slice(0, below(random, next.length + 1)) : next
}
