import type { Server } from 'node:http'
import { serve } from '@hono/node-server'
import { listening, type Listening } from '../listening.ts'

type Handle = (request: Request) => Promise<Response>

export function listen(handle: Handle, place: { host: string; port: number }): Promise<Listening> {
  const fetch = (request: Request) =>
    new URL(request.url).pathname === '/mcp' ? handle(request) : new Response('The server is at /mcp.', { status: 404 })
  return listening(serve({ fetch, hostname: place.host, port: place.port }) as Server, place)
}
