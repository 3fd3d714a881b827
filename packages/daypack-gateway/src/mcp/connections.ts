import { randomUUID } from 'node:crypto'
import { WebStandardStreamableHTTPServerTransport, type McpServerFactory } from '@modelcontextprotocol/server'

const MOST = 100
/** A client that asked nothing for so long has gone, and opens a new connection if it has not. */
const IDLE_MS = 60 * 60_000
const LARGEST_OPENING = 65_536

type Connection = {
  readonly transport: WebStandardStreamableHTTPServerTransport
  /** Undefined before the first request after the opening. */
  usedAt?: number
}

/** Clients of the 2025 protocol that open with `initialize` get their own connection: it remembers the client's name. */
export function connections(
  factory: McpServerFactory,
  now: () => number = Date.now,
): {
  fetch(request: Request): Promise<Response | undefined>
  close(): Promise<void>
} {
  const open = new Map<string, Connection>()
  return {
    async fetch(request) {
      const id = request.headers.get('mcp-session-id')
      if (id === null) return (await isOpening(request)) ? begin(request) : undefined
      const known = open.get(id)
      if (known === undefined) return new Response('This connection is closed.', { status: 404 })
      known.usedAt = now()
      return known.transport.handleRequest(request)
    },
    async close() {
      for (const { transport } of open.values()) await transport.close()
      open.clear()
    },
  }

  /** Whom the next one takes the place of: who only opened, the oldest first, then who was silent for long. Nobody else. */
  function leaving(): [string, Connection] | undefined {
    const silent = (usedAt: number | undefined) => usedAt === undefined || usedAt < now() - IDLE_MS
    const all = [...open].filter(([, { usedAt }]) => silent(usedAt))
    return all.find(([, { usedAt }]) => usedAt === undefined) ?? all[0]
  }

  async function begin(request: Request): Promise<Response> {
    if (open.size >= MOST && !leaving())
      return new Response(`${MOST} clients are connected; try again later.`, { status: 503 })
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      async onsessioninitialized(id) {
        const left = open.size >= MOST ? leaving() : undefined
        open.set(id, { transport })
        if (!left) return
        open.delete(left[0])
        await left[1].transport.close()
      },
      onsessionclosed: (id) => void open.delete(id),
    })
    const server = await factory({ era: 'legacy', requestInfo: request })
    await server.connect(transport)
    return transport.handleRequest(request)
  }
}

async function isOpening(request: Request): Promise<boolean> {
  const length = Number(request.headers.get('content-length') ?? Infinity)
  if (request.method !== 'POST' || length > LARGEST_OPENING) return false
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => undefined)
  return (body as { method?: unknown } | undefined)?.method === 'initialize'
}
