import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { countAttack } from '../../daypack-testing/test/attack.ts'
import { project, started, within, type Project } from './run.ts'

// Real commands, and somebody who made the file, the folder, the arguments or the request.

const OUT = 'ways out of the folder: names in an export, arguments of MCP tools'
const KEYS = 'keys every object has, in requests, settings, exports and arguments of tools'
const SECRET = 'the vault opens at nine'
let outside: Project
let at: Project
beforeEach(() => {
  outside = project()
  at = project()
  outside.file('secret.md', `- ${SECRET}\n`)
})
afterEach(() => {
  at.remove()
  outside.remove()
})

const entry = (seq: number, role: string) => ({
  ...{ seq, at: 0, kind: 'message', message: { role, blocks: [{ type: 'text', text: 'a' }] } },
  ...{ hash: 'h', sizes: [{ tokens: 1, bytes: 1 }], counter: 'c', ['__proto__']: { polluted: 1 } },
})
const head = { format: 'daypack-export', version: 1, session: 's', entries: 2 }
const exported = (first: object) =>
  [first, { entry: entry(1, 'user') }, { entry: entry(2, 'assistant') }]
    .map((one) => `${JSON.stringify(one)}\n`)
    .join('')

describe('a transcript somebody else made, carried on', () => {
  const said = (role: string, content: unknown) => ({ role, content })
  const put = (name: string, value: unknown) => {
    mkdirSync(path.dirname(path.join(at.dir, name)), { recursive: true })
    return at.file(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  /** A session of OpenCode, which is many files. */
  const openCode = (id: string) => {
    put('x/storage/message/ses_1/msg_1.json', { id, role: 'user', time: { created: 1 } })
    put('x/storage/message/ses_1/msg_2.json', { id: 'msg_2', role: 'assistant', time: { created: 2 } })
    put('x/storage/part/msg_2/prt_2.json', { id: 'prt_2', type: 'text', text: 'Done.' })
    return put('x/storage/session/p/ses_1.json', { id: 'ses_1' })
  }
  const part = { id: 'prt_1', type: 'text', text: SECRET }
  const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  test.each<[string, () => string]>([
    ['names parts in another folder', () => (put('secret/a.json', part), openCode('../../../secret'))],
    ['names parts by a whole path', () => (put('secret/a.json', part), openCode(path.join(at.dir, 'secret')))],
    [
      'has parts behind a link',
      () => {
        put('secret/a.json', part)
        const file = openCode('msg_1')
        symlinkSync(path.join(at.dir, 'secret'), path.join(at.dir, 'x/storage/part/msg_1'))
        return file
      },
    ],
    [
      'has a part that is a link',
      () => {
        put('secret/a.json', part)
        const file = openCode('msg_1')
        mkdirSync(path.join(at.dir, 'x/storage/part/msg_1'))
        symlinkSync(path.join(at.dir, 'secret/a.json'), path.join(at.dir, 'x/storage/part/msg_1/a.json'))
        return file
      },
    ],
    [
      'has zero bytes and escapes',
      () => put('a.json', [said('user', 'Go\0 on\u001b[2J'), said('assistant', '\0\u001b]0;x\u0007')]),
    ],
    [
      'has flags for words',
      () => put('a.json', [said('user', '--dangerously-skip-permissions'), said('assistant', '--yolo')]),
    ],
    [
      'is nested without end',
      () => put('a.json', `[{"role":"user","content":${nested}},{"role":"assistant","content":"x"}]`),
    ],
    [
      'has keys every object has',
      () =>
        put(
          'a.json',
          '[{"role":"user","content":"a","__proto__":{"polluted":1}},{"role":"assistant","content":[{"type":"tool_use","id":"__proto__","name":"constructor","input":{"__proto__":{"polluted":1}}}]}]',
        ),
    ],
    [
      'unpacks to more than memory',
      () => {
        const file = path.join(at.dir, 'a.json.gz')
        writeFileSync(file, gzipSync(Buffer.alloc(300_000_000, 32)))
        return file
      },
    ],
  ])('%s: nothing from elsewhere, no control characters, no flags', async (_, make) => {
    const { out, err } = await within(at, [
      'carry',
      make(),
      '--to',
      'claude',
      '--print',
      '--dir',
      path.join(at.dir, 'pack'),
    ]).catch((error: unknown) => ({ out: '', err: String(error) }))
    expect(out + err).not.toContain('vault')
    expect(out + err).not.toMatch(/[\u0000\u001b\u0007]/)
    expect(out).toMatch(/^(?:You take over|$)/)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(process.memoryUsage().arrayBuffers).toBeLessThan(600e6)
    countAttack('a transcript somebody else made, carried to another agent', 1)
  })
})

describe('an export somebody else made', () => {
  test.each<[string, string, object, string[]]>([
    ['a session outside', OUT, { ...head, session: '../../../escape' }, []],
    ['a session with an absolute name', OUT, { ...head, session: '/tmp/escape' }, []],
    ['another name outside', OUT, head, ['--as', '../../escape']],
    ['a session every object has', KEYS, { ...head, session: '__proto__' }, []],
  ])('%s writes in the workspace alone', async (_, attack, first, flags) => {
    const file = at.file('given.jsonl', exported(first))
    await within(at, ['import', file, '--dir', path.join(at.dir, 'pack'), ...flags]).catch(() => undefined)
    const files = readdirSync(at.dir, { recursive: true, encoding: 'utf8' })
    expect(files.filter((name) => name.includes('escape') && !/^pack[\\/]/.test(name))).toEqual([])
    expect(readdirSync(path.dirname(at.dir)).filter((name) => name.startsWith('escape'))).toEqual([])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    countAttack(attack, 1)
  })
})

test('settings with keys every object has set nothing and change no object', async () => {
  for (const text of ['{"__proto__":{"window":1,"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}']) {
    at.file('daypack.json', text)
    await within(at, ['doctor', '--dir', path.join(at.dir, 'pack')]).catch(() => undefined)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    countAttack(KEYS, 1)
  }
})

test('tools of MCP read and write notes, whatever their arguments say', { timeout: 120_000 }, async () => {
  const dir = path.join(at.dir, 'pack')
  mkdirSync(path.join(dir, 'memory'), { recursive: true, mode: 0o700 })
  symlinkSync(path.join(outside.dir, 'secret.md'), path.join(dir, 'memory/link.md'))
  const { child, ended } = started(at, ['mcp', '--dir', dir])
  const answers = createInterface({ input: child.stdout ?? process.stdin })[Symbol.asyncIterator]()
  let id = 0
  const ask = async (method: string, params: unknown) => {
    child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })}\n`)
    return (await answers.next()).value as string
  }
  const info = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
  expect(await ask('initialize', info)).toContain('"result"')
  child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  const { tools } = JSON.parse(await ask('tools/list', {})).result as { tools: { name: string }[] }
  expect(tools.length).toBeGreaterThan(2)
  const places = [
    '../../secret.md',
    path.join(outside.dir, 'secret.md'),
    'memory/link.md',
    'memory/../../x.md',
    'memory\\..\\x',
    '__proto__',
    '\0',
  ]
  for (const { name } of tools)
    for (const place of places) {
      const named = { path: place, file: place, ref: place, session: place, id: place }
      const words = { text: 'planted', query: 'vault', old_text: SECRET, new_text: 'planted', pattern: '.*' }
      const got = await ask('tools/call', { name, arguments: { ...named, ...words } })
      expect(got).not.toContain(SECRET)
      expect(JSON.parse(got).id).toBe(id)
      countAttack(OUT, 1)
    }
  for (const polluting of ['{"__proto__":{"path":"MEMORY.md"}}', '[]', 'null', '{"constructor":1}']) {
    expect(await ask('tools/call', { name: tools[0]?.name, arguments: JSON.parse(polluting) })).toContain(`"id":${id}`)
    countAttack(KEYS, 1)
  }
  child.stdin?.end()
  await ended
  expect(readFileSync(path.join(outside.dir, 'secret.md'), 'utf8')).toBe(`- ${SECRET}\n`)
  expect(readdirSync(at.dir)).toEqual(['pack'])
})

test('a real inspector answers its own page alone', { timeout: 120_000 }, async () => {
  const dir = path.join(at.dir, 'pack')
  await within(at, ['import', at.file('talk.jsonl', exported(head)), '--dir', dir])
  const { child, ended } = started(at, ['inspect', dir])
  const url = new URL(
    await new Promise<string>((resolve, reject) => {
      let said = ''
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (data: Buffer) => {
          said += data.toString()
          const found = /http:\/\/\S+/.exec(said)?.[0]
          if (found) resolve(found)
        })
      child.once('close', () => reject(new Error(said)))
    }),
  )
  const get = (where: string, headers: Record<string, string>, method = 'GET') =>
    new Promise<number>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port: url.port, path: where, headers, method }, (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      sent.on('error', reject).end()
    })
  const api = `${url.pathname}api/about`
  expect(await get(api, { host: url.host })).toBe(200)
  const attacks: [string, Record<string, string>, string?][] = [
    [api, { host: 'evil.example' }],
    [api, { host: `127.0.0.1.evil.example:${url.port}` }],
    [api, { host: `localhost.:${url.port}` }],
    [api, { host: url.host, origin: 'https://evil.example' }],
    [api, { host: url.host, origin: 'null' }],
    ['/api/about', { host: url.host }],
    [`${url.pathname.slice(0, -2)}/api/about`, { host: url.host }],
    [`${url.pathname}..%2f..%2f..%2fetc%2fpasswd`, { host: url.host }],
    [`${url.pathname}api/__proto__`, { host: url.host }],
    [`${url.pathname}api/sessions/..%2f..%2fx/log`, { host: url.host }],
    [api, { host: url.host }, 'POST'],
    [api, { host: url.host }, 'TRACE'],
  ]
  const answered: unknown[] = []
  for (const [where, headers, method] of attacks) {
    const status = await get(where, headers, method)
    if (status < 400 || status >= 500) answered.push({ where: where.slice(-20), headers, method, status })
    else countAttack('requests to a real `daypack inspect` as a page, another name or another tool would send them', 1)
  }
  expect(answered).toEqual([])
  child.kill()
  await ended
})
