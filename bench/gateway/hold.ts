// How long an epoch holds the event loop at a time, with many at once: CPU of the main thread between two turns of the loop, so that
// what else the machine does is not counted. In one process, without a network; needs Node 24.
//   node --conditions=daypack-source bench/gateway/hold.ts [--streams 60] [--messages 300] [--window 64000] [--chars 1500]
import { PerformanceObserver } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { createDaypack } from 'daypack'
import { memoryDriver } from 'daypack/drivers'
import { createGateway } from 'daypack-gateway'

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '60' },
    messages: { type: 'string', default: '300' },
    window: { type: 'string', default: '64000' },
    chars: { type: 'string', default: '1500' },
  },
})
const window = Number(values.window)
const pack = await createDaypack({ driver: memoryDriver({ now: Date.now }), memory: false, window })
let epochs = 0
const gateway = createGateway({
  pack,
  window,
  upstreams: { 'openai-chat': 'http://127.0.0.1:1/v1' },
  onProblem: (problem) => console.error(problem),
  onEpoch: () => void epochs++,
  async upstream() {
    const choices = [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }]
    const body = Buffer.from(JSON.stringify({ id: 'c', object: 'chat.completion', model: 'gpt-4.1', choices }))
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: (async function* () {
        yield body
      })(),
    }
  },
})

await ask('warm', bodyOf('warm'))
const bodies = Array.from({ length: Number(values.streams) }, (_, n) => bodyOf(`m${n}`))
const holds: { readonly ms: number; readonly from: number; readonly to: number }[] = []
const pauses: { readonly from: number; readonly to: number }[] = []
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) pauses.push({ from: startTime, to: startTime + duration })
}).observe({ entryTypes: ['gc'] })
let last = { cpu: threadCpu(), at: performance.now() }
const tick = () => {
  const now = { cpu: threadCpu(), at: performance.now() }
  holds.push({ ms: now.cpu - last.cpu, from: last.at, to: now.at })
  last = now
  setImmediate(tick)
}
epochs = 0
const before = process.cpuUsage()
setImmediate(tick)
await Promise.all(bodies.map((body, n) => ask(`m-${n}`, body)))
const { user, system } = process.cpuUsage(before)
await new Promise((resolve) => setTimeout(resolve, 100))
holds.sort((a, b) => b.ms - a.ms)
const isCollecting = ({ from, to }: (typeof holds)[number]) => pauses.some((one) => one.from < to && one.to > from)
const each = (user + system) / 1_000 / bodies.length
console.log(
  `${bodies.length} requests of ${bodies[0]?.length} bytes at once, window ${window}: ${epochs} epochs, ${each.toFixed(0)} ms of CPU each`,
)
for (const [what, some] of [
  ['of all', holds],
  ['without garbage collection', holds.filter((hold) => !isCollecting(hold))],
] as const)
  console.log(
    `longest holds of the event loop, ${what}: ${some
      .slice(0, 6)
      .map((hold) => `${hold.ms.toFixed(0)} ms`)
      .join(', ')} (goal 50)`,
  )
process.exit(0)

function threadCpu(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

function bodyOf(name: string): Buffer {
  const messages: object[] = [{ role: 'user', content: `Fix the build of src/${name}.ts.` }]
  for (let n = 0; n < Number(values.messages) / 2; n++) {
    const call = { name: 'bash', arguments: JSON.stringify({ command: `cat src/module-${n}.ts` }) }
    const tool_calls = [{ id: `c${n}`, type: 'function', function: call }]
    messages.push({ role: 'assistant', content: `Looking at step ${n}.`, tool_calls })
    const line = (at: number) => `export function ${name}Step${n}Line${at}(input: string): number { return ${at} }`
    const content = Array.from({ length: Math.ceil(Number(values.chars) / 60) }, (_, at) => line(at)).join('\n')
    messages.push({ role: 'tool', tool_call_id: `c${n}`, content })
  }
  const tools = [{ type: 'function', function: { name: 'bash', parameters: { type: 'object', properties: {} } } }]
  return Buffer.from(JSON.stringify({ model: 'gpt-4.1', stream: false, tools, messages }))
}

async function ask(session: string, body: Buffer): Promise<void> {
  const { body: pieces } = await gateway.handle({
    method: 'POST',
    url: 'http://127.0.0.1/v1/chat/completions',
    headers: { host: '127.0.0.1', 'x-daypack-session': session, authorization: 'Bearer x' },
    body,
    signal: new AbortController().signal,
  })
  for await (const piece of pieces ?? []) void piece
}
