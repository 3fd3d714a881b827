import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createDaypack, type DaypackOptions, type MemoryOptions, type MemoryTuning } from '../../src/index.ts'
import { embeddingEndpoint, type Flushed, type MemoryEvent } from '../../src/memory/index.ts'
import { copaw } from '../../src/presets/index.ts'

// CoPaw memory (002): notes, embeddings, search.

const DIMENSIONS = 32

type EmbeddingBody = { input: string[]; model: string; dimensions: number }
export type EmbeddingRequest = EmbeddingBody & { headers: IncomingHttpHeaders }

/** A real endpoint whose vectors are made of letters: enough to tell texts apart. It runs as long as the tests of the file. */
export function letterEmbeddings({
  onRequest,
  fails = () => false,
}: { onRequest?: (request: EmbeddingRequest) => void; fails?: () => boolean } = {}) {
  let url = ''
  const server = createServer((incoming, reply) => {
    let body = ''
    incoming.on('data', (data: Buffer) => (body += data.toString()))
    incoming.on('end', () => {
      const asked = JSON.parse(body) as EmbeddingBody
      onRequest?.({ ...asked, headers: incoming.headers })
      if (fails()) {
        reply.writeHead(500).end('down')
        return
      }
      const data = asked.input.map((text, index) => ({ index, embedding: vector(text) }))
      reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }))
    })
  })
  beforeAll(
    () =>
      new Promise<void>((resolve) =>
        server.listen(0, '127.0.0.1', () => {
          const address = server.address()
          url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1`
          resolve()
        }),
      ),
  )
  afterAll(() => {
    server.close()
  })
  const embed = (more: object = {}) =>
    embeddingEndpoint({ baseUrl: url, apiKey: 'k', model: 'm', dimensions: DIMENSIONS, retries: 0, ...more })
  return { embed }
}

function vector(text: string): number[] {
  const made = Array.from({ length: DIMENSIONS }, () => 0.01)
  for (const letter of text.toLowerCase())
    made[letter.charCodeAt(0) % DIMENSIONS] = (made[letter.charCodeAt(0) % DIMENSIONS] ?? 0) + 1
  return made
}

export type Memory = Pick<MemoryOptions, 'embed' | 'summarize' | 'schedule'> & MemoryTuning

/** Packs on folders with these notes; the folders, and those added to `dirs`, are removed after the tests of the file. */
export function notesFolders() {
  const dirs: string[] = []
  afterAll(() => {
    for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
  })
  async function notes(
    files: Record<string, string>,
    { embed, summarize, schedule = false, ...tuning }: Memory = {},
    options: Partial<Omit<DaypackOptions, 'dir' | 'driver' | 'memory'>> = {},
  ) {
    const dir = mkdtempSync(path.join(tmpdir(), 'daypack-notes-'))
    dirs.push(dir)
    const put = (name: string, text: string) => {
      mkdirSync(path.dirname(path.join(dir, name)), { recursive: true })
      writeFileSync(path.join(dir, name), text)
    }
    for (const [name, text] of Object.entries(files)) put(name, text)
    const flushes: Flushed[] = []
    const onEvent = (event: MemoryEvent) => {
      if (event.type === 'flushed') flushes.push(event.result)
    }
    const pack = await createDaypack({
      dir,
      preset: copaw(),
      memory: {
        schedule,
        ...(embed && { embed }),
        ...(summarize !== undefined && { summarize }),
        tuning: { watch: false, onEvent, ...tuning },
      },
      ...options,
    })
    const drained = async () => {
      await pack.memory.drain()
      return flushes
    }
    return { pack, dir, put, memory: pack.memory, drained }
  }
  return { notes, dirs }
}

export const day = /^memory\/\d{4}-\d\d-\d\d\.md$/
