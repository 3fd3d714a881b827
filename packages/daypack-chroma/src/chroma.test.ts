import { spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChroma } from '../../../scripts/chroma.mjs'
import { temporary } from '../../daypack/test/temporary.ts'
import { memoryIndexStore } from '../../daypack/src/memory/index/memory-store.ts'
import { createSearcher } from '../../daypack/src/memory/search/searcher.ts'
import { indexSuite } from '../../daypack-testing/src/suites.ts'
import { fillStore } from '../../daypack-testing/src/index-suite/answers.ts'
import { wordEmbedder } from '../../daypack-testing/src/index-suite/corpus.ts'
import { sqliteIndexStore } from '../../daypack/src/drivers/sqlite/index-store.ts'
import { checkChroma, chromaIndexStore } from './index.ts'
import { startChroma, type ChromaServer } from '../test/server.ts'

const from = findChroma()
if (from === undefined) console.warn('Chroma is not tested: node scripts/chroma.mjs --install brings its server.')
const folder = temporary()

describe('without a server', () => {
  const nowhere = { url: 'http://127.0.0.1:9' }

  test('F-54: words answer alone, the answer says why, and nothing is made up', async () => {
    const store = chromaIndexStore({ base: memoryIndexStore(), server: nowhere })
    const searcher = await fillStore(store, { embed: wordEmbedder() })
    const { hits, status } = await searcher.search('which database do we use')
    const alone = await (await fillStore(memoryIndexStore())).search('which database do we use')
    expect(hits).toEqual(alone.hits)
    expect(status.legs.find(({ leg }) => leg === 'vector')).toMatchObject({ state: 'failed' })
    expect(status.reason).toContain('Chroma at http://127.0.0.1:9 does not answer')
    expect((await searcher.status()).vectors).toMatchObject({ state: 'failing' })
    await searcher.close()
  })

  test('what is not there, and what refuses the token, is said', async () => {
    await expect(checkChroma(nowhere)).rejects.toThrow(/does not answer .* Is the server running\?/)
    const server = createServer((_, response) => response.writeHead(401).end('{}'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await expect(checkChroma({ url, token: 'wrong' })).rejects.toMatchObject({ code: 'bad-config' })
    server.close()
  })
})

describe.skipIf(from === undefined)('with the real server', () => {
  let server: ChromaServer
  beforeAll(async () => {
    server = await startChroma({ dir: join(folder, 'data'), from: from ?? '' })
  }, 30_000)
  afterAll(() => server.stop())

  indexSuite(
    'chroma',
    ({ place }) =>
      chromaIndexStore({
        base: sqliteIndexStore({ file: join(folder, place, 'memory.sqlite') }),
        server,
        collection: place,
      }),
    { describe, test, durable: true, overlap: 0.99 },
  )

  test('forgetting and another model leave no row behind; another workspace keeps its own', async () => {
    const open = (collection: string) =>
      fillStore(chromaIndexStore({ base: memoryIndexStore(), server, collection }), { embed: wordEmbedder() })
    const [ours, theirs] = [await open('ours'), await open('theirs')]
    await ours.remove('MEMORY.md')
    await ours.purge()
    expect((await ours.status()).vectors.covered).toBe((await ours.status()).vectors.of)
    const names = await collections(server.url)
    expect(names.filter((name) => name.startsWith('ours-'))).toHaveLength(1)
    expect((await theirs.search('database')).status.legs.find(({ leg }) => leg === 'vector')?.state).toBe('ran')
  })

  test('down in mid-run: words go on; back again: so do vectors', async () => {
    const dir = join(folder, 'mid-run')
    const first = await startChroma({ dir, from: from ?? '' })
    const base = sqliteIndexStore({ file: join(folder, 'mid-run.sqlite') })
    const clock = { at: 0 }
    const store = chromaIndexStore({ base, server: { url: first.url } })
    const searcher = await fillStore(store, { embed: wordEmbedder(), now: () => clock.at })
    const state = async () => {
      const { hits, status } = await searcher.search('database')
      expect(hits.length).toBeGreaterThan(0)
      return status.legs.find(({ leg }) => leg === 'vector')?.state
    }
    expect(await state()).toBe('ran')
    await first.stop()
    expect(await state()).toBe('failed')
    await searcher.close()
    const second = await startChroma({ dir, from: from ?? '' })
    const again = createSearcher({
      store: chromaIndexStore({
        base: sqliteIndexStore({ file: join(folder, 'mid-run.sqlite') }),
        server: second,
      }),
      embed: wordEmbedder(),
      now: () => 1,
    })
    const { status } = await again.search('database')
    expect(status.legs.find(({ leg }) => leg === 'vector')?.state).toBe('ran')
    await again.close()
    await second.stop()
  }, 30_000)

  test('behind a proxy that asks for a token: with the right one vectors, with another one words, and it is said', async () => {
    // Chroma from 1.0 on asks for no token itself; what stands in front of it does.
    const passed = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
      const body = await buffer(incoming)
      const { method = 'GET', url = '/' } = incoming
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(server.url + url, { method, headers, ...(body.length > 0 && { body }) })
      outgoing.writeHead(answer.status).end(await answer.text())
    }
    const proxy = createServer((incoming, outgoing) => {
      if (incoming.headers.authorization === 'Bearer right') void passed(incoming, outgoing)
      else outgoing.writeHead(401).end('{}')
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const vectors = async (token: string | undefined) => {
      const address = { url, ...(token !== undefined && { token }) }
      const store = chromaIndexStore({ base: memoryIndexStore(), server: address, collection: 'guarded' })
      const searcher = await fillStore(store, { embed: wordEmbedder() })
      const { hits, status } = await searcher.search('database')
      await searcher.close()
      expect(hits.length).toBeGreaterThan(0)
      return [status.legs.find(({ leg }) => leg === 'vector')?.state, status.reason]
    }
    expect(await vectors('right')).toEqual(['ran', ''])
    for (const token of ['wrong', undefined])
      expect(await vectors(token)).toEqual(['failed', expect.stringContaining('rejects the token (401)')])
    await checkChroma({ url, token: 'right' })
    proxy.close()
  }, 30_000)

  test('the server ends with the process that started it, killed or not, and is shared meanwhile', async () => {
    const dir = join(folder, 'ends')
    const program = `
      const { startChroma } = await import(${JSON.stringify(join(import.meta.dirname, '../test/server.ts'))})
      const { url } = await startChroma({ dir: ${JSON.stringify(dir)}, from: ${JSON.stringify(from)} })
      console.log(url)
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--conditions=daypack-source', '--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const url = await new Promise<string>((resolve) =>
      child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
    )
    const shared = await startChroma({ dir, from: from ?? '' })
    expect(shared.url).toBe(url)
    child.kill('SIGKILL')
    await expect
      .poll(
        () =>
          checkChroma({ url }).then(
            () => 'up',
            () => 'down',
          ),
        { timeout: 5_000 },
      )
      .toBe('down')
  }, 30_000)
})

async function collections(url: string): Promise<string[]> {
  const response = await fetch(`${url}/api/v2/tenants/default_tenant/databases/default_database/collections?limit=1000`)
  return ((await response.json()) as { name: string }[]).map(({ name }) => name)
}
