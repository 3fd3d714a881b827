/** Of a row only what is not 0. */
export type Cell = { readonly at: number; readonly value: number }
export type Row = readonly Cell[]

/** What is to be made small: its value at some weights, with its slopes written into the second. */
export type Loss = (weights: Float64Array, slopes: Float64Array) => number

const [STEPS, KEPT, FLAT] = [200, 8, 1e-3]

/** Where a smooth, convex loss is least: the method of Broyden, Fletcher, Goldfarb and Shanno with a short memory. */
export function least(loss: Loss, size: number, from: Float64Array = new Float64Array(size)): Float64Array {
  let weights: Float64Array = Float64Array.from(from)
  let slopes: Float64Array = new Float64Array(size)
  let value = loss(weights, slopes)
  const past: { readonly step: Float64Array; readonly turn: Float64Array; readonly scale: number }[] = []
  for (let round = 0; round < STEPS; round++) {
    const way = wayDown(slopes, past)
    const fall = dot(way, slopes)
    if (fall > -FLAT) break
    let rate = past.length === 0 ? 1 / Math.max(1, Math.sqrt(dot(slopes, slopes))) : 1
    let [next, nextSlopes, nextValue] = [weights, slopes, value]
    for (let tries = 0; tries < 30; tries++, rate /= 2) {
      next = weights.map((each, at) => each + rate * way[at]!)
      nextSlopes = new Float64Array(size)
      nextValue = loss(next, nextSlopes)
      if (nextValue <= value + 1e-4 * rate * fall) break
    }
    const step = next.map((each, at) => each - weights[at]!)
    const turn = nextSlopes.map((each, at) => each - slopes[at]!)
    const bend = dot(step, turn)
    if (bend > 1e-12) past.push({ step, turn, scale: 1 / bend })
    if (past.length > KEPT) past.shift()
    const gained = value - nextValue
    ;[weights, slopes, value] = [next, nextSlopes, nextValue]
    if (gained < 1e-7 * Math.abs(value)) break
  }
  return weights
}

function wayDown(slopes: Float64Array, past: readonly { step: Float64Array; turn: Float64Array; scale: number }[]) {
  const way = slopes.map((each) => -each)
  const shares: number[] = []
  for (const { step, turn, scale } of past.toReversed()) {
    const share = scale * dot(step, way)
    shares.unshift(share)
    add(way, turn, -share)
  }
  const last = past.at(-1)
  if (last !== undefined) {
    const by = 1 / (last.scale * dot(last.turn, last.turn))
    for (let at = 0; at < way.length; at++) way[at]! *= by
  }
  for (const [at, { step, turn, scale }] of past.entries()) add(way, step, shares[at]! - scale * dot(turn, way))
  return way
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!
  return sum
}

function add(to: Float64Array, what: Float64Array, times: number): void {
  for (let at = 0; at < to.length; at++) to[at]! += times * what[at]!
}

export function weighedBy(row: Row, weights: Float64Array): number {
  let sum = 0
  for (const { at, value } of row) sum += value * weights[at]!
  return sum
}

/** Logistic regression; the last weight always counts and is not held. `pulls` keep each weight near 0. */
export function logistic(
  rows: readonly { readonly row: Row; readonly isTrue: boolean; readonly count: number }[],
  pulls: Float64Array,
  from?: Float64Array,
): Float64Array {
  const size = pulls.length + 1
  const loss: Loss = (weights, slopes) => {
    let sum = held(weights, slopes, pulls)
    for (const { row, isTrue, count } of rows) {
      const odds = Math.max(-30, Math.min(30, weighedBy(row, weights) + weights[size - 1]!))
      const miss = 1 / (1 + Math.exp(-odds)) - (isTrue ? 1 : 0)
      sum += count * Math.log1p(Math.exp(isTrue ? -odds : odds))
      for (const { at, value } of row) slopes[at]! += count * miss * value
      slopes[size - 1]! += count * miss
    }
    return sum
  }
  return least(loss, size, from)
}

/** What it costs to be away from 0. */
function held(weights: Float64Array, slopes: Float64Array, pulls: Float64Array): number {
  let sum = 0
  for (let at = 0; at < pulls.length; at++) {
    slopes[at]! += pulls[at]! * weights[at]!
    sum += 0.5 * pulls[at]! * weights[at]! * weights[at]!
  }
  return sum
}
