import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Gateway } from 'daypack-gateway'
import { DaypackError } from 'daypack'
import { listening, type Listening } from '../listening.ts'
import { fieldsOf, urlOf } from './fields.ts'
import { withSockets } from './sockets.ts'

/** `mostBytes`: of a body. No provider takes a tenth of what we do. */
export type Place = {
  readonly host: string
  readonly port: number
  readonly mostBytes?: number
  readonly headersMs?: number
}
const MOST_BYTES = 256 * 1024 * 1024
const HEADERS_MS = 30_000
/** Agents think between two turns: a connection that ends just when the next one comes is a failed request to some of them. */
const KEEP_ALIVE_MS = 120_000

export async function listen(gateway: Gateway, place: Place): Promise<Listening> {
  const { host, port, mostBytes = MOST_BYTES, headersMs = HEADERS_MS } = place
  const times = {
    headersTimeout: headersMs,
    connectionsCheckingInterval: headersMs / 2,
    keepAliveTimeout: KEEP_ALIVE_MS,
  }
  const server = createServer(times, (incoming, outgoing) => {
    serve(gateway, incoming, outgoing, mostBytes).catch(() => {
      if (!outgoing.headersSent && !outgoing.destroyed) outgoing.writeHead(502).end()
      else outgoing.destroy()
    })
  })
  withSockets(server, gateway)
  server.listen(port, host)
  return listening(server, { host, port })
}

/** Written on Node's own objects: those of `fetch` cost more than all the rest of a short turn (docs/decisions/0005). */
async function serve(
  gateway: Gateway,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  mostBytes: number,
): Promise<void> {
  const leaving = new AbortController()
  outgoing.once('close', () => outgoing.writableFinished || leaving.abort())
  const { status, headers, body } = await gateway.handle({
    method: incoming.method ?? 'GET',
    url: urlOf(incoming),
    headers: fieldsOf(incoming),
    body: () => bytesOf(incoming, mostBytes),
    signal: leaving.signal,
  })
  if (leaving.signal.aborted) return
  if (!incoming.complete) leaveUnread(incoming)
  outgoing.writeHead(status, headers as Record<string, string | string[]>)
  for await (const piece of body ?? []) {
    // The first piece goes out with the headers.
    if (!outgoing.write(piece)) await Promise.race([once(outgoing, 'drain'), once(outgoing, 'close')])
    if (leaving.signal.aborted) return
  }
  outgoing.end()
}

/** The whole body. One whose length is known is put together while it comes: a large copy at its end would keep it waiting. */
async function bytesOf(incoming: IncomingMessage, most: number): Promise<Uint8Array | undefined> {
  const length = Number(incoming.headers['content-length'])
  if (length > most) throw tooLarge(most)
  if (length > 0 && length <= MOST_AHEAD) return filled(incoming, Buffer.allocUnsafeSlow(length))
  const pieces: Buffer[] = []
  let size = 0
  // Leaving the loop would end the connection before anybody was told why.
  for await (const piece of incoming.iterator({ destroyOnReturn: false })) {
    size += (piece as Buffer).length
    if (size > most) throw tooLarge(most)
    pieces.push(piece as Buffer)
  }
  return pieces.length > 1 ? Buffer.concat(pieces) : pieces[0]
}

function tooLarge(most: number): DaypackError {
  return new DaypackError('unsupported', `A body of more than ${most} bytes is not read.`)
}

/** Somebody is answered before all was heard: the rest is let by, for a moment. */
function leaveUnread(incoming: IncomingMessage): void {
  incoming.resume()
  setTimeout(() => incoming.complete || incoming.destroy(), LET_BY_MS).unref()
}

const LET_BY_MS = 2_000

/** Room that is made for a body on its own word. */
const MOST_AHEAD = 64 * 1024 * 1024

/** Node's parser ends a body at the length it names, and breaks off one that is shorter. */
async function filled(incoming: IncomingMessage, bytes: Buffer): Promise<Uint8Array> {
  let at = 0
  for await (const piece of incoming) at += (piece as Buffer).copy(bytes, at)
  return bytes
}
