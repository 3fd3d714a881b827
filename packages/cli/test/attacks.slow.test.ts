import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProxy, type Proxy } from './clients/harness.ts'
import { project } from './run.ts'
import { countAttack } from '../../daypack-testing/test/attack.ts'

// A real `daypack proxy`, and somebody who reached its port or stands behind it as a provider. Each attack is tried, then the
// proxy must still serve an honest agent, hold no more memory than before, and have told nobody what another said.

const SECRET = 'the vault opens at nine'
const at = project()
const heard: string[] = []
let proxy: Proxy
let port: number
let token: string
let pid: number

/** A provider that does what the last message names. */
const HOSTILE: Record<string, (socket: Socket) => void> = {
  'a page as scalable vector graphics': (socket) =>
    answer(socket, 'content-type: image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
  'two types, the second a page': (socket) =>
    answer(socket, 'content-type: application/json\r\ncontent-type: text/html', '<script>1</script>'),
  'a page that claims to be packed': (socket) =>
    answer(socket, 'content-type: TEXT/HTML ; charset=utf-7\r\ncontent-encoding: gzip', '<script>1</script>'),
  'headers without an end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    pour(socket, () => `x-${'a'.repeat(1_000)}: b\r\n`, 2_000)
  },
  'an event without an end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\ndata: {"type":"')
    pour(socket, () => 'a'.repeat(64_000), 1_500)
  },
  'a packed stream of zeros': (socket) => {
    const bomb = gzipSync(Buffer.alloc(200_000_000))
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\n')
    socket.end(Buffer.concat([Buffer.from(`content-length: ${bomb.length}\r\n\r\n`), bomb]))
  },
  'a thousand early hints': (socket) => {
    socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(1_000))
    answer(socket, 'content-type: application/json', '{}')
  },
  'a length that is a lie': (socket) => {
    socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 999999999\r\n\r\n{"a":')
  },
  'an event with an id of five megabytes': (socket) => {
    const event = `id: ${'7'.repeat(5_000_000)}\nevent: ${'e'.repeat(1_000_000)}\nretry: ${'9'.repeat(400)}\ndata: {}\n\n`
    socket.end(`HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n${event}`)
  },
  'keys every object has': (socket) => answer(socket, 'content-type: application/json', POLLUTING),
  'nothing at all': (socket) => void setTimeout(() => socket.destroy(), 3_000),
}

function answer(socket: Socket, headers: string, body: string): void {
  socket.end(`HTTP/1.1 200 OK\r\n${headers}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}

function pour(socket: Socket, piece: () => string, times: number): void {
  for (; times > 0 && !socket.destroyed; times--)
    if (!socket.write(piece())) return void socket.once('drain', () => pour(socket, piece, times - 1))
  socket.destroy()
}

const POLLUTING = `{"id":"m","type":"message","role":"assistant","__proto__":{"polluted":1},"content":[{"type":"tool_use","id":"__proto__","name":"constructor","input":{"__proto__":{"polluted":1}}}],"usage":{"__proto__":{"polluted":1},"input_tokens":1,"output_tokens":1}}`
const REPLY = JSON.stringify({
  id: 'm',
  type: 'message',
  role: 'assistant',
  model: 'claude-opus-4-5',
  content: [{ type: 'text', text: 'Done.' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 1, output_tokens: 1 },
})
const provider = createServer((socket) => {
  let said = ''
  socket.on('error', () => undefined)
  socket.on('data', (data) => {
    said += data.toString('latin1')
    const length = Number(/content-length: (\d+)/i.exec(said)?.[1] ?? 0)
    const start = said.indexOf('\r\n\r\n')
    if (start < 0 || said.length - start - 4 < length) return
    heard.push(said)
    const wanted = /attack: ([^"\\]+)/.exec(said)?.[1] ?? ''
    said = ''
    const hostile = HOSTILE[wanted]
    if (hostile) return hostile(socket)
    socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${REPLY.length}\r\n\r\n${REPLY}`)
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  proxy = await startProxy(at.dir, `http://127.0.0.1:${(provider.address() as AddressInfo).port}`, 100_000)
  const url = new URL(proxy.url)
  port = Number(url.port)
  token = url.pathname.split('/')[2] ?? ''
  expect(token.length).toBeGreaterThan(8)
  pid = proxy.pid
})
afterAll(async () => {
  await proxy.kill()
  provider.close()
  at.remove()
})

