// A process that reads a log and MEMORY.md again and again while others write, until its input ends, and looks for old logs to pack.
// Tells of each read when it began and ended, how many there were, and of what: 0 the log, 1 the note.
// node reader.ts <workspace> <name> <_> <session>
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { filesDriver } from '../../src/drivers/files/index.ts'

const [dir = '', , , session = ''] = process.argv.slice(2)
const driver = await filesDriver({ dir, now: () => 1_790_000_000_000, zone: 'UTC' })
const input = { isOver: false }
process.stdin.resume().on('end', () => (input.isOver = true))
for (let head = 0; !input.isOver;) {
  let began = process.hrtime.bigint()
  const log = await driver.log.read(session, head)
  writeSync(1, `${began} ${process.hrtime.bigint()} ${log.head} 0\n`)
  head = log.head
  began = process.hrtime.bigint()
  const note = await driver.notes.read('MEMORY.md')
  writeSync(1, `${began} ${process.hrtime.bigint()} ${note ? note.text.split('\n').length - 1 : 0} 1\n`)
  await driver.log.pack?.(0)
  await sleep(5)
}
await driver.close()
