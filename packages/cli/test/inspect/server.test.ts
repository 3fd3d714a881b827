import { request as plainRequest } from 'node:http'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type {
  About,
  Changes,
  CostView,
  EpochView,
  LogPage,
  Outline,
  RequestView,
  SearchAnswer,
  Seen,
  Summaries,
  TextPart,
  Told,
} from 'daypack-inspector/api'
import { createDaypack } from 'daypack'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openPlace } from '../../src/workspace.ts'
import { openReader } from '../../src/inspect/reader.ts'
import { inspectServer } from '../../src/inspect/server.ts'
import { agentSession, folder, steady } from './workspace.ts'

/** Sixty requests of an agent in a small window; only read. */
let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'daypack-inspect-'))
  await agentSession(dir, { steps: 60, window: 12_000 })
})
afterAll(() => rm(dir, { recursive: true, force: true }))

/** The server over a workspace, without a browser. */
async function served(dir: string, more: { canEdit?: boolean } = {}) {
  const page = path.join(await folder(), 'page')
  await mkdir(page, { recursive: true })
  await writeFile(path.join(page, 'index.html'), '<!doctype html>')
  const reader = openReader(await openPlace(dir))
  const about: About = {
    dir,
    version: '0',
    window: 20_000,
    preset: 'daypack',
    canEdit: more.canEdit === true,
  }
  const server = await inspectServer({ reader, about, page })
  onTestFinished(async () => {
    await server.close()
    await reader.close()
  })
  const get = async <T>(name: string): Promise<T> => {
    const response = await fetch(`${server.url}api/${name}`)
    const body = (await response.json()) as T & { error?: string }
    if (!response.ok) throw new Error(body.error)
    return body
  }
  return { ...server, get }
}

/** `fetch` sets the Host itself: asked by hand. */
function ask(
  port: number,
  where: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }> {
  return new Promise((resolve, reject) => {
    const sent = plainRequest({ host: '127.0.0.1', port, path: where, headers }, (response) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0, headers: response.headers })
    })
    sent.on('error', reject)
    sent.end()
  })
}

test('a wrong token, a foreign Host and a foreign Origin are refused, and every answer has a strict policy', async () => {
  const { url, port } = await served(dir)
  const own = new URL(url).pathname
  const host = `127.0.0.1:${port}`
  expect((await ask(port, own, { host })).status).toBe(200)
  expect((await ask(port, `${own}api/sessions`, { host, origin: `http://${host}` })).status).toBe(200)
  for (const [where, headers] of [
    ['/', { host }],
    ['/wrong/api/sessions', { host }],
    [`${own.slice(0, -2)}/api/sessions`, { host }],
    [`${own}api/sessions`, { host: 'evil.example' }],
    [`${own}api/sessions`, { host: `evil.example:${port}` }],
    [`${own}api/sessions`, { host: '127.0.0.1' }],
    [`${own}api/sessions`, { host, origin: 'http://evil.example' }],
    [`${own}api/sessions`, { host, origin: 'null' }],
  ] as const) {
    const answer = await ask(port, where, headers)
    expect([where, headers, answer.status]).toEqual([where, headers, 403])
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  }
  const { headers } = await ask(port, own, { host })
  expect(headers['content-security-policy']).not.toContain('unsafe')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect((await ask(port, `${own}..%2f..%2fpackage.json`, { host })).status).toBe(404)
})

test('I-58: the page may ask nobody else, whatever its address says', async () => {
  const { url, port } = await served(dir)
  const own = new URL(url).pathname
  const { status, headers } = await ask(port, `${own}?gatewayUrl=http://evil.example&api=//evil.example`, {
    host: `127.0.0.1:${port}`,
  })
  expect(status).toBe(200)
  expect(headers['content-security-policy']).toMatch(/connect-src 'self'(?:;|$)/)
  expect(headers['referrer-policy']).toBe('no-referrer')
})

