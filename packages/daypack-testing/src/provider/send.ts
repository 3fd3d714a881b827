import type { JsonObject } from 'daypack/internal'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import * as zlib from 'node:zlib'
import type { Fault, Packing, StreamShape } from './script.ts'
import type { StreamEvent } from './wire.ts'

export function sendJson(
  outgoing: ServerResponse,
  status: number,
  body: JsonObject,
  headers: Record<string, string> = {},
  encoding?: Packing,
): void {
  const packed = encoding ? { 'content-encoding': encoding } : {}
  outgoing.writeHead(status, {
    'content-type': 'application/json',
    'request-id': `req_${status}`,
    ...packed,
    ...headers,
  })
  packing(outgoing, encoding).end(JSON.stringify(body))
}

function packing(outgoing: ServerResponse, encoding: Packing | undefined): NodeJS.WritableStream {
  if (!encoding) return outgoing
  const packer = PACKERS[encoding]()
  packer.pipe(outgoing)
  return packer
}

const { constants } = zlib
const PACKERS = {
  gzip: () => zlib.createGzip({ flush: constants.Z_SYNC_FLUSH }),
  deflate: () => zlib.createDeflate({ flush: constants.Z_SYNC_FLUSH }),
  br: () => zlib.createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () => zlib.createZstdCompress({ flush: constants.ZSTD_e_flush }),
} as const

export async function play(
  outgoing: ServerResponse,
  events: readonly StreamEvent[],
  options: { stream?: StreamShape; fault?: Fault; encoding?: Packing | undefined; error: StreamEvent },
): Promise<void> {
  const { stream = {}, fault, encoding } = options
  outgoing.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    ...(encoding && { 'content-encoding': encoding }),
  })
  const target = packing(outgoing, encoding)
  const last = fault && fault.kind !== 'status' ? fault.after : events.length
  for (const event of events.slice(0, last)) await write(target, frame(event, stream), stream.pieceBytes)
  switch (fault?.kind) {
    case 'stream-error':
      await write(target, frame(options.error, stream), stream.pieceBytes)
      break
    case 'cut':
      outgoing.destroy()
      return
    case 'stall':
      outgoing.flushHeaders()
      await Promise.race([once(outgoing, 'close'), ...(fault.until ? [fault.until] : [])])
      if (outgoing.destroyed) return
      for (const event of events.slice(last)) await write(target, frame(event, stream), stream.pieceBytes)
      break
    default:
  }
  target.end()
}

function frame({ event, data }: StreamEvent, { newline = '\n', space = true }: StreamShape): Buffer {
  const colon = space ? ': ' : ':'
  const lines = event === undefined ? [] : [`event${colon}${event}`]
  lines.push(`data${colon}${data === '[DONE]' ? data : JSON.stringify(data)}`)
  return Buffer.from(lines.join(newline) + newline + newline)
}

async function write(target: NodeJS.WritableStream, bytes: Buffer, pieceBytes = bytes.length): Promise<void> {
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    await new Promise<void>((resolve) => target.write(bytes.subarray(from, from + pieceBytes), () => resolve()))
  }
}
