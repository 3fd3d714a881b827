// A process that appends to a log it shares with others, and tells of each when it began and ended, and which place it got.
// node writer.ts <workspace> <name> <count> <session>
import { writeSync } from 'node:fs'
import { filesDriver } from '../../src/drivers/files/index.ts'

const [dir = '', name = '', count = '0', session = ''] = process.argv.slice(2)
const driver = await filesDriver({ dir, now: () => 1_790_000_000_000, zone: 'UTC' })
let { head } = await driver.log.read(session)
for (let number = 1; number <= Number(count);) {
  const data = { name, number, text: 'x'.repeat((number * 7919) % 5000) }
  const entry = { seq: head + 1, at: 1_790_000_000_000, kind: 'mark', name: 'write', data } as const
  const began = process.hrtime.bigint()
  const result = await driver.log.append(session, [entry], { expect: head })
  if ('head' in result) {
    writeSync(1, `${began} ${process.hrtime.bigint()} ${result.head} ${number}\n`)
    number++
  }
  head = 'head' in result ? result.head : result.conflict
}
await driver.close()
