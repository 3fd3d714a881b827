import { writeSync } from 'node:fs'
import { filesDriver } from '../../src/drivers/files/index.ts'
import { createMemory } from '../../src/memory/memory.ts'
import { asked } from './asked.ts'

// A process to be killed: queues a flush, says so, and goes on until it has said "flushed".
const [dir = '', session = '', slow = ''] = process.argv.slice(2)
const tell = (word: string): number => writeSync(1, `${word}\n`)
const now = (): number => Date.UTC(2026, 10, 15, 12)
const driver = await filesDriver({ dir, now, zone: 'UTC' })
const text = `I prefer ${session} over everything else. What do you think about that, and what shall we do next?`
await asked(driver, session, text, now())
const memory = createMemory({
  driver,
  now,
  schedule: false,
  onEvent: (event) => event.type === 'flushed' && tell('flushed'),
  // Killed in the middle of its work: the model never answers.
  ...(slow === 'hang' && { summarize: () => new Promise<never>(() => tell('asked')) }),
})
await memory.flush(session, 1)
tell('queued')
// Stays to be killed, but not for ever.
setTimeout(() => process.exit(1), 60_000)
await memory.drain()
