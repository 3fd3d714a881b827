import type { JsonObject } from 'daypack/internal'
import type { Json } from 'daypack'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { arrayOf, textOf, without } from '../src/provider/json.ts'
import type { Ask, Failure, Sent, Wire } from '../src/provider/wire.ts'

const PATH = '/v1/responses'

/** `startProvider({ websocket: withSocket })`: Responses over a websocket too, as Codex speaks them. */
export function withSocket(server: Server, wire: Wire, exchange: Ask): void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 256 * 1024 * 1024 })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if ((request.url ?? '').split('?')[0] !== PATH)
      return void socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    sockets.handleUpgrade(request, socket, head, (client) => serve(client, wire, { path: PATH, headers }, exchange))
  })
}

function serve(client: WebSocket, wire: Wire, place: Pick<Sent, 'path' | 'headers'>, exchange: Ask): void {
  const held = new Map<string, readonly Json[]>()
  const send = (data: JsonObject) => client.send(JSON.stringify(data))
  let queue: Promise<unknown> = Promise.resolve()
  client.on('error', () => {})
  client.on('message', (data: Buffer) => {
    queue = queue.then(() => answer(data.toString('utf8')))
  })

  async function answer(text: string): Promise<void> {
    const frame = JSON.parse(text) as JsonObject
    const after = frame['previous_response_id']
    const before = typeof after === 'string' ? held.get(after) : []
    const bare = without(frame, 'type', 'previous_response_id')
    const body = { ...bare, input: [...(before ?? []), ...arrayOf(frame['input'])], stream: true }
    const warms = frame['generate'] === false
    const lost = before ? undefined : lostError(textOf(after))
    const done = await exchange(wire, { ...place, body: frame, text }, body, { lost, warms })
    if ('refused' in done) {
      const { refused } = done
      const code = refused.rule === undefined ? { code: 'server_is_overloaded' } : {}
      return send({ type: 'error', status: refused.status, ...wire.error({ ...refused, ...code }) })
    }
    const { reply, response } = done
    const { fault } = reply
    held.set(textOf(response['id']), [...body.input, ...(warms ? [] : arrayOf(response['output']))])
    if (warms) {
      send({ type: 'response.created', response })
      return send({ type: 'response.completed', response })
    }
    const events = wire.events(response, body, reply.stream ?? {})
    const shown = fault && fault.kind !== 'status' ? fault.after : events.length
    for (const { data } of events.slice(0, shown)) if (data !== '[DONE]') send(data)
    if (fault?.kind === 'cut') client.terminate()
  }
}

function lostError(id: string): Failure {
  const message = `Previous response with id '${id}' not found.`
  return { status: 400, rule: 'R-05', message, code: 'previous_response_not_found' }
}
