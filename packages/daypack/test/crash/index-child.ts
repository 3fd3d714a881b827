// A process to be killed while it writes the memory index: node index-child.ts <workspace>. Tells its parent, line by line,
// which file it is about to index, and what came of it.
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { sqliteIndexStore } from '../../src/drivers/sqlite/index-store.ts'
import { isDaypackError } from '../../src/model/errors.ts'
import { indexed, INDEXED_FILES } from './index-ledger.ts'

const [dir = ''] = process.argv.slice(2)
const tell = (path: string, phase: string) => writeSync(1, `${JSON.stringify({ path, phase })}\n`)
const store = sqliteIndexStore({ file: join(dir, 'memory.sqlite') })
await store.claim('crash')
for (let number = 0; number < INDEXED_FILES; number++) {
  const change = indexed(number)
  tell(change.path, 'try')
  try {
    await store.write([change])
    tell(change.path, 'done')
  } catch (error) {
    if (!isDaypackError(error)) throw error
    tell(change.path, 'failed')
  }
}
try {
  await store.close()
} catch (error) {
  if (!isDaypackError(error)) throw error
}
