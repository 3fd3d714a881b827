export type Value = string | number | null | Uint8Array
export type Values = readonly Value[]

/**
 * One statement for each of `rows`, with `?` for their values. With `keys` it is a SELECT of the rows whose columns have these
 * values: a store may ask for all of them at once, so they come in any order.
 */
export type Ask = { readonly text: string; readonly rows: readonly Values[]; readonly keys?: readonly string[] }

type Answer = readonly object[]

/**
 * Work on tables that asks a database and does not know which: run at once by SQLite, step by step by a server. What is asked in
 * one step costs a server one round trip.
 */
export type Work<T> = Generator<readonly Ask[], T, readonly Answer[]>

/** An answer for each of them that has rows. */
export function* together(...asked: readonly Ask[]): Work<readonly Answer[]> {
  return yield asked.filter(({ rows }) => rows.length > 0)
}

export function* rowsOf<Row>(text: string, ...values: Values): Work<readonly Row[]> {
  return yield* forEach<Row>(text, [values])
}

export function* rowOf<Row>(text: string, ...values: Values): Work<Row | undefined> {
  return (yield* rowsOf<Row>(text, ...values))[0]
}

/** What the statement answers for all of `rows`, in their order. */
export function* forEach<Row>(text: string, rows: readonly Values[]): Work<readonly Row[]> {
  const [found = []] = yield* together({ text, rows })
  return found as readonly Row[]
}
