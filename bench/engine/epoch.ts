// What an epoch takes as a session grows, in CPU milliseconds, both sizes in the same run:
//   node --conditions=daypack-source bench/engine/epoch.ts        (SIZES=1000,10000 NEW=200 WINDOW=64000)
// The session has had its epochs before: measured is the next one, NEW messages later.
import type { Message } from '../../packages/daypack/src/model/message.ts'
import { compact } from '../../packages/daypack/src/passes/compact.ts'
import { answer, openDesk, request, step } from '../../packages/daypack-testing/src/desk.ts'

const SIZES = (process.env['SIZES'] ?? '1000,10000').split(',').map(Number)
const NEW = Number(process.env['NEW'] ?? 200)
const WINDOW = Number(process.env['WINDOW'] ?? 64_000)
const EPOCHS = 5

await nextEpoch(400)
const found = []
for (const size of SIZES) found.push({ size, ...(await nextEpoch(size)) })
for (const { size, first, next } of found)
  console.log(
    `${String(size).padStart(6)} messages: first epoch ${first.toFixed(0)} ms, next epoch ${next.toFixed(0)} ms`,
  )
const [small, large] = [found[0], found.at(-1)]
if (small && large && small !== large)
  console.log(`ratio of the next epoch, ${large.size} to ${small.size}: ${(large.next / small.next).toFixed(2)}`)

async function nextEpoch(size: number): Promise<{ first: number; next: number }> {
  const desk = openDesk({ window: WINDOW })
  let at = 0
  const grow = async (count: number): Promise<void> => {
    const until = at + count
    while (at < until) {
      const made = turn(at)
      await desk.say(...made)
      at += made.length
    }
  }
  const epoch = async (): Promise<number> => {
    const before = process.cpuUsage()
    await desk.run([compact()], { isForced: true })
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  await grow(size)
  const first = await epoch()
  const times: number[] = []
  for (let nth = 0; nth < EPOCHS; nth++) {
    await grow(NEW)
    times.push(await epoch())
  }
  return { first, next: times.toSorted((one, other) => one - other)[Math.floor(EPOCHS / 2)] ?? 0 }
}

/** A turn of a coding session: a wish, reads, searches, an edit, tests, an answer; no two alike. */
function turn(at: number): Message[] {
  const path = `/home/ann/shop/src/part${at % 97}.ts`
  const source = Array.from({ length: 40 }, (_, line) => `export const value${at}x${line} = compute(${line}, ${at})`)
  const edit = { file_path: path, old_string: source[3] ?? '', new_string: `export const value${at}x3 = ${at}` }
  return [
    request(`Please make part ${at % 97} faster, keep the order of the ${at} fields, and say what it cost.`),
    ...step({ tool: 'Read', input: { file_path: path }, output: source.join('\n') }),
    ...step({
      tool: 'Grep',
      input: { pattern: `value${at}` },
      output: `${path}:4:${source[3]}\n${path}:9:${source[8]}`,
    }),
    ...step({ tool: 'Edit', input: edit, output: 'The file was updated.' }),
    ...step({
      tool: 'Bash',
      input: { command: `npm test -- part${at % 97}` },
      output: at % 5 === 0 ? `FAIL part${at}.test.ts\nTests  1 failed | ${at} passed` : `Tests  ${at} passed (${at})`,
    }),
    answer(
      `Part ${at % 97} takes ${at % 40} ms now instead of ${at % 60}. The order of its fields is the same as before.`,
    ),
  ]
}
