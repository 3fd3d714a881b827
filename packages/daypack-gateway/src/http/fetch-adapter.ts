import { DaypackError } from 'daypack'
import type { Answer, Incoming } from './upstream.ts'

const EMPTY = [204, 205, 304]
/** No request to a provider is larger: they take 32 MB. */
const MOST_BYTES = 256 * 1024 * 1024

export async function overFetch(request: Request, handle: (incoming: Incoming) => Promise<Answer>): Promise<Response> {
  const leaving = new AbortController()
  const signal = AbortSignal.any([request.signal, leaving.signal])
  const { method, url, body } = request
  const incoming: Incoming = {
    method,
    url,
    headers: Object.fromEntries(request.headers),
    body: body ? () => readWhole(body) : undefined,
    signal,
  }
  const { status, headers, body: pieces } = await handle(incoming)
  const back = new Headers()
  for (const [name, value] of Object.entries(headers)) for (const one of [value].flat()) back.append(name, one)
  const stream = pieces && !EMPTY.includes(status) ? streamOf(pieces, () => leaving.abort()) : null
  // What is no answer to `fetch` (101, 999) can only be a failure.
  return new Response(stream, { status: status >= 200 && status <= 599 ? status : 502, headers: back })
}

async function readWhole(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const kept: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > MOST_BYTES) throw new DaypackError('unsupported', `A body of more than ${MOST_BYTES} bytes is not read.`)
    kept.push(piece)
  }
  return Buffer.concat(kept)
}

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
