import type { Driver } from '../../model/driver.ts'
import { sqliteIndexStore, type SqliteIndexOptions } from './index-store.ts'

export { sqliteIndexStore, type SqliteIndexOptions } from './index-store.ts'

/**
 * The memory index in one SQLite file, through node:sqlite. Serves the index alone.
 *
 * @example
 * import { mkdtemp } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { sqlite } from 'daypack/drivers'
 *
 * const driver = sqlite({ file: (await mkdtemp(`${tmpdir()}/pack-`)) + '/memory.db' })
 * if (driver.index === undefined) throw new Error('it serves the index')
 * await driver.close?.()
 */
export function sqlite(options: SqliteIndexOptions): Driver {
  const index = sqliteIndexStore(options)
  return { name: 'sqlite', index, close: () => index.close() }
}
