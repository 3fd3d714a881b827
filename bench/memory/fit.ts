import { type Clues, partsOf, product, type Weights } from '../../packages/daypack/src/memory/write/weighed.ts'

/** `count`: for how many it stands, 1 unless told. */
export type Row = { readonly clues: Clues; readonly isTrue: boolean; readonly count?: number }

/** Of a clue so rare nothing is learned. */
const LEAST_ROWS = 12
const STEPS = 15

/**
 * Logistic regression by Newton's method: what each clue, and each of `together`, adds to the odds. `pull` keeps weights of
 * clues that seldom tell near 0.
 */
export function fitted(rows: readonly Row[], pull: number, together: readonly string[]): Weights {
  const counts = new Map<string, number>()
  for (const { clues } of rows)
    for (const name of Object.keys(clues)) if (clues[name] !== 0) counts.set(name, (counts.get(name) ?? 0) + 1)
  const single = [...counts].flatMap(([name, count]) => (count >= LEAST_ROWS ? name : [])).toSorted()
  const names = [...single, ...together]
  const at = new Map(single.map((name, index) => [name, index]))
  const parts = together.map(partsOf)
  const cells = rows.map(({ clues }) => {
    const own = Object.entries(clues).flatMap(([name, value]) => {
      const index = at.get(name)
      return index === undefined || value === 0 ? [] : [{ index, value }]
    })
    const joined = parts.flatMap((each, index) => {
      const value = product(clues, each)
      return value === 0 ? [] : [{ index: single.length + index, value }]
    })
    return [...own, ...joined]
  })
  const spread = spreadOf(cells, names.length)
  for (const row of cells) for (const cell of row) cell.value /= spread[cell.index]!
  const held = names.map(() => pull)
  const weights = newton(
    cells.map((row) => [...row, { index: names.length, value: 1 }]),
    rows,
    held,
  )
  return Object.fromEntries([
    ['', weights.at(-1)!],
    ...names.map((name, index): [string, number] => [name, weights[index]! / spread[index]!]),
  ])
}

type Cell = { readonly index: number; value: number }

function spreadOf(cells: readonly (readonly Cell[])[], size: number): number[] {
  const [sums, squares] = [new Float64Array(size), new Float64Array(size)]
  for (const row of cells)
    for (const { index, value } of row) {
      sums[index]! += value
      squares[index]! += value * value
    }
  return Array.from(sums, (sum, index) => {
    const mean = sum / cells.length
    const spread = Math.sqrt(squares[index]! / cells.length - mean * mean)
    return spread < 1e-3 ? 1 : spread
  })
}

function newton(cells: readonly (readonly Cell[])[], rows: readonly Row[], held: readonly number[]): Float64Array {
  const size = held.length + 1
  const weights = new Float64Array(size)
  for (let step = 0; step < STEPS; step++) {
    const gradient = Float64Array.from(weights, (weight, at) => (held[at] ?? 0) * weight)
    const hessian = Array.from({ length: size }, (_, at) => {
      const row = new Float64Array(size)
      row[at] = (held[at] ?? 0) + 1e-9
      return row
    })
    for (const [at, row] of cells.entries()) {
      const sum = row.reduce((total, { index, value }) => total + value * weights[index]!, 0)
      const chance = 1 / (1 + Math.exp(-Math.max(-30, Math.min(30, sum))))
      const { isTrue, count = 1 } = rows[at]!
      const miss = count * (chance - (isTrue ? 1 : 0))
      const sure = count * chance * (1 - chance)
      for (const one of row) {
        gradient[one.index]! += one.value * miss
        const line = hessian[one.index]!
        for (const other of row) line[other.index]! += one.value * other.value * sure
      }
    }
    const change = solved(hessian, gradient)
    for (let at = 0; at < size; at++) weights[at]! -= change[at]!
    if (Math.max(...change.map(Math.abs)) < 1e-3) break
  }
  return weights
}

/** Gauss with the largest pivot. */
function solved(matrix: Float64Array[], right: Float64Array): Float64Array {
  const size = right.length
  for (let at = 0; at < size; at++) {
    let pivot = at
    for (let row = at + 1; row < size; row++)
      if (Math.abs(matrix[row]![at]!) > Math.abs(matrix[pivot]![at]!)) pivot = row
    ;[matrix[at], matrix[pivot]] = [matrix[pivot]!, matrix[at]!]
    ;[right[at], right[pivot]] = [right[pivot]!, right[at]!]
    const from = matrix[at]!
    for (let row = at + 1; row < size; row++) {
      const to = matrix[row]!
      const by = to[at]! / from[at]!
      if (by === 0) continue
      for (let column = at; column < size; column++) to[column]! -= by * from[column]!
      right[row]! -= by * right[at]!
    }
  }
  const made = new Float64Array(size)
  for (let at = size - 1; at >= 0; at--) {
    let sum = right[at]!
    for (let column = at + 1; column < size; column++) sum -= matrix[at]![column]! * made[column]!
    made[at] = sum / matrix[at]![at]!
  }
  return made
}