/** Bytes on the port; what comes back until it closes, or in a minute: this machine may be busy. */
function raw(bytes: string | Buffer, waitMs = 60_000): Promise<string> {
  return new Promise((resolve) => {
    let got = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    const end = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve(got)
    }
    const timer = setTimeout(end, waitMs)
    socket
      .on('data', (data) => (got += data.toString('latin1')))
      .on('error', end)
      .on('close', end)
  })
}
const get = (target: string, ...headers: string[]) =>
  raw(`GET ${target} HTTP/1.1\r\n${[`host: 127.0.0.1:${port}`, 'connection: close', ...headers].join('\r\n')}\r\n\r\n`)

async function say(messages: unknown[], key: string, path = '', headers: Record<string, string> = {}) {
  const response = await fetch(`${proxy.url}${path}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
    body: JSON.stringify({ model: 'claude-opus-4-5', max_tokens: 9, messages }),
    signal: AbortSignal.timeout(60_000),
  })
  return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() }
}
const user = (content: unknown) => ({ role: 'user', content })

function rssMB(): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_000
}

describe('G-80: without the token, or as a browser, nobody gets an answer', () => {
  test.each<[string, () => Promise<string>]>([
    [
      'a name that only begins like this machine',
      () =>
        get(`/t/${token}/daypack/status`, 'x: y').then(() =>
          raw(
            `GET /t/${token}/daypack/status HTTP/1.1\r\nhost: 127.0.0.1.evil.example:${port}\r\nconnection: close\r\n\r\n`,
          ),
        ),
    ],
    [
      'a name with a dot behind',
      () => raw(`GET /t/${token}/daypack/status HTTP/1.1\r\nhost: localhost.:${port}\r\nconnection: close\r\n\r\n`),
    ],
    ['an origin of null', () => get(`/t/${token}/daypack/status`, 'origin: null')],
    ['the port of another program as origin', () => get(`/t/${token}/daypack/status`, 'origin: http://localhost:1')],
    ['the start of the token', () => get(`/t/${token.slice(0, -1)}/daypack/status`)],
    ['the token and more', () => get(`/t/${token}x/daypack/status`)],
    ['two tokens, the wrong one first', () => get(`/t/x/t/${token}/daypack/status`)],
    ['a way around the token', () => get('/t/x/../daypack/status')],
    ['a path with letters written as numbers', () => get('/%64aypack/status')],
    ['two slashes', () => get('//daypack/status')],
    ['another server as the target of the request', () => get('http://169.254.169.254/latest/meta-data/')],
    ['another server in the path', () => get(`/t/${token}/to/http://169.254.169.254/latest`)],
    ['another server in the path, packed', () => get(`/t/${token}/to/http%3A%2F%2F169.254.169.254%2Flatest`)],
    ['a name every object has', () => get(`/t/${token}/to/__proto__/v1/messages`)],
  ])('%s', async (_, attack) => {
    const before = heard.length
    const got = await attack()
    expect(got).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(got).not.toContain('"sessions"')
    expect(heard.length).toBe(before)
    countAttack('requests to the port of a real `daypack proxy` without the token, or as a browser would send them', 1)
  })
})

describe('G-81: what one user said never goes out for another', () => {
  const opening = [user('Hello there.'), { role: 'assistant', content: 'Hello.' }]
  test.each<[string, string, string, Record<string, string>]>([
    ['with the same session in a header', 'key-b', '', { 'x-claude-code-session-id': 'shared' }],
    ['with the same session in the path', 'key-b', '/s/shared', {}],
    ['with the key as another header', '', '', { authorization: 'Bearer key-a', 'x-claude-code-session-id': 'shared' }],
    ['with the key in capitals', 'KEY-A', '', { 'x-claude-code-session-id': 'shared' }],
    ['without a key', '', '', { 'x-claude-code-session-id': 'shared' }],
  ])('%s', async (_, key, path, headers) => {
    const mine = { 'x-claude-code-session-id': 'shared' }
    await say([...opening, user(SECRET)], 'key-a', '', mine)
    await say([...opening, user(SECRET)], 'key-a', '/s/shared')
    const before = heard.length
    const masked = '<tool_output_masked>toolu_1</tool_output_masked>'
    await say([...opening, user('What did I say?')], key, path, headers)
    await say(
      [...opening, user([{ type: 'tool_result', tool_use_id: 'toolu_1', content: masked }])],
      key,
      path,
      headers,
    )
    expect(heard.slice(before).filter((one) => one.includes(SECRET))).toEqual([])
    expect(heard.length).toBeGreaterThan(before)
    countAttack("another user's session, by header, path, swapped and missing keys, with masked items", 1)
  })
})

