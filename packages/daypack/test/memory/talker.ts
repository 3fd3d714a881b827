import { writeSync } from 'node:fs'
import { createDaypack } from 'daypack'

// A process to be killed: says something in a session and goes on.
const [dir = ''] = process.argv.slice(2)
const pack = await createDaypack({
  dir,
  memory: { tuning: { watch: false } },
  tuning: { now: () => Date.UTC(2026, 10, 16, 11) },
})
const session = await pack.session('one')
await session.append({ role: 'user', blocks: [{ type: 'text', text: 'I am allergic to penicillin.' }] })
writeSync(1, 'said\n')
setTimeout(() => process.exit(1), 60_000)
