import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anthropic } from '../codecs/anthropic/index.ts'
import { createDaypack } from '../daypack.ts'
import { filesDriver, type FilesDriver } from '../drivers/files/index.ts'
import { readRef } from '../retrieval/read-ref.ts'
import { size } from '../../../daypack-testing/test/size.ts'
import { offload } from './offload.ts'

const MEGABYTES = size(200, 1_000)
const LINE = `${'all work and no play '.repeat(3)}\n`
const CHUNK = Buffer.from(LINE.repeat(Math.floor(1_000_000 / LINE.length)))
const LINES = CHUNK.length / LINE.length

let dir: string
let driver: FilesDriver
const now = (): number => 1_000_000

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'daypack-huge-'))
  driver = await filesDriver({ dir, now })
})
afterAll(async () => {
  await driver.close()
  await rm(dir, { recursive: true })
})

async function* output(): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < MEGABYTES; at++) yield CHUNK
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Megabytes; what is in use may not grow by more: less than half of the smallest result. On a busy machine 40 become 64. */
const LIMIT = 90
const DOUBTED = 40

/**
 * What is in use at the most, looked at again and again while the work goes on. What nobody refers to any more does not
 * count: how much of that lies about depends on how busy the machine is. So it is collected before a high figure is believed.
 */
function watched(): { most: () => number } {
  const used = (): number => {
    const { heapUsed, external } = process.memoryUsage()
    return (heapUsed + external) / 1_000_000
  }
  collect()
  const before = used()
  let most = 0
  const look = (): void => {
    if (used() - before > DOUBTED) collect()
    most = Math.max(most, used() - before)
    if (most > LIMIT) clearInterval(timer)
  }
  const timer = setInterval(look, 10)
  return {
    most: () => {
      clearInterval(timer)
      look()
      return Math.round(most)
    },
  }
}

it('a result of any size is streamed to its blob, cut from its ends and read back in pieces: never whole in memory', async () => {
  const pack = await createDaypack({ dir, driver, tuning: { now, passes: [offload()] } })
  // What is loaded at the first use, the tokenizer above all, is not the result's.
  const first = await pack.session('first')
  await first.append({ role: 'user', blocks: [{ type: 'text', text: 'Hello.' }] })
  await first.render(anthropic, { model: 'claude-opus-4-5', max_tokens: 1_000, messages: [] })
  const memory = watched()
  const { ref, bytes, lines } = await driver.blobs.put(output())
  expect([bytes, lines]).toEqual([MEGABYTES * CHUNK.length, MEGABYTES * LINES + 1])
  const session = await pack.session('huge')
  await session.append({ role: 'user', blocks: [{ type: 'text', text: 'Run it.' }] })
  await session.append({ role: 'assistant', blocks: [{ type: 'tool-call', callId: 'c1', tool: 'fetch', input: {} }] })
  await session.append({
    role: 'tool',
    blocks: [{ type: 'tool-result', callId: 'c1', tool: 'fetch', content: { ref, bytes, lines } }],
  })
  const like = {
    model: 'claude-opus-4-5',
    max_tokens: 1_000,
    tools: [{ name: 'fetch', input_schema: { type: 'object' as const } }],
    messages: [],
  }
  const { request, problem } = await session.render(anthropic, like)
  expect(problem).toBeUndefined()
  const sent = JSON.stringify(request)
  expect(sent).toContain(`contains ${lines} lines in total`)
  expect(sent.length).toBeLessThan(60_000)
  const tool = readRef({
    seen: () => session.view.slots.map((slot, at) => ({ ...slot, number: at + 1 })),
    read: (content) => session.readBack(content),
    slice: async (content, from, to) => (await driver.blobs.get(content.ref, { from, to })) as Uint8Array,
    path: (name) => driver.blobs.path(name),
  })
  expect(await tool.run({ file_path: ref, start_line: lines - 1, end_line: lines - 1 })).toContain(LINE.trimEnd())
  expect(await tool.run({ file_path: ref, pattern: 'nothing like it', start_line: lines - 10 })).toContain('no line')
  const grown = memory.most()
  console.log(`${MEGABYTES} MB result: ${grown} MB of memory`)
  expect(grown).toBeLessThan(LIMIT)
  await pack.close()
})
