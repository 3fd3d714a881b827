// A process that adds lines to MEMORY.md, which others edit as well, and tells of each when it began and ended.
// node editor.ts <workspace> <name> <count>
import { writeSync } from 'node:fs'
import { filesDriver } from '../../src/drivers/files/index.ts'

const [dir = '', name = '', count = '0'] = process.argv.slice(2)
const driver = await filesDriver({ dir, now: () => 1_790_000_000_000, zone: 'UTC' })
for (let number = 1; number <= Number(count);) {
  const note = await driver.notes.read('MEMORY.md')
  const began = process.hrtime.bigint()
  const result = await driver.notes.write('MEMORY.md', `${note?.text ?? ''}${name} ${number}\n`, { expect: note?.hash })
  if (!('hash' in result)) continue
  writeSync(1, `${began} ${process.hrtime.bigint()} 0 ${number}\n`)
  number++
}
await driver.close()
