import type { Millis, Tokens, ValidateOptions } from 'daypack'
import { type JsonObject, mayBindReasoning } from 'daypack/internal'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as zlib from 'node:zlib'
import { arrayOf, objectOf } from './json.ts'
import { modelList, routesOf } from './routes.ts'
import { player, type ProviderRecord, type Script } from './script.ts'
import { play, sendJson } from './send.ts'
import type { Ask, Exchange, Failure, Frame, Sent, Wire } from './wire.ts'

export type ProviderOptions = {
  readonly script: Script
  readonly now?: () => Millis
  /** Requests above this many tokens are refused, as the provider does. */
  readonly window?: Tokens
  readonly count?: (text: string) => Tokens
  /** Check that thinking blocks are where they were made. Default: by model, as the provider does. */
  readonly bindsThinking?: (model: string) => boolean
  /** Refuse what breaks the wire rules; off for tests that bring their own broken histories. */
  readonly strict?: boolean
  readonly models?: readonly string[]
  /** For tests of our own: Responses over a websocket. Without it an upgrade is refused. */
  readonly websocket?: (server: Server, responses: Wire, exchange: Ask) => void
}

export type ProviderParts = Required<Omit<ProviderOptions, 'script' | 'strict' | 'models' | 'websocket'>> & {
  readonly secret: string
  readonly prefixTtlMs: Millis
  id(kind: string): string
}

export type ScriptedProvider = {
  /** Base URL for the Anthropic SDK; OpenAI's wants `url + '/v1'`. */
  readonly url: string
  readonly requests: readonly ProviderRecord[]
  /** Resolves when the client of this request has left before the answer was whole. */
  left(index: number): Promise<void>
  close(): Promise<void>
}

/**
 * A provider that plays a script over real HTTP, and is as strict as the real ones.
 *
 * @example
 * import { startProvider } from 'daypack-testing'
 *
 * const provider = await startProvider({ script: () => ({ text: 'Hello to you.' }) })
 * const body = { model: 'claude-opus-4-5', max_tokens: 99, messages: [{ role: 'user', content: 'Hello.' }] }
 * const headers = { 'content-type': 'application/json', 'anthropic-version': '2023-06-01', 'x-api-key': 'any' }
 * const reply = await fetch(`${provider.url}/v1/messages`, { method: 'POST', headers, body: JSON.stringify(body) })
 * if (!(await reply.text()).includes('Hello to you.')) throw new Error('it plays its script')
 * await provider.close()
 */
