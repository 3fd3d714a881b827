import type { JsonObject } from 'daypack/internal'
import type { Json } from 'daypack'
import type { Server } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { arrayOf, textOf, without } from './json.ts'
import type { ProviderRecord, ScriptedReply } from './script.ts'
import type { Failure, Measured, Wire } from './wire.ts'

export type SocketParts = {
  readonly wire: Wire
  readonly path: string
  refusals(wire: Wire, body: JsonObject, text: string, measured: Measured): Failure[]
  reply(body: JsonObject, measured: Measured): Promise<ScriptedReply>
  record(request: Omit<ProviderRecord, 'at' | 'wire' | 'path'>): void
}

export async function withSocket(server: Server, parts: SocketParts): Promise<void> {
  const { WebSocketServer } = await import('ws')
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 256 * 1024 * 1024 })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if ((request.url ?? '').split('?')[0] !== parts.path)
      return void socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')
    sockets.handleUpgrade(request, socket, head, (client) => serve(client, request, parts))
  })
}

function serve(client: WebSocket, request: IncomingMessage, parts: SocketParts): void {
  const held = new Map<string, readonly Json[]>()
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  const send = (data: JsonObject) => client.send(JSON.stringify(data))
  let queue: Promise<unknown> = Promise.resolve()
  client.on('error', () => {})
  client.on('message', (data: Buffer) => {
    queue = queue.then(() => answer(data.toString('utf8')))
  })

  async function answer(text: string): Promise<void> {
    const { wire } = parts
    const frame = JSON.parse(text) as JsonObject
    const after = frame['previous_response_id']
    const before = typeof after === 'string' ? held.get(after) : []
    const bare = without(frame, 'type', 'previous_response_id')
    const body = { ...bare, input: [...(before ?? []), ...arrayOf(frame['input'])], stream: true }
    const measured = wire.measure(body)
    const seen = { headers, body: frame, text, promptTokens: measured.promptTokens }
    const lost = {
      status: 400,
      rule: 'R-05',
      message: `Previous response with id '${textOf(after)}' not found.`,
      code: 'previous_response_not_found',
    }
    const failures = before ? parts.refusals(wire, body, text, measured) : [lost]
    const [first] = failures
    if (first) {
      parts.record({ ...seen, status: first.status, violations: failures.map((failure) => failure.rule ?? '') })
      return send({ type: 'error', status: first.status, ...wire.error(first) })
    }
    if (frame['generate'] === false) {
      const { body: warmed } = wire.answer(body, {}, measured)
      held.set(textOf(warmed['id']), body.input)
      send({ type: 'response.created', response: warmed })
      return send({ type: 'response.completed', response: warmed })
    }
    const reply = await parts.reply(body, measured)
    const { fault } = reply
    if (fault?.kind === 'status') {
      parts.record({ ...seen, status: fault.status, violations: [], fault: fault.kind })
      const failure = {
        status: fault.status,
        message: fault.message ?? `scripted ${fault.status}`,
        code: 'server_is_overloaded',
      }
      return send({ type: 'error', status: fault.status, ...wire.error(failure) })
    }
    const { body: response, billed } = wire.answer(body, reply, measured)
    parts.record({ ...seen, status: 200, violations: [], billed, ...(fault && { fault: fault.kind }) })
    held.set(textOf(response['id']), [...body.input, ...arrayOf(response['output'])])
    const events = wire.events(response, body, reply.stream ?? {})
    for (const { data } of events.slice(0, fault ? fault.after : events.length)) if (data !== '[DONE]') send(data)
    if (fault?.kind === 'cut') client.terminate()
  }
}
