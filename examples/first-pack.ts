// A long real session in a pack: its size before and after an epoch, and everything back again after undo.
// Every append is durable when it resolves: kill it (kill -9) in the middle and run it again, it goes on where it was.
// Run: node --conditions=daypack-source examples/first-pack.ts [workspace]
import { createDaypack } from 'daypack'
import { readTranscript } from '../lab/src/transcripts/read.ts'

const pack = await createDaypack({ dir: process.argv[2] ?? 'workspace', window: 64_000 })
const session = await pack.session('first')
const { messages } = readTranscript(new URL('../packages/cli/demo/pi-session.jsonl.br', import.meta.url).pathname)
const known = session.view.slots.length
if (known > 0) console.log(`${known} of ${messages.length} messages are there already`)
for (const message of messages.slice(known)) await session.append(message)
console.log(`before: ${session.view.size.tokens} tokens in ${session.view.items.length} messages`)
const { before, after } = await session.compact()
console.log(
  `after:  ${after.tokens} tokens, ${Math.round(100 - (100 * after.tokens) / before.tokens)} % less, and nothing is lost:`,
)
await session.undo()
console.log(`undone: ${session.view.size.tokens} tokens in ${session.view.items.length} messages`)
await pack.close()
