import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { JsonObject } from '../../model/json.ts'
import type { Fault, StreamShape } from './script.ts'
import type { StreamEvent } from './wire.ts'

export function sendJson(
  outgoing: ServerResponse,
  status: number,
  body: JsonObject,
  headers: Record<string, string> = {},
): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${status}`, ...headers })
  outgoing.end(JSON.stringify(body))
}

/** Write the events as a stream, with its fault: an error event, a cut connection, or silence until the client leaves. */
export async function play(
  outgoing: ServerResponse,
  events: readonly StreamEvent[],
  options: { stream?: StreamShape; fault?: Fault; error: StreamEvent },
): Promise<void> {
  const { stream = {}, fault } = options
  outgoing.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  const last = fault && fault.kind !== 'status' ? fault.after : events.length
  for (const event of events.slice(0, last)) await write(outgoing, frame(event, stream), stream.pieceBytes)
  switch (fault?.kind) {
    case 'stream-error':
      await write(outgoing, frame(options.error, stream), stream.pieceBytes)
      break
    case 'cut':
      outgoing.destroy()
      return
    case 'stall':
      outgoing.flushHeaders()
      await once(outgoing, 'close')
      return
    default:
  }
  outgoing.end()
}

function frame({ event, data }: StreamEvent, { newline = '\n', space = true }: StreamShape): Buffer {
  const colon = space ? ': ' : ':'
  const lines = event === undefined ? [] : [`event${colon}${event}`]
  lines.push(`data${colon}${data === '[DONE]' ? data : JSON.stringify(data)}`)
  return Buffer.from(lines.join(newline) + newline + newline)
}

async function write(outgoing: ServerResponse, bytes: Buffer, pieceBytes = bytes.length): Promise<void> {
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    await new Promise<void>((resolve) => outgoing.write(bytes.subarray(from, from + pieceBytes), () => resolve()))
  }
}