describe('G-82: no packet ends the proxy', () => {
  const head = (line: string, ...headers: string[]) => `${line}\r\n${headers.join('\r\n')}\r\n\r\n`
  const upgrade = ['host: 127.0.0.1', 'connection: upgrade', 'upgrade: websocket']
  test.each<[string, string]>([
    ['a star to be upgraded', head('GET * HTTP/1.1', ...upgrade)],
    [
      'a version of the future',
      head('GET / HTTP/1.1', ...upgrade, 'sec-websocket-version: 99', 'sec-websocket-key: x'),
    ],
    ['ten thousand protocols', head('GET / HTTP/1.1', ...upgrade, `sec-websocket-protocol: ${'a,'.repeat(5_000)}`)],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    [
      'two lengths of one body',
      head('POST / HTTP/1.1', 'host: a', 'content-length: 4', 'transfer-encoding: chunked') +
        '0\r\n\r\nGET / HTTP/1.1\r\n\r\n',
    ],
    [
      'a chunk larger than any number',
      head('POST / HTTP/1.1', 'host: 127.0.0.1', 'transfer-encoding: chunked') + 'ffffffffffffffffff\r\nx',
    ],
    ['a length below nothing', head('POST / HTTP/1.1', 'host: 127.0.0.1', 'content-length: -1')],
    ['a zero byte in a header', head('GET / HTTP/1.1', 'host: 127.0.0.1', 'x: a\0b')],
    ['a greeting of TLS', '\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003'],
    ['two hundred requests, none read', head('GET /x HTTP/1.1', 'host: 127.0.0.1').repeat(200)],
    ['CONNECT', head('CONNECT 169.254.169.254:80 HTTP/1.1', 'host: 169.254.169.254:80')],
    ['half a surrogate in the path', head('GET /t/%ED%A0%80/%FF%00 HTTP/1.1', 'host: 127.0.0.1')],
  ])('%s', async (_, bytes) => {
    await raw(Buffer.from(bytes, 'latin1'), 500)
    expect((await say([user('Are you there?')], 'key-c')).status).toBe(200)
    countAttack('packets on the port: upgrades, two lengths, chunks, TLS, HTTP/2, pipelines, CONNECT', 1)
  })
})

describe('G-85: no provider hangs or fills it, and no page comes back', () => {
  test.each(Object.keys(HOSTILE))('%s', async (name) => {
    const before = rssMB()
    const got = await say([user(`attack: ${name}`)], `key-${name.length}`).catch(() => undefined)
    expect(got?.type ?? '').not.toMatch(/html|svg|xml/i)
    expect((await say([user('Are you there?')], 'key-d')).status).toBe(200)
    expect(rssMB()).toBeLessThan(before + 250)
    countAttack('a hostile provider: pages as other types, no end, packed zeros, lies about lengths, silence', 1)
  })
})

