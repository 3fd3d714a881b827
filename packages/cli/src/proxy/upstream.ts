import type { Readable } from 'node:stream'
import type { Outgoing, Upstream } from 'daypack/hosts/gateway'
import { Agent, request } from 'undici'

/** Requests over one pool of connections. How long an answer may take is for the client to say. */
export function pooled(): { readonly upstream: Upstream; close(): Promise<void> } {
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 30_000, connect: { timeout: 30_000 } })
  return {
    upstream: (out) => send(out, agent),
    close: () => agent.destroy(),
  }
}

async function send({ url, method, headers, body, signal }: Outgoing, dispatcher: Agent): Promise<Response> {
  const answer = await request(url, {
    method: method as 'POST',
    headers: [...headers].flat(),
    dispatcher,
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  })
  const back = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) back.append(name, one)
  }
  const { statusCode: status } = answer
  return new Response([204, 205, 304].includes(status) ? null : streamOf(answer.body), { status, headers: back })
}

/** Piece by piece as it comes; leaving early ends the request. */
function streamOf(source: Readable): ReadableStream<Uint8Array> {
  const pieces = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel() {
        source.on('error', () => {})
        source.destroy()
      },
    },
    { highWaterMark: 0 },
  )
}
