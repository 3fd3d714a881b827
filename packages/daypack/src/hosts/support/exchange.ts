import type { AnyCodec } from '../../model/codec.ts'
import { readText } from '../../model/wait.ts'
import { objectIn, type JsonObject } from '../../model/json.ts'
import type { Session } from '../../session/session.ts'
import type { Collector } from './collect.ts'
import { editsOnServer } from './server-edits.ts'
import { ownCall } from './own-call.ts'
import { recordReply } from './record-reply.ts'
import { readBody } from '../../wire/body.ts'
import { sseReader } from './sse.ts'

export type Endpoint = {
  readonly path: string
  readonly codec: AnyCodec
  collector(): Collector
  readonly finish?: (request: JsonObject) => JsonObject
}

const MOST_READ = 64 * 1024 * 1024

export type Send = (body: string) => Promise<Response>
export type Exchange = (url: string, body: unknown, send: Send) => Promise<Response>

/** Sends the prepared request and reads the reply on its way; requests that did not change keep their bytes. */
export function exchange(session: Session, endpoints: readonly Endpoint[]): Exchange {
  let turn = 0
  return async (url, body, send) => {
    const endpoint = endpoints.find((one) => new URL(url).pathname.endsWith(one.path))
    const read = endpoint && typeof body === 'string' ? readBody(body) : undefined
    if (!endpoint || !read || !isWhole(read.request)) return send(String(body))
    const { request } = read
    const { request: prepared, aside } = await session.prepare(endpoint.codec, request)
    if (aside) return send(String(body))
    const mine = ++turn
    const finished = endpoint.finish ? endpoint.finish(prepared) : prepared
    const response = await send(read.write(finished))
    if (!response.ok) return response
    const model = ownCall(endpoint.codec, request, send)
    if (model) session.offerModel(model)
    // A reply to a request the caller gave up is not part of the conversation.
    const record = async (reply: JsonObject | undefined) => {
      if (!reply || mine !== turn) return
      await recordReply(session, endpoint.codec, reply)
      const edits = editsOnServer(reply)
      if (edits !== undefined) await session.mark('server-edits', edits).catch(() => {})
    }
    if (!isStream(response)) {
      const text = await readText(response.clone(), MOST_READ).catch(() => '')
      await record(objectIn(text))
      return response
    }
    return recordStream(response, endpoint.collector(), record)
  }
}

/** The same response, byte for byte; its last bytes are passed on only after the reply is recorded. */
function recordStream(
  response: Response,
  collector: Collector,
  record: (reply: JsonObject | undefined) => Promise<void>,
): Response {
  if (!response.body) return response
  let isRecorded = false
  const reader = sseReader((data) => {
    if (data === '[DONE]') return collector.end?.()
    const event = objectIn(data)
    if (event) collector.event(event)
  })
  /** A stream that can't be parsed is still passed on. */
  const look = async (read: () => void) => {
    if (isRecorded) return
    try {
      read()
      // Some clients stop reading at the last event and never see the end of the stream.
      const reply = reader.overflowed ? undefined : collector.response()
      isRecorded = reply !== undefined
      await record(reply)
    } catch {
      isRecorded = true
    }
  }
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      async transform(bytes, controller) {
        await look(() => reader.write(bytes))
        controller.enqueue(bytes)
      },
      flush: () =>
        look(() => {
          reader.end()
          collector.end?.()
        }),
    }),
  )
  const { status, statusText, headers } = response
  const copy = new Response(body, { status, statusText, headers })
  Object.defineProperty(copy, 'url', { value: response.url })
  return copy
}

/** Only whole conversations are ours: history held by the server cannot be shortened by us. */
function isWhole(request: JsonObject): boolean {
  return !isHeld(request) && Array.isArray(request['messages'] ?? request['input'])
}

function isHeld(request: JsonObject): boolean {
  return ['previous_response_id', 'conversation', 'thread'].some(
    (key) => request[key] !== undefined && request[key] !== null,
  )
}

function isStream(response: Response): boolean {
  return response.headers.get('content-type')?.includes('text/event-stream') ?? false
}