describe('no request hides in another', () => {
  const body = JSON.stringify({ model: 'claude-opus-4-5', max_tokens: 9, messages: [user('Hi.')] })
  const HIDDEN = 'GET /smuggled HTTP/1.1\r\nhost: a\r\n\r\n'
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n`
  const post = (headers: string[], rest: string, target = '/v1/messages') =>
    [
      `POST /t/${token}${target} HTTP/1.1`,
      `host: 127.0.0.1:${port}`,
      'content-type: application/json',
      ...headers,
      '',
      rest,
    ].join('\r\n')
  test.each<[string, () => string]>([
    [
      'a length and chunks',
      () => post([`content-length: ${body.length}`, 'transfer-encoding: chunked'], `0\r\n\r\n${HIDDEN}`),
    ],
    [
      'chunks and a length, the other way round',
      () => post(['transfer-encoding: chunked', 'content-length: 3'], `${chunk}0\r\n\r\n${HIDDEN}`),
    ],
    [
      'two lengths',
      () => post([`content-length: ${body.length}`, `content-length: ${body.length + HIDDEN.length}`], body + HIDDEN),
    ],
    ['a length with a sign', () => post([`content-length: +${body.length}`], body + HIDDEN)],
    ['a list of lengths', () => post([`content-length: ${body.length}, ${body.length}`], body + HIDDEN)],
    ['an encoding nobody knows', () => post(['transfer-encoding: xchunked'], `${chunk}0\r\n\r\n${HIDDEN}`)],
    [
      'two encodings',
      () => post(['transfer-encoding: chunked', 'transfer-encoding: identity'], `${chunk}0\r\n\r\n${HIDDEN}`),
    ],
    ['a blank before the colon', () => post(['transfer-encoding : chunked'], `${chunk}0\r\n\r\n${HIDDEN}`)],
    ['a folded header', () => post([`x: a\r\n GET /smuggled HTTP/1.1`, `content-length: ${body.length}`], body)],
    [
      'a chunk whose remark holds a line',
      () => post(['transfer-encoding: chunked'], `1;a=\n${HIDDEN}\r\nx\r\n0\r\n\r\n`),
    ],
    ['a request as the trailer', () => post(['transfer-encoding: chunked'], `${chunk}0\r\nx: y\r\n${HIDDEN}`)],
    [
      'lines without carriage returns',
      () => post([`content-length: ${body.length}`], body + HIDDEN).replaceAll('\r', ''),
    ],
    [
      'line ends in the path',
      () => post([`content-length: ${body.length}`], body, '/v1/messages%0d%0aGET%20/smuggled'),
    ],
    ['one behind another, read at once', () => post([`content-length: ${body.length}`], body + HIDDEN)],
  ])('%s', async (_, bytes) => {
    const before = heard.length
    await raw(bytes(), 2_000)
    expect(heard.slice(before).filter((one) => /^(?:GET )?\/?smuggled/m.test(one))).toEqual([])
    expect(heard.slice(before).filter((one) => /^GET /m.test(one))).toEqual([])
    expect((await say([user('Are you there?')], 'key-e')).status).toBe(200)
    countAttack('requests hidden in another: two lengths, two encodings, folded lines, trailers, pipelines', 1)
  })
})

describe('a name of a session is a name', () => {
  test.each([
    '%0d%0ax-evil:%201',
    '..%2f..%2f..%2fescape',
    '%2e%2e%2f%2e%2e%2fescape',
    '..%5c..%5cescape',
    '__proto__',
    'constructor',
    'toString',
    'escape%00.jsonl',
    '%ED%A0%80',
    '%E2%80%AEescape',
    'e%CC%81scape',
    'CON',
    '.lock',
    'a'.repeat(4_000),
  ])('%s', async (name) => {
    const before = heard.length
    const got = await say(
      [user('Hello.'), { role: 'assistant', content: 'Hi.' }, user('Go on.')],
      'key-f',
      `/s/${name}`,
    )
    expect(got.status).toBeLessThan(500)
    expect(heard.slice(before).filter((one) => /^x-evil/im.test(one))).toEqual([])
    const files = readdirSync(at.dir, { recursive: true, encoding: 'utf8' })
    expect(files.filter((file) => /escape/.test(file) && !file.startsWith('pack/'))).toEqual([])
    expect(readdirSync(dirname(at.dir)).filter((file) => /^.?escape/.test(file))).toEqual([])
    expect((await say([user('Are you there?')], 'key-g')).status).toBe(200)
    countAttack('names of sessions: line ends, ways out of the folder, names every object has, odd letters', 1)
  })
})

describe('keys every object has stay keys', () => {
  test.each<[string, string]>([
    ['in a message', '{"role":"user","content":"a","__proto__":{"polluted":1}}'],
    ['in a block', '{"role":"user","content":[{"type":"text","text":"a","constructor":{"prototype":{"polluted":1}}}]}'],
    [
      'in the input of a tool',
      '{"role":"assistant","content":[{"type":"tool_use","id":"__proto__","name":"__proto__","input":{"__proto__":{"polluted":1}}}]}',
    ],
    ['as a role', '{"role":"__proto__","content":"a"}'],
  ])('%s', async (_, message) => {
    const rest = `"max_tokens":9,"model":"claude-opus-4-5","__proto__":{"polluted":1}`
    const text = `{${rest},"messages":[{"role":"user","content":"Go."},${message}]}`
    const response = await fetch(`${proxy.url}/v1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'key-h' },
      body: text,
    })
    expect(response.status).toBeLessThan(500)
    const before = heard.length
    expect((await say([user('Are you there?')], 'key-i')).status).toBe(200)
    expect(heard.slice(before).join('')).not.toContain('polluted')
    expect(JSON.stringify(await proxy.status())).not.toContain('polluted')
    countAttack('keys every object has, in requests, settings, exports and arguments of tools', 1)
  })
})
