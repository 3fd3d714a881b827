import { filesDriver } from '../../src/drivers/files/index.ts'
import { appended, updateNote } from '../../src/memory/notes/update.ts'

// One of several processes that edit the same notes: adds a line, and changes a line it has added before.
const [dir = '', name = '', edits = '0'] = process.argv.slice(2)
const driver = await filesDriver({ dir, now: Date.now })
for (let number = 1; number <= Number(edits); number++) {
  const line = `- ${name} ${number}`
  await updateNote(
    driver.notes,
    'MEMORY.md',
    (text) => appended(text?.replace(`${name} ${number - 1} new`, `${name} ${number - 1} seen`), `${line} new`),
    line,
  )
}
await driver.close()
