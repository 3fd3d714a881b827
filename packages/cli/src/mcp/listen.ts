import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { DaypackError } from 'daypack'

type Handle = (request: Request) => Promise<Response>
export type Listening = { readonly url: string; close(): Promise<void> }

export async function listen(handle: Handle, { host, port }: { host: string; port: number }): Promise<Listening> {
  const fetch = (request: Request) =>
    new URL(request.url).pathname === '/mcp' ? handle(request) : new Response('The server is at /mcp.', { status: 404 })
  const server = serve({ fetch, hostname: host, port }) as Server
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', (error: NodeJS.ErrnoException) => reject(inUse(error, port)))
  })
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function inUse(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== 'EADDRINUSE') return error
  return new DaypackError('bad-config', `Port ${port} is in use; choose another with --port.`)
}
