import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mayBindReasoning } from '../../codecs/anthropic/models.ts'
import type { JsonObject, Millis, Tokens } from '../../model/json.ts'
import { anthropicWire } from './anthropic.ts'
import { gate } from './gate.ts'
import { arrayOf, objectOf } from './json.ts'
import { chatWire } from './openai-chat.ts'
import { responsesWire } from './openai-responses.ts'
import { player, type ProviderRecord, type Script, type ScriptedReply } from './script.ts'
import { play, sendJson } from './send.ts'
import type { Failure, Weighed, Wire } from './wire.ts'

export type ProviderOptions = {
  readonly script: Script
  /** The clock the caches live by. */
  readonly now?: () => Millis
  /** Requests above this many tokens are refused, as the provider does. */
  readonly window?: Tokens
  readonly count?: (text: string) => Tokens
  /** Shortest prefix Anthropic caches. */
  readonly minCacheTokens?: Tokens
  /** Check that thinking blocks stand where they were made. Default: by model, as the provider does. */
  readonly bindsThinking?: (model: string) => boolean
  /** Refuse what breaks the wire rules; off for tests that bring their own broken histories. */
  readonly strict?: boolean
}

/** What the wires share. */
export type ProviderParts = Required<Omit<ProviderOptions, 'script' | 'strict'>> & {
  readonly secret: string
  readonly prefixTtlMs: Millis
  /** Ids that are the same in every run. */
  id(kind: string): string
}

export type ScriptedProvider = {
  /** Base URL for the Anthropic SDK; OpenAI's wants `url + '/v1'`. */
  readonly url: string
  /** All requests so far, refused ones included. */
  readonly requests: readonly ProviderRecord[]
  close(): Promise<void>
}

/** A provider that plays a script over real HTTP, and is as strict as the real ones. */
export async function startProvider(options: ProviderOptions): Promise<ScriptedProvider> {
  const parts = partsOf(options)
  const wires: Readonly<Record<string, Wire>> = {
    '/v1/messages': anthropicWire(parts),
    '/v1/chat/completions': chatWire(parts),
    '/v1/responses': responsesWire(parts),
  }
  const next = player(options.script)
  const requests: ProviderRecord[] = []
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch((error: unknown) => {
      if (!outgoing.headersSent) sendJson(outgoing, 500, { error: { message: String(error) } })
      else outgoing.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = (incoming.url ?? '').split('?')[0] ?? ''
    const text = await bodyOf(incoming)
    if (incoming.method === 'POST' && path === '/v1/messages/count_tokens') return countTokens(text, outgoing)
    const wire = wires[path]
    if (!wire || incoming.method !== 'POST')
      return sendJson(outgoing, 404, { error: { message: `no such route: ${path}` } })
    const body = parse(text)
    const weighed = wire.weigh(body)
    const seen = {
      at: parts.now(),
      wire: wire.name,
      path,
      headers: headersOf(incoming),
      body,
      text,
      promptTokens: weighed.promptTokens,
    }
    const failures = refusals(wire, body, text, weighed)
    const [first] = failures
    if (first) {
      const violations = failures.map((failure) => failure.rule ?? '')
      requests.push({ ...seen, violations, status: first.status })
      return sendJson(outgoing, first.status, wire.error(first))
    }
    const reply = await next({ wire: wire.name, body, shown: weighed.shown })
    const fault = reply.fault
    if (fault?.kind === 'status') {
      requests.push({ ...seen, violations: [], status: fault.status, fault: fault.kind })
      const retry = fault.retryAfterSeconds === undefined ? {} : { 'retry-after': String(fault.retryAfterSeconds) }
      return sendJson(
        outgoing,
        fault.status,
        wire.error({ status: fault.status, message: `scripted ${fault.status}` }),
        retry,
      )
    }
    await answer(wire, seen, reply, weighed, outgoing)
  }

  async function answer(
    wire: Wire,
    seen: Omit<ProviderRecord, 'status' | 'violations'>,
    reply: ScriptedReply,
    weighed: Weighed,
    outgoing: ServerResponse,
  ): Promise<void> {
    const { body, billed } = wire.answer(seen.body, reply, weighed)
    requests.push({ ...seen, violations: [], status: 200, billed, ...(reply.fault ? { fault: reply.fault.kind } : {}) })
    if (seen.body['stream'] !== true) return sendJson(outgoing, 200, body)
    await play(outgoing, wire.events(body, seen.body, reply.stream ?? {}), { ...reply, error: wire.streamError() })
  }

  function countTokens(text: string, outgoing: ServerResponse): void {
    const body = parse(text)
    const { promptTokens } = wires['/v1/messages']?.weigh(body) ?? { promptTokens: 0 }
    const edits = arrayOf(objectOf(body['context_management'])['edits']).length > 0
    const plain = wires['/v1/messages']?.weigh({ ...body, context_management: null }).promptTokens ?? 0
    sendJson(outgoing, 200, {
      input_tokens: promptTokens,
      ...(edits ? { context_management: { original_input_tokens: plain } } : {}),
    })
  }

  function refusals(wire: Wire, body: JsonObject, text: string, weighed: Weighed): Failure[] {
    const { promptTokens: tokens, refusal } = weighed
    const broken =
      options.strict === false
        ? []
        : gate(wire.name, body, { tokens, window: parts.window, bytes: Buffer.byteLength(text) })
    return refusal ? [refusal, ...broken] : broken
  }
}

function partsOf(options: ProviderOptions): ProviderParts {
  let ids = 0
  return {
    now: options.now ?? Date.now,
    window: options.window ?? 200_000,
    count: options.count ?? ((text) => Math.ceil(Buffer.byteLength(text) / 4)),
    minCacheTokens: options.minCacheTokens ?? 1024,
    bindsThinking: options.bindsThinking ?? ((model) => mayBindReasoning({ model })),
    secret: 'scripted-provider',
    prefixTtlMs: 10 * 60_000,
    id: (kind) => `${kind}_${String(++ids).padStart(8, '0')}`,
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
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
