import { type Ask, rowOf, rowsOf, together, type Work } from './ask.ts'

type Key = 'gen' | 'analysis' | 'next' | 'version'

export function* meta(key: Key): Work<string | undefined> {
  return (yield* rowOf<{ value: string }>('SELECT value FROM meta WHERE key = ?', key))?.value
}

export function* setMeta(key: Key, value: string): Work<void> {
  const put = 'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value'
  yield* rowsOf(put, key, value)
}

/** The generation that searches read: another may be filled beside it. */
export function* generation(): Work<number> {
  return Number((yield* meta('gen')) ?? 1)
}

const valueOf = (key: Key): string => `(SELECT value FROM meta WHERE key = '${key}')`
const STATE = `SELECT state.*, EXISTS (SELECT 1 FROM file WHERE file.gen = state.gen) AS filled FROM (SELECT
  CAST(coalesce(${valueOf('gen')}, '1') AS INTEGER) AS gen, ${valueOf('analysis')} AS made, ${valueOf('version')} AS version) AS state`

export type State = {
  readonly gen: number
  readonly made: string | null
  readonly version: string | null
  readonly isFilled: boolean
}

/** What a search has to know, and what else is `asked`, in one round trip. */
export function* stateAnd(...asked: readonly Ask[]): Work<{ state: State; rows: readonly object[] }> {
  const [[first] = [], rows = []] = yield* together({ text: STATE, rows: [[]] }, ...asked)
  const { filled, ...state } = first as Omit<State, 'isFilled'> & { filled: unknown }
  return { state: { ...state, isFilled: Boolean(filled) }, rows }
}

/** The first of `count` numbers no file and no chunk had before. */
export function* newIds(count: number): Work<number> {
  const first = Number((yield* meta('next')) ?? 1)
  yield* setMeta('next', String(first + count))
  return first
}
