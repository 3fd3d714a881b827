// A process that is told something, uses it in every way it has, forgets it and shows what it still holds: prints the strings of
// its heap in which the secret stands. Run by forgotten-heap.slow.test.ts; --keep leaves out the forgetting.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getHeapSnapshot, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createDaypack } from '../../src/daypack.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
/** Never whole in the source: what holds the source would hold the secret. */
const letters = (...parts: number[]): string => String.fromCharCode(...parts.map((part) => part ^ 21))
const secret = (): string => `${letters(88, 122, 123, 97, 112, 101, 124, 122)}-${letters(34, 36, 36, 35)}`

const dir = mkdtempSync(join(tmpdir(), 'daypack-heap-'))
const pack = await createDaypack({ dir, window: 16_000, memory: { schedule: false, tuning: { watch: false } } })
await talk()
if (!process.argv.includes('--keep')) {
  const { proven } = await pack.memory.forget({ query: secret() }, { everywhere: true })
  if (!proven) throw new Error('Something is left on the disk.')
}
// What was asked last may still be on its way out of caches that hold one thing.
await pack.memory.search('the harbour at noon')
await new Promise((resolve) => setImmediate(resolve))
collect()
console.log(JSON.stringify(await stringsHeld()))
await pack.close()
rmSync(dir, { recursive: true })

/** In a function of its own, so that nothing of it stays on the stack. */
async function talk(): Promise<void> {
  const session = await pack.session('s1')
  const say = (role: 'user' | 'assistant', text: string) => session.append({ role, blocks: [{ type: 'text', text }] })
  await say('user', `My account at the bank is ${secret()}. Please keep it in mind and write the report.`)
  for (let turn = 0; turn < 12; turn++) {
    await say('assistant', `Part ${turn} is written. ${'word '.repeat(200)}`)
    await say('user', `Go on with part ${turn + 1}, and do not name ${secret()}.`)
  }
  await pack.memory.remember(`The account at the bank is ${secret()}.`, { session: 's1', seq: 1 })
  await pack.memory.search(`account ${secret()}`, { scope: ['notes', 'dialog', 'results'] })
  await session.compact()
  await pack.memory.drain()
}

/** The strings of the heap in which its word stands, shortened around it. Looked for once the heap is read. */
async function stringsHeld(): Promise<string[]> {
  const chunks: Buffer[] = []
  for await (const chunk of getHeapSnapshot()) chunks.push(chunk as Buffer)
  const { strings } = JSON.parse(Buffer.concat(chunks).toString()) as { strings: string[] }
  const word = secret().toLowerCase().split('-')[0] ?? ''
  return strings.flatMap((one) => {
    const at = one.toLowerCase().indexOf(word)
    return at < 0 ? [] : [one.slice(Math.max(0, at - 60), at + 60)]
  })
}