test('all sessions and users with their cost and trouble; each user has an address of their own', async () => {
  const own = await folder()
  await agentSession(own, { steps: 20, window: 12_000 })
  await agentSession(own, { steps: 5, window: 12_000, id: 'report', user: 'ada' })
  const pack = await createDaypack({ dir: own, retention: false, memory: false })
  const session = await pack.session('work')
  await session.overflow(new Error('prompt is too long: 9000 tokens > 8000 maximum'))
  await pack.close()
  const team = path.join(own, 'scopes', 'team', 'blue')
  await mkdir(team, { recursive: true })
  await writeFile(path.join(team, 'MEMORY.md'), '# Memory\n')
  const { get } = await served(own)
  const { rows, more } = await get<Summaries>('summaries')
  expect(more).toBe(0)
  expect(rows.map(({ scope, name, costs }) => [scope, name, costs?.requests, costs?.currency])).toEqual([
    ['', 'work', 20, 'dollars'],
    ['user/ada', 'report', 5, 'dollars'],
  ])
  expect(await readdir(team)).toEqual(['MEMORY.md'])
  const [first, ada] = rows
  expect(first?.trouble).toEqual([expect.stringMatching(/refused as too long: the window is taken for \d+ tokens/)])
  expect(ada?.trouble).toEqual([])
  const outline = await get<Outline>(`s/${encodeURIComponent(ada?.id ?? '')}/outline`)
  expect(outline.requests.total).toHaveLength(5)
  const { session: cost } = await get<CostView>(`s/${encodeURIComponent(ada?.id ?? '')}/cost`)
  expect(cost.cost).toBeCloseTo(ada?.costs?.cost ?? 0, 9)
})

test('the outline tells each request as it was billed, with its epochs', async () => {
  const { get } = await served(dir)
  const { requests, epochs, estimated, currency } = await get<Outline>('s/work/outline')
  expect(requests.total).toHaveLength(60)
  expect(estimated).toBe(false)
  expect(currency).toBe('dollars')
  expect(epochs.length).toBeGreaterThan(0)
  for (const [index, total] of requests.total.entries()) {
    const parts = Object.values(requests.parts).reduce((sum, part) => sum + (part[index] ?? 0), 0)
    expect(parts).toBe(total)
    expect(total).toBeLessThan(12_000)
  }
})

test('a request is what was sent: its blocks add up, and what was cut reads back whole', async () => {
  const { get } = await served(dir)
  const { epochs, requests } = await get<Outline>('s/work/outline')
  const [epoch] = epochs
  const view = await get<RequestView>(`s/work/request/${epoch?.request}`)
  const fold = view.blocks.find((block) => block.kind === 'fold')
  expect(fold?.why).toMatchObject({ by: 'compact' })
  expect(fold?.full).toBeGreaterThan(fold?.tokens ?? Infinity)
  expect(view.tokens).toBe(requests.total[epoch?.request ?? 0])
  for (const [index, total] of requests.total.entries()) {
    const { tokens, cached, blocks } = await get<RequestView>(`s/work/request/${index}`)
    expect(tokens).toBe(total)
    expect(blocks.filter((block) => block.cached).length > 0).toBe(cached > 0)
  }
  const shown = await get<TextPart>(`s/work/block/${fold?.id}?head=${view.head}`)
  expect(shown.text).toContain('Task 0')
  const inside = await get<LogPage>(`s/work/log?first=${fold?.fold?.from}&last=${fold?.fold?.to}&count=500`)
  expect(inside.rows).toHaveLength(fold?.fold?.messages ?? 0)
  const result = inside.rows.find((row) => row.role === 'tool')
  expect((await get<TextPart>(`s/work/message/${result?.number}`)).text).toContain('needle-0')
  const last = await get<RequestView>(`s/work/request/${requests.total.length}`)
  expect(last.blocks.filter((block) => block.state === 'new').length).toBeGreaterThan(0)
  await expect(get('s/work/request/999')).rejects.toThrow('nothing like that')
})

