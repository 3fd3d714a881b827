import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { createDaypack, type Daypack } from 'daypack'
import { memoryDriver } from 'daypack/drivers'
import { createGateway, type Answer, type Gateway, type Outgoing } from 'daypack-gateway'
import type { JsonObject } from 'daypack/internal'
import type { Listening } from '../../src/listening.ts'
import { listen } from '../../src/proxy/server.ts'
import { below, bent, oneOf, randomFrom, scratched, type Random } from './random.ts'
import { FRAMES, SAMPLES, type Sample } from './samples.ts'

/** Of the processor, which a busy machine does not change. */
const MOST_MS = 5_000
/** Sessions stay in memory while their gateway does, so a new one takes over now and then. */
const INPUTS_EACH = 500

export type Found = { readonly seed: number; readonly what: string }

type Door = (random: Random, at: Desk) => Promise<void>
type Desk = {
  readonly gateway: Gateway
  readonly served: Listening
  readonly pack: Daypack
  /** What the upstream answers next. */
  answer: () => Answer
  /** Servers that were asked. */
  readonly asked: Set<string>
}

/** Hostile inputs at every door of the gateway; each has a seed of its own, counted up from `seed`. */
export async function fuzz(
  { seed, count }: { readonly seed: number; readonly count: number },
  onInput: (seed: number) => void = () => {},
): Promise<readonly Found[]> {
  const found: Found[] = []
  let current = seed
  const crash = (problem: unknown): void => void found.push({ seed: current, what: `uncaught: ${String(problem)}` })
  process.on('uncaughtException', crash)
  process.on('unhandledRejection', crash)
  let at: Desk | undefined
  try {
    for (let n = 0; n < count; n++) {
      if (n % INPUTS_EACH === 0) {
        if (at) await closed(at)
        at = await desk()
      }
      current = seed + n
      onInput(current)
      const random = randomFrom(current)
      const started = process.cpuUsage()
      try {
        await oneOf(random, DOORS)(random, at as Desk)
      } catch (error) {
        found.push({ seed: current, what: error instanceof Error ? (error.stack ?? error.message) : String(error) })
      }
      const ms = process.cpuUsage(started).user / 1_000
      if (ms > MOST_MS) found.push({ seed: current, what: `took ${Math.round(ms)} ms` })
    }
    for (const host of at?.asked ?? []) if (host !== 'provider.test') found.push({ seed, what: `reached ${host}` })
    // What was thrown aside is told by the next turn of the loop.
    await new Promise((resolve) => setTimeout(resolve, 20))
    return found
  } finally {
    process.off('uncaughtException', crash)
    process.off('unhandledRejection', crash)
    if (at) await closed(at)
  }
}

async function desk(): Promise<Desk> {
  const pack = await createDaypack({ driver: memoryDriver(), memory: false, window: 20_000, warn: () => {} })
  const base = 'http://provider.test'
  const upstreams = { anthropic: base, 'openai-chat': base, 'openai-responses': base, gemini: base }
  const asked = new Set<string>()
  const made: { answer: () => Answer } = { answer: () => ({ status: 200, headers: {} }) }
  const upstream = async ({ url }: Outgoing): Promise<Answer> => {
    asked.add(new URL(url).host)
    return made.answer()
  }
  const gateway = createGateway({ pack, upstreams, upstream })
  const served = await listen(gateway, { host: '127.0.0.1', port: 0 })
  return Object.assign(made, { gateway, served, pack, asked })
}

async function closed({ served, pack }: Desk): Promise<void> {
  await served.close()
  await pack.close()
}

/** A turn whose answer is a stream of bent events: every byte of it comes back. */
const streams: Door = async (random, at) => {
  const sample = oneOf(random, SAMPLES)
  const text = streamOf(random, sample)
  at.answer = () => ({ status: 200, headers: { 'content-type': 'text/event-stream' }, body: pieces(random, text) })
  const answer = await at.gateway.handle(turn(sample.path, JSON.stringify(sample.request), random))
  const back = await textOf(answer)
  if (back !== text.toString('utf8')) throw new Error(`The stream came back as ${back.slice(0, 200)}`)
}

/** A bent request, and a bent answer to it. */
const requests: Door = async (random, at) => {
  const sample = oneOf(random, SAMPLES)
  const said = JSON.stringify(random() < 0.5 ? bent(random, sample.reply) : sample.reply)
  const type = oneOf(random, ['application/json', 'text/event-stream', 'text/html', '', 'application/json; x'])
  const encoding = oneOf(random, ['', '', '', 'gzip', 'br', 'constructor', 'deflate, gzip'])
  at.answer = () => ({
    status: oneOf(random, [200, 200, 200, 204, 304, 400, 400, 413, 422, 429, 500, 999]),
    headers: { 'content-type': type, ...(encoding && { 'content-encoding': encoding }), __proto__x: 'y' },
    body: pieces(random, encoding === 'gzip' && random() < 0.5 ? gzipSync(said) : Buffer.from(said)),
  })
  const path = random() < 0.5 ? sample.path : scratched(random, pathOf(random, sample))
  const body = JSON.stringify(bent(random, sample.request))
  const answer = await at.gateway.handle(turn(path, random() < 0.2 ? scratched(random, body) : body, random))
  if (!Number.isInteger(answer.status)) throw new Error(`The status is ${answer.status}`)
  // An answer that is not packed as it says breaks off, as it would have without us.
  await textOf(answer).catch((error: unknown) => {
    if (encoding === '') throw error
  })
}