export async function startProvider(options: ProviderOptions): Promise<ScriptedProvider> {
  const parts = partsOf(options)
  const { models = MODELS } = options
  const routes = routesOf(parts)
  const next = player(options.script)
  const requests: ProviderRecord[] = []
  const leaving: Promise<void>[] = []
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch((error: unknown) => {
      if (!outgoing.headersSent) sendJson(outgoing, 500, { error: { message: String(error) } })
      else outgoing.destroy()
    })
  })
  const responses = routes('/v1/responses')
  if (responses) options.websocket?.(server, responses.wire, exchange)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    left: (index) => leaving[index] ?? Promise.reject(new Error(`request ${index} never came`)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = (incoming.url ?? '').split('?')[0] ?? ''
    const text = await bodyOf(incoming)
    if (incoming.method === 'GET' && path.endsWith('/models')) return sendJson(outgoing, 200, modelList(models))
    const asked = routes(path)
    if (!asked || incoming.method !== 'POST')
      return sendJson(outgoing, 404, { error: { message: `no such route: ${path}` } })
    const { wire, isCount, fields } = asked
    const sent = parse(text)
    const body = { ...sent, ...fields }
    if (isCount) return countTokens(wire, body, outgoing)
    const headers = headersOf(incoming)
    leaving.push(
      new Promise((resolve) => {
        outgoing.on('close', () => !outgoing.writableFinished && resolve())
      }),
    )
    const done = await exchange(wire, { path, headers, body: sent, text }, body)
    if ('refused' in done) {
      const { refused, retryAfterSeconds } = done
      const retry = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
      return sendJson(outgoing, refused.status, wire.error(refused), retry)
    }
    const { response, reply } = done
    if (body['stream'] !== true) return sendJson(outgoing, 200, response, {}, reply.encoding)
    await play(outgoing, wire.events(response, body, reply.stream ?? {}), { ...reply, error: wire.streamError() })
  }

  /** A request weighed, refused or answered by the script, and written down. `body`: as the wire reads it. */
  async function exchange(wire: Wire, sent: Sent, body: JsonObject, { lost, warms }: Frame = {}): Promise<Exchange> {
    const measured = wire.measure(body)
    const { promptTokens: tokens, refusal } = measured
    const record = (rest: Pick<ProviderRecord, 'status' | 'violations' | 'billed' | 'fault'>) =>
      void requests.push({ ...sent, at: parts.now(), wire: wire.name, promptTokens: tokens, ...rest })
    const sizes = { tokens, window: parts.window, bytes: Buffer.byteLength(sent.text) }
    const broken = options.strict === false ? [] : brokenRules(wire, body, sizes)
    const failures = lost ? [lost] : refusal ? [refusal, ...broken] : broken
    const [first] = failures
    if (first) {
      record({ status: first.status, violations: failures.map(({ rule }) => rule ?? '') })
      return { refused: first }
    }
    if (warms) return { reply: {}, response: wire.answer(body, {}, measured).body }
    const reply = await next({ wire: wire.name, body, shown: measured.shown })
    const { fault } = reply
    if (fault?.kind === 'status') {
      const { status, message = `scripted ${status}`, retryAfterSeconds } = fault
      record({ status, violations: [], fault: fault.kind })
      return { refused: { status, message }, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
    }
    const { body: response, billed } = wire.answer(body, reply, measured)
    record({ status: 200, violations: [], billed, ...(fault && { fault: fault.kind }) })
    return { reply, response }
  }

  function countTokens(wire: Wire, body: JsonObject, outgoing: ServerResponse): void {
    const { promptTokens } = wire.measure(body)
    const edits = arrayOf(objectOf(body['context_management'])['edits']).length > 0
    const plain = wire.measure({ ...body, context_management: null }).promptTokens
    sendJson(outgoing, 200, {
      input_tokens: promptTokens,
      totalTokens: promptTokens,
      ...(edits ? { context_management: { original_input_tokens: plain } } : {}),
    })
  }
}

const MODELS = ['claude-sonnet-4-5', 'claude-haiku-4-5', 'gpt-5', 'local-model', 'gemini-2.5-pro']

function partsOf(options: ProviderOptions): ProviderParts {
  let ids = 0
  return {
    now: options.now ?? Date.now,
    window: options.window ?? 200_000,
    count: options.count ?? ((text) => Math.ceil(Buffer.byteLength(text) / 4)),
    bindsThinking: options.bindsThinking ?? ((model) => mayBindReasoning({ model })),
    secret: 'scripted-provider',
    prefixTtlMs: 10 * 60_000,
    id: (kind) => `${kind}_${String(++ids).padStart(8, '0')}`,
  }
}

function brokenRules({ rules }: Wire, body: JsonObject, options: ValidateOptions): Failure[] {
  return rules
    .check(body, options)
    .filter((violation) => violation.level === 'error')
    .map(({ rule, path, text }) => ({ status: rule === 'A-22' ? 413 : 400, rule, param: path, message: text }))
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  const unpack = UNPACKERS[String(incoming.headers['content-encoding'])]
  return (unpack ? unpack(bytes) : bytes).toString('utf8')
}

const UNPACKERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => zlib.gunzipSync(bytes),
  deflate: (bytes) => zlib.inflateSync(bytes),
  br: (bytes) => zlib.brotliDecompressSync(bytes),
  zstd: (bytes) => zlib.zstdDecompressSync(bytes),
}

function parse(text: string): JsonObject {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return {}
  }
}

function headersOf(incoming: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
}
