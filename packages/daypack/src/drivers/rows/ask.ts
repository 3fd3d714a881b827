export type Value = string | number | null | Uint8Array
export type Values = readonly Value[]

/**
 * One statement for each of `rows`, with `?` for their values. With `keys` it is a SELECT of the rows whose columns have these
 * values: a store may ask for all of them at once, so they come in any order.
 */
export type Ask = { readonly text: string; readonly rows: readonly Values[]; readonly keys?: readonly string[] }

/** Work on tables that asks a database and does not know which: run at once by SQLite, step by step by a server. */
export type Work<T> = Generator<Ask, T, readonly object[]>

export function* rowsOf<Row>(text: string, ...values: Values): Work<readonly Row[]> {
  return (yield { text, rows: [values] }) as readonly Row[]
}

export function* rowOf<Row>(text: string, ...values: Values): Work<Row | undefined> {
  return (yield* rowsOf<Row>(text, ...values))[0]
}

/** What the statement answers for all of `rows`, in their order. */
export function* forEach<Row>(text: string, rows: readonly Values[]): Work<readonly Row[]> {
  return rows.length === 0 ? [] : ((yield { text, rows }) as readonly Row[])
}

export function* rowsWith<Row>(text: string, keys: readonly string[], rows: readonly Values[]): Work<readonly Row[]> {
  return rows.length === 0 ? [] : ((yield { text, keys, rows }) as readonly Row[])
}
