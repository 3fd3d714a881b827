import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DaypackError } from 'daypack'

export const LOOPBACK = ['127.0.0.1', 'localhost', '::1']

export type Listening = { readonly url: string; readonly port: number; close(): Promise<void> }

/** A server that was told to listen, once it does. */
export async function listening(server: Server, { host, port }: { host: string; port: number }): Promise<Listening> {
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

export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
}
