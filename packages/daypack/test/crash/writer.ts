// A process that appends to a log it shares with others, and tells which of its numbers were taken.
// node writer.ts <workspace> <session> <name> <count>
import { writeSync } from 'node:fs'
import { filesDriver } from '../../src/drivers/files/index.ts'

const [dir = '', session = '', name = '', count = '0'] = process.argv.slice(2)
const driver = await filesDriver({ dir, now: () => 1_790_000_000_000, zone: 'UTC' })
let { head } = await driver.log.read(session)
for (let number = 1; number <= Number(count);) {
  const data = { name, number, text: 'x'.repeat((number * 7919) % 5000) }
  const entry = { seq: head + 1, at: 1_790_000_000_000, kind: 'mark', name: 'write', data } as const
  const result = await driver.log.append(session, [entry], { expect: head })
  if ('head' in result) {
    writeSync(1, `${result.head} ${number}\n`)
    number++
  }
  head = 'head' in result ? result.head : result.conflict
}
await driver.close()
