// A process that adds lines to MEMORY.md, which others edit as well.
// node editor.ts <workspace> <name> <count>
import { filesDriver } from '../../src/drivers/files/index.ts'

const [dir = '', name = '', count = '0'] = process.argv.slice(2)
const driver = await filesDriver({ dir, now: () => 1_790_000_000_000, zone: 'UTC' })
for (let number = 1; number <= Number(count);) {
  const note = await driver.notes.read('MEMORY.md')
  const result = await driver.notes.write('MEMORY.md', `${note?.text ?? ''}${name} ${number}\n`, { expect: note?.hash })
  if ('hash' in result) number++
}
await driver.close()
