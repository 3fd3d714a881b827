import { reasonOf, DaypackError, type Daypack } from 'daypack'
import { mcpHandler, mcpServer, type McpOptions } from 'daypack-gateway/mcp'
import { byLastUse } from '../chat/workspace.ts'
import { LOOPBACK, untilStopped, listening, type Listening } from '../listening.ts'
import { rawStream } from '../show/clean.ts'
import { withPack, type WorkspaceOptions } from './pack.ts'
import type { Server } from 'node:http'
import { serve } from '@hono/node-server'

export type McpCommandOptions = WorkspaceOptions & {
  readonly session?: string
  readonly http?: boolean
  readonly port?: number
  readonly host?: string
  readonly token?: string
  readonly allowHost?: readonly string[]
}

const DEFAULT_PORT = 4142

export async function mcpCommand(options: McpCommandOptions, version: string): Promise<number> {
  const { host = '127.0.0.1', port = DEFAULT_PORT, token, allowHost } = options
  if (options.http && !LOOPBACK.includes(host) && token === undefined)
    throw new DaypackError('bad-config', `${host} can be reached from outside: set a token with --token.`)
  const work = async (pack: Daypack): Promise<number> => {
    const by: McpOptions = { version, session: () => options.session, newest: () => byLastUse(pack) }
    if (!options.http) await overStdio(pack, by)
    else {
      const hosts = [...(allowHost ?? []), ...(LOOPBACK.includes(host) ? [] : [host])]
      const handler = mcpHandler(pack, { ...by, hosts, onProblem: say, ...(token !== undefined && { token }) })
      const served = await listen(handler.fetch, { host, port })
      say(`MCP on ${served.url}/mcp; stop with Ctrl-C.`)
      await untilStopped()
      await served.close()
      await handler.close()
    }
    return 0
  }
  return withPack(options, work, { make: true, serves: true })
}

/** Standard output carries protocol messages only; everything else goes to standard error. */
async function overStdio(pack: Daypack, by: McpOptions): Promise<void> {
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio')
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
  })
  const transport = new StdioServerTransport(process.stdin, rawStream(process.stdout))
  const served = serveStdio(mcpServer(pack, by), { transport, onerror: say })
  await Promise.race([ended, untilStopped()])
  await served.close()
}

function say(what: unknown): void {
  console.error(`daypack: ${reasonOf(what)}`)
}

type Handle = (request: Request) => Promise<Response>

export function listen(handle: Handle, place: { host: string; port: number }): Promise<Listening> {
  const fetch = (request: Request) =>
    new URL(request.url).pathname === '/mcp' ? handle(request) : new Response('The server is at /mcp.', { status: 404 })
  return listening(serve({ fetch, hostname: place.host, port: place.port }) as Server, place)
}