/** Bent frames from both sides of a websocket: each goes on, or is answered. */
const sockets: Door = async (random, at) => {
  const headers = { 'thread-id': `t${below(random, 4)}`, authorization: 'b' }
  const plan = at.gateway.socket({ url: 'http://127.0.0.1/v1/responses', headers })
  if ('status' in plan) throw new Error('A websocket was refused.')
  let written = 0
  const count = () => void written++
  const turns = plan.turns?.({ toClient: count, toProvider: count })
  const frames = random() < 0.5 ? FRAMES : FRAMES.toSorted(() => random() - 0.5)
  for (const { by, frame } of frames) {
    const whole = JSON.stringify(bent(random, frame))
    const text = random() < 0.1 ? scratched(random, whole) : whole
    const before = written
    if (by === 'client') await turns?.fromClient(text)
    else turns?.fromProvider(text)
    if (written === before) throw new Error(`Nothing became of ${text.slice(0, 200)}`)
  }
}

/** Scratched bytes on the port, after which it answers a good request. */
const packets: Door = async (random, at) => {
  const { port } = at.served
  const sample = oneOf(random, SAMPLES)
  at.answer = () => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: pieces(random, Buffer.from('{}')),
  })
  await sent(port, scratched(random, packetOf(random, sample, port)))
  const response = await fetch(`${at.served.url}/daypack/status`)
  if (response.status !== 200) throw new Error(`The port answers ${response.status}`)
  await response.arrayBuffer()
}

/** In the shares in which they are tried: bytes on a port take longest. */
const DOORS = [streams, requests, sockets].flatMap((door) => [door, door, door, door, door]).concat(packets)

const HEADERS = [
  'x-daypack-session',
  'x-claude-code-session-id',
  'thread-id',
  'content-encoding',
  'connection',
  '__proto__',
]

function turn(path: string, body: string, random: Random) {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'x-api-key': `k${below(random, 3)}` }
  if (random() < 0.8) headers['x-daypack-session'] = `s${below(random, 8)}`
  if (random() < 0.3) headers[oneOf(random, HEADERS)] = scratched(random, oneOf(random, ['a', 'gzip', '../..', '%00']))
  const { signal } = new AbortController()
  return { method: 'POST', url: `http://127.0.0.1${path}`, headers, body: Buffer.from(body), signal }
}

function pathOf(random: Random, { path }: Sample): string {
  const before = ['', '', '/t/x', '/s/a', '/to/anthropic', '/to/constructor', '/to/http%3A%2F%2Fevil.test', '/s/%2e%2e']
  return `${oneOf(random, before)}${oneOf(random, before)}${path}${oneOf(random, ['', '?key=k', '?%zz', '#x', '//'])}`
}

function packetOf(random: Random, sample: Sample, port: number): string {
  const body = JSON.stringify(sample.request)
  const isSocket = random() < 0.5
  return [
    `${oneOf(random, ['POST', 'GET', 'OPTIONS', 'CONNECT'])} ${oneOf(random, [pathOf(random, sample), '*', '*:99999/', 'http://evil.test/', '//'])} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    ...(isSocket ? ['connection: upgrade', `upgrade: ${oneOf(random, ['websocket', 'h2c', 'x, websocket'])}`] : []),
    `sec-websocket-key: ${oneOf(random, ['dGhlIHNhbXBsZSBub25jZQ==', ''])}`,
    'sec-websocket-version: 13',
    `sec-websocket-protocol: ${oneOf(random, ['a', 'a, a', ',', ''])}`,
    `content-length: ${body.length}`,
    `${oneOf(random, ['te', 'expect', 'transfer-encoding', 'origin', 'x-daypack-session'])}: ${oneOf(random, ['chunked', '100-continue', 'null', 'a'])}`,
    '',
    body,
  ].join('\r\n')
}

/** The bytes, and whatever comes back, for a moment. */
function sent(port: number, bytes: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes))
    socket.setTimeout(15, () => socket.destroy())
    socket.on('data', () => socket.destroy())
    socket.on('error', () => {})
    socket.on('close', () => resolve())
  })
}

function streamOf(random: Random, { events }: Sample): Buffer {
  const order = random() < 0.2 ? events.toSorted(() => random() - 0.5) : events
  const line = (event: JsonObject) => `event: x\ndata: ${JSON.stringify(event)}\n\n`
  const text = order.map((event) => line(random() < 0.4 ? bent(random, event, 1 + below(random, 2)) : event)).join('')
  return Buffer.from(random() < 0.2 ? scratched(random, text) : text)
}

async function* pieces(random: Random, bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length;) {
    const to = from + 1 + below(random, 400)
    yield bytes.subarray(from, to)
    from = to
  }
}

async function textOf({ body }: Answer): Promise<string> {
  const all: Uint8Array[] = []
  for await (const piece of body ?? []) all.push(piece)
  return Buffer.concat(all).toString('utf8')
}
