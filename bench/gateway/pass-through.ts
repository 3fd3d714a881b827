// The least a proxy can do: every request goes on as it came. In a process of its own, like the others.
//   node bench/gateway/pass-through.ts <url>
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
  incoming.pipe(onward)
})
server.listen(0, '127.0.0.1', () =>
  console.error(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port};`),
)
