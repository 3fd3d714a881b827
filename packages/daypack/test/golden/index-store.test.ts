import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { sqliteIndexStore } from '../../src/drivers/sqlite/index-store.ts'
import { temporary } from '../temporary.ts'
import { indexed } from './index-store.ts'

// What the SQLite index holds and answers after each of many drawn changes. `npm run golden` writes it anew.
test('the index after every drawn change', async () => {
  const file = path.join(temporary(), 'memory.sqlite')
  const store = sqliteIndexStore({ file })
  const rows = () => {
    const db = new DatabaseSync(file, { readOnly: true })
    const tables = ['file', 'unit', 'segment', 'posting', 'vector', 'cache']
    const counts = tables.map(
      (table) => `${table} ${Object.values(db.prepare(`SELECT count(*) FROM ${table}`).get() ?? {}).join()}`,
    )
    db.close()
    return counts.join(' ')
  }
  const golden = path.join(import.meta.dirname, '../../../../fixtures/golden/index.txt')
  await expect(`${await indexed(store, { rows })}\n`).toMatchFileSnapshot(golden)
  await store.close()
})