test('G-108: where a folded message went, why an epoch came in words, and no message counts as lost that is in the hand-over', async () => {
  const { get } = await served(dir)
  const { epochs } = await get<Outline>('s/work/outline')
  const epoch = await get<EpochView>(`s/work/epoch/${epochs[0]?.number}`)
  expect(epoch.why).not.toMatch(/high-water|\d{5,}|bytes/)
  const fold = epoch.changes.rows.find((row) => row.id.startsWith('fold-'))
  const shown = await get<TextPart>(`s/work/block/${fold?.id}?head=${epoch.seq}`)
  const [line = ''] = shown.text.split('\n').filter((each) => each.startsWith('[1] '))
  const told = await get<Told>(`s/work/told/1?head=${epoch.seq}`)
  expect(told).toMatchObject({ fold: fold?.id })
  expect(told.lines).toContain(line)
  const first = epoch.changes.rows.find((row) => row.number === 1 && !row.id.startsWith('fold-'))
  expect(first).toMatchObject({ sign: '~', label: 'user', where: 'kept' })
  const { rows } = await get<Changes>(`s/work/request/${epochs[0]?.request}/changes`)
  expect(rows.find((row) => row.number === 1 && !row.id.startsWith('fold-'))).toMatchObject({ where: 'kept' })
  const cameAndLeft = rows.filter(({ where }) => where === undefined).map(({ sign, number }) => `${sign}${number}`)
  expect(cameAndLeft[0]).toBe('+1')
  expect(cameAndLeft.at(-1)).toMatch(/^\+/)
  const second = await get<EpochView>(`s/work/epoch/${epochs[1]?.number}`)
  expect(second.changes.rows[0]).toMatchObject({ sign: '~', id: fold?.id, label: 'hand-over' })
})

test('search finds what is in the log, and where the model saw the message ends with the fold that took it', async () => {
  const { get } = await served(dir)
  const found = await get<SearchAnswer>('s/work/search?q=needle-7%20')
  expect(found.found).toMatchObject([{ role: 'tool', label: 'read_file' }])
  const outline = await get<Outline>('s/work/outline')
  const seen = await get<Seen>('s/work/seen?q=needle-7%20')
  expect(seen.runs[0]?.from).toBe(8)
  const inMessage = seen.runs.filter(({ through }) => through.some((id) => !id.startsWith('fold-')))
  const gone = outline.epochs.find((epoch) => epoch.request > 8)?.request ?? Infinity
  expect(inMessage.at(-1)?.to).toBe(gone - 1)
  await expect(get('s/work/search?q=')).rejects.toThrow('empty')
})

test('cost: days add up to the session, and each epoch breaks the cache once, by name', async () => {
  const { get } = await served(dir)
  const cost = await get<CostView>('s/work/cost')
  const days = cost.days.reduce((sum, row) => sum + row.cost, 0)
  expect(days).toBeCloseTo(cost.session.cost)
  expect(cost.models.map((row) => row.name)).toEqual(['claude-sonnet-4-5'])
  expect(cost.session.cost).toBeGreaterThan(0)
  const { epochs } = await get<Outline>('s/work/outline')
  expect(cost.breaks.map((each) => each.request)).toEqual(epochs.map((epoch) => epoch.request))
  expect(cost.breaks.every((each) => each.cause.startsWith('epoch: compact'))).toBe(true)
})

test('while an agent writes, the reader follows and takes no lock', async () => {
  const dir = await folder()
  const pack = await createDaypack({ dir, window: 50_000, retention: false, memory: false })
  onTestFinished(() => pack.close())
  await steady(await pack.session('live'), 3, () => {})
  const { get, url } = await served(dir)
  const before = await get<Outline>('s/live/outline')
  const live = await fetch(`${url}api/s/live/live`)
  const news = live.body?.getReader()
  onTestFinished(() => news?.cancel())
  const session = await pack.session('live')
  await session.append({ role: 'user', blocks: [{ type: 'text', text: 'and now this' }] })
  const chunk = await news?.read()
  expect(new TextDecoder().decode(chunk?.value)).toContain('event: head')
  const after = await get<Outline>('s/live/outline')
  expect(after.head).toBe(before.head + 1)
  expect(after.messages).toBe(before.messages + 1)
})

test('without --allow-edit nothing can be changed', async () => {
  const before = await readFile(path.join(dir, 'log', 'work.jsonl'))
  const { url, get } = await served(dir)
  const { epochs } = await get<Outline>('s/work/outline')
  const response = await fetch(`${url}api/s/work/undo/${epochs[0]?.seq}`, { method: 'POST' })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: expect.stringContaining('--allow-edit') })
  expect(await readFile(path.join(dir, 'log', 'work.jsonl'))).toEqual(before)
})
