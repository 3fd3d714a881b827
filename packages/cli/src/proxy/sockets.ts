import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Gateway, SocketPlan } from 'daypack-gateway'
import { WebSocket, WebSocketServer, type RawData } from 'ws'
import { fieldsOf, urlOf } from './fields.ts'

const MAX_BYTES = 256 * 1024 * 1024
const HANDSHAKE = /^sec-websocket-(key|version|extensions|accept|protocol)$/

export function withSockets(server: Server, gateway: Gateway): void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_BYTES })
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => {})
    if (incoming.headers.upgrade?.toLowerCase() !== 'websocket') return asPlain(server, incoming, socket, head)
    try {
      upgrade(incoming, socket, head)
    } catch {
      refuse(socket, 400)
    }
  })

  function upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    const plan = gateway.socket({ url: urlOf(incoming), headers: fieldsOf(incoming) })
    if ('status' in plan) return refuse(socket, plan.status)
    const provider = connect(plan, incoming)
    provider.once('unexpected-response', (_request, answer) => refuse(socket, answer.statusCode ?? 502, answer))
    provider.on('error', () => refuse(socket, 502))
    const left = () => provider.terminate()
    socket.once('close', left)
    provider.once('open', () => {
      try {
        sockets.handleUpgrade(incoming, socket, head, (client) => {
          // From here on they end together, with a code.
          socket.off('close', left)
          join(client, provider, plan)
        })
      } catch {
        provider.terminate()
        refuse(socket, 400)
      }
    })
  }
}

/** An upgrade that nobody has to follow (`h2c`) is not followed: the request is read once more, without it. */
function asPlain(server: Server, incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = [`${incoming.method} ${incoming.url} HTTP/${incoming.httpVersion}`]
  for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = incoming.rawHeaders.slice(at, at + 2)
    if (!/^(?:upgrade|connection|http2-settings)$/i.test(name)) lines.push(`${name}: ${value}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit('connection', socket)
}

function join(client: WebSocket, provider: WebSocket, plan: SocketPlan): void {
  const turns = plan.turns?.({ toClient: (text) => client.send(text), toProvider: (text) => provider.send(text) })
  // One frame after the other: a turn is sent before the next is looked at.
  let queue: Promise<unknown> = Promise.resolve()
  client.on('message', (data, isBinary) => {
    queue = queue.then(() =>
      turns && !isBinary ? turns.fromClient(textOf(data)) : provider.send(data, { binary: isBinary }),
    )
    queue.catch(() => client.terminate())
  })
  provider.on('message', (data, isBinary) => {
    if (turns && !isBinary) turns.fromProvider(textOf(data))
    else client.send(data, { binary: isBinary })
  })
  client.on('ping', (data) => provider.ping(data))
  provider.on('ping', (data) => client.ping(data))
  closeWith(client, provider)
  closeWith(provider, client)
}

function closeWith(one: WebSocket, other: WebSocket): void {
  one.on('error', () => {})
  one.on('close', (code, reason) => {
    // 1005, 1006 and 1015 tell how it ended and cannot be sent.
    if (code === 1006) other.terminate()
    else if (code === 1005 || code === 1015) other.close()
    else other.close(code, reason)
  })
}

function connect({ url, headers }: SocketPlan, incoming: IncomingMessage): WebSocket {
  const named = incoming.headers['sec-websocket-protocol']?.split(',').map((one) => one.trim()) ?? []
  const protocols = [...new Set(named)].filter((one) => one !== '')
  const own = Object.entries(headers).filter(([name]) => !HANDSHAKE.test(name))
  return new WebSocket(url, protocols, {
    headers: Object.fromEntries(own),
    maxPayload: MAX_BYTES,
    perMessageDeflate: false,
  })
}

function refuse(socket: Duplex, status: number, answer?: IncomingMessage): void {
  answer?.resume()
  if (socket.writable) socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}

function textOf(data: RawData): string {
  return Buffer.isBuffer(data)
    ? data.toString('utf8')
    : Buffer.concat(Array.isArray(data) ? data : [Buffer.from(data)]).toString('utf8')
}
