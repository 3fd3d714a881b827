// Hostile inputs at the doors of the gateway: requests, event streams, websocket frames and bytes on the port. None may crash or
// hang it, and memory must not grow. A worker tries them; whoever stays at one input for ten minutes, on a busy machine too, hangs there.
//   node --conditions=daypack-source packages/cli/test/fuzz/run.ts [count] [seed]
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { fuzz, type Found } from './doors.ts'

const SILENCE_MS = 600_000
const [count = 1_000_000, seed = 1] = process.argv.slice(2).map(Number)
type Told = { readonly at?: number; readonly heapMB?: number; readonly found?: readonly Found[] }

if (isMainThread) await watch()
else await work(workerData as { count: number; seed: number })

async function watch(): Promise<void> {
  const worker = new Worker(import.meta.filename, { workerData: { count, seed } })
  const heaps: number[] = []
  let found: readonly Found[] = []
  let at = seed
  await new Promise<void>((resolve) => {
    const hang = setTimeout(() => {
      found = [{ seed: at, what: `hangs: no end after ${SILENCE_MS} ms` }]
      void worker.terminate()
    }, SILENCE_MS)
    worker.on('message', (told: Told) => {
      hang.refresh()
      at = told.at ?? at
      if (told.heapMB !== undefined) heaps.push(told.heapMB)
      found = told.found ?? found
    })
    worker.on('error', (error) => (found = [{ seed: at, what: `crashed: ${String(error)}` }]))
    worker.on('exit', () => {
      clearTimeout(hang)
      resolve()
    })
  })
  // What waits for a time-out is held until then, so it goes up and down: grown is what does not come down again.
  const [first, last] = [Math.max(...heaps.slice(0, 3)), Math.min(...heaps.slice(-3))]
  const hasGrown = last > first * 1.5 + 30
  for (const one of found.slice(0, 5)) console.error(`seed ${one.seed}: ${one.what}`)
  // In one line: the nightly report compares the count with what its row claims.
  console.log(`inputs: ${at - seed + 1}, failures: ${found.length}, heap ${heaps.join(' ')} MB, hasGrown: ${hasGrown}`)
  process.exitCode = found.length === 0 && !hasGrown && at - seed + 1 === count ? 0 : 1
}

async function work(given: { readonly count: number; readonly seed: number }): Promise<void> {
  setFlagsFromString('--expose-gc')
  // Only a context made after that has it.
  const collect = runInNewContext('gc') as () => void
  const each = Math.max(1, Math.floor(given.count / 10))
  const found: Found[] = []
  for (let from = given.seed; from < given.seed + given.count; from += each) {
    const some = Math.min(each, given.seed + given.count - from)
    // Told before it is tried: this is the one that hangs, if any does.
    found.push(...(await fuzz({ seed: from, count: some }, (at) => tell({ at }))))
    collect()
    tell({ heapMB: Math.round(process.memoryUsage().heapUsed / 1e6) })
  }
  tell({ found })
}

function tell(told: Told): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to a thread, not to a window
  parentPort?.postMessage(told)
}
