import type { Answer, Fields, Incoming } from './upstream.ts'

const EMPTY = [204, 205, 304]

/** A handler of plain requests as one of `fetch`'s: for servers that know only those. */
export async function overFetch(request: Request, handle: (incoming: Incoming) => Promise<Answer>): Promise<Response> {
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  if (request.signal.aborted) leave()
  request.signal.addEventListener('abort', leave, { once: true })
  const { method, url } = request
  const body = request.body ? new Uint8Array(await request.arrayBuffer()) : undefined
  const incoming: Incoming = { method, url, headers: fieldsOf(request.headers), body, signal: leaving.signal }
  const { status, headers, body: pieces } = await handle(incoming)
  const back = new Headers()
  for (const [name, value] of Object.entries(headers))
    for (const one of typeof value === 'string' ? [value] : value) back.append(name, one)
  const stream = pieces && !EMPTY.includes(status) ? streamOf(pieces, leave) : null
  return new Response(stream, { status, headers: back })
}

export function fieldsOf(headers: Headers): Fields {
  return Object.fromEntries(headers)
}

/** Piece by piece as they are asked for; leaving early ends the request to the provider. */
function streamOf(pieces: AsyncIterable<Uint8Array>, leave: () => void): ReadableStream<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await source.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel() {
        leave()
        void source.return?.().catch(() => {})
      },
    },
    { highWaterMark: 0 },
  )
}
