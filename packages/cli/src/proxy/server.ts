import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import type { Gateway } from 'daypack/hosts/gateway'
import { DaypackError } from 'daypack'
import { Hono } from 'hono'
import { withSockets } from './sockets.ts'

export type Served = { readonly url: string; readonly port: number; close(): Promise<void> }

/** The gateway on a port. */
export async function listen(gateway: Gateway, { host, port }: { host: string; port: number }): Promise<Served> {
  const app = new Hono()
  app.all('*', (context) => gateway.fetch(context.req.raw))
  const server = serve({ fetch: app.fetch, hostname: host, port, serverOptions: { requestTimeout: 0 } }) as Server
  withSockets(server, gateway)
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', (error: NodeJS.ErrnoException) => reject(inUse(error, port)))
  })
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host}:${bound}`,
    port: bound,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function inUse(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== 'EADDRINUSE') return error
  return new DaypackError('bad-config', `Port ${port} is in use, perhaps by another proxy; choose one with --port.`)
}
