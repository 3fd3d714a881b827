// node --conditions=daypack-source packages/cli/test/inspect/figures.ts: page size, open time, memory and slow frames.
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { openInspector } from '../../src/commands/inspect.ts'
import { pageFolder } from '../../src/inspect/page.ts'
import { launch, open } from './browser.ts'
import { longSession } from './long.ts'

/** The best of this many: the machine may have other work. */
const ROUNDS = 4

const KINDS = [
  { name: '100 messages', messages: 100, epochEvery: 60 },
  { name: '1,000 messages', messages: 1_000, epochEvery: 400 },
  { name: '10,000 messages', messages: 10_000, epochEvery: 400 },
  { name: '10,000 messages, nothing folded', messages: 10_000, epochEvery: Infinity },
]

const folder = await pageFolder()
const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
const bytes = files.map((entry) => readFileSync(path.join(entry.parentPath, entry.name)))
const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0)
console.log(
  `page: ${kb(sum(bytes.map((each) => each.length)))}, gzip ${kb(sum(bytes.map((each) => gzipSync(each).length)))}, brotli ${kb(sum(bytes.map((each) => brotliCompressSync(each).length)))}`,
)

const browser = await launch()
console.log(
  `load of the machine: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores; times are the best of ${ROUNDS}`,
)
console.log(
  'session | log | timeline opens | request opens | memory of the page | of the server | frames over 50 ms while scrolling',
)
for (const kind of KINDS) {
  const dir = await mkdtemp(path.join(tmpdir(), 'daypack-figures-'))
  await longSession(dir, 'long', kind)
  const before = process.memoryUsage().rss
  let timeline = Infinity
  let request = Infinity
  let last: Awaited<ReturnType<typeof opened>> | undefined
  for (let round = 0; round < ROUNDS; round++) {
    await last?.close()
    last = await opened(dir)
    timeline = Math.min(timeline, last.timeline)
    request = Math.min(request, last.request)
  }
  if (!last) break
  const { page } = last
  const slow = await slowFrames(page)
  const { result } = (await (
    await page.context().newCDPSession(page)
  ).send('Runtime.evaluate', {
    expression: 'performance.memory.usedJSHeapSize',
  })) as { result: { value?: number } }
  const log = readFileSync(path.join(dir, 'log', 'long.jsonl')).length
  const server = process.memoryUsage().rss - before
  console.log(
    [kind.name, kb(log), `${timeline} ms`, `${request} ms`, kb(result.value ?? 0), kb(server), slow].join(' | '),
  )
  await last.close()
  await rm(dir, { recursive: true, force: true })
}
await browser.close()

/** A fresh server each time: reading the log is part of opening. */
async function opened(dir: string) {
  const inspector = await openInspector(dir, {}, '0.1.0')
  const first = (await open(browser)).page
  const timeline = await timed(first, `${inspector.url}#/long/timeline`, '.line.requests')
  await first.context().close()
  const { page } = await open(browser)
  const request = await timed(page, `${inspector.url}#/long/request`, '.line.blocks')
  const close = async () => {
    await page.context().close()
    await inspector.close()
  }
  return { page, timeline, request, close }
}

/** From the address to the frame after the sign is there, by the clock of the page: asking from outside comes late. */
async function timed(page: Page, url: string, sign: string): Promise<number> {
  await page.addInitScript(`requestAnimationFrame(function look() {
    if (!document.querySelector(${JSON.stringify(sign)})) return requestAnimationFrame(look)
    requestAnimationFrame(() => (globalThis.drawn ??= performance.now()))
  })`)
  await page.goto(url)
  for (;;) {
    const drawn = await page.evaluate(() => (globalThis as { drawn?: number }).drawn)
    if (drawn !== undefined) return Math.round(drawn)
    await setTimeout(20)
  }
}

/** Scrolls through the list for two seconds, as fast as frames come. */
async function slowFrames(page: Page): Promise<string> {
  const program = `new Promise((resolve) => {
    const list = document.querySelector('.list')
    const step = Math.max(60, list.scrollHeight / 150)
    let last = performance.now(), began = last, slow = 0, frames = 0
    requestAnimationFrame(function frame(now) {
      if (now - last > 50) slow++
      frames++
      last = now
      list.scrollTop = list.scrollTop + step >= list.scrollHeight - list.clientHeight ? 0 : list.scrollTop + step
      if (now - began < 2000) requestAnimationFrame(frame)
      else resolve(slow + ' of ' + frames)
    })
  })`
  const session = await page.context().newCDPSession(page)
  const { result } = (await session.send('Runtime.evaluate', { expression: program, awaitPromise: true })) as {
    result: { value?: string }
  }
  return result.value ?? ''
}

function kb(bytes: number): string {
  return bytes < 2_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
