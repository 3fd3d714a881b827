import type { Driver } from '../../model/driver.ts'
import { sqliteIndexStore, type SqliteIndexOptions } from './index-store.ts'

export { sqliteIndexStore, type SqliteIndexOptions } from './index-store.ts'

/** The memory index in one SQLite file, through node:sqlite. Serves the index alone. */
export function sqlite(options: SqliteIndexOptions): Driver {
  const index = sqliteIndexStore(options)
  return { name: 'sqlite', index, close: () => index.close() }
}
