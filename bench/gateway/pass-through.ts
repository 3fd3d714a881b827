// The least a proxy can do: every request goes on as it came, while it comes or, with --whole, when all of it is there, as it
// must be for whoever looks into it. In a process of its own, like the others.
//   node bench/gateway/pass-through.ts <url> [--whole]
import { Agent, createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

const agent = new Agent({ keepAlive: true, maxSockets: 1_000 })
const server = createServer((incoming, outgoing) => {
  const { host: _, ...headers } = incoming.headers
  const onward = send(
    `${process.argv[2]}${incoming.url ?? ''}`,
    { method: incoming.method ?? 'GET', headers, agent },
    (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(outgoing)
    },
  )
  if (process.argv[3] !== '--whole') return void incoming.pipe(onward)
  const bytes = Buffer.allocUnsafeSlow(Number(headers['content-length']))
  let at = 0
  incoming.on('data', (piece: Buffer) => (at += piece.copy(bytes, at)))
  incoming.on('end', () => onward.end(bytes))
})
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () =>
  console.error(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port};`),
)
