import { randomUUID } from 'node:crypto'
import { WebStandardStreamableHTTPServerTransport, type McpServerFactory } from '@modelcontextprotocol/server'

/** Connections kept at once; the one opened first goes. */
const MOST = 100
/** An `initialize` is small; nothing larger is looked into. */
const LARGEST_OPENING = 65_536

/** Clients of the 2025 protocol that open with `initialize` get a connection of their own, so that a server can also ask. */
export function connections(factory: McpServerFactory): {
  /** The answer, or undefined for a request that stands alone. */
  fetch(request: Request): Promise<Response | undefined>
  close(): Promise<void>
} {
  const open = new Map<string, WebStandardStreamableHTTPServerTransport>()
  return {
    async fetch(request) {
      const id = request.headers.get('mcp-session-id')
      if (id !== null)
        return open.get(id)?.handleRequest(request) ?? new Response('This connection is closed.', { status: 404 })
      return (await isOpening(request)) ? begin(request) : undefined
    },
    async close() {
      for (const transport of open.values()) await transport.close()
      open.clear()
    },
  }

  async function begin(request: Request): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      async onsessioninitialized(id) {
        open.set(id, transport)
        const [first] = open
        if (open.size <= MOST || !first) return
        open.delete(first[0])
        await first[1].close()
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
