/** One request to a provider, headers and body as they are to be sent. */
export type Outgoing = {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body?: Uint8Array | string
  readonly signal?: AbortSignal
}

/** Sends it. The answer's bytes are what its headers say; redirects are not followed. */
export type Upstream = (request: Outgoing) => Promise<Response>

/** With `fetch`, which decodes what comes in: the headers then no longer say otherwise. */
export const fetchUpstream: Upstream = async ({ url, method, headers, body, signal }) => {
  const init = { method, headers, redirect: 'manual' as const, ...(signal && { signal }) }
  const response = await fetch(url, body === undefined ? init : { ...init, body: body as RequestInit['body'] & {} })
  if (!response.headers.has('content-encoding')) return response
  const plain = new Headers(response.headers)
  plain.delete('content-encoding')
  plain.delete('content-length')
  return new Response(response.body, { status: response.status, headers: plain })
}

const HOP = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** What goes on from the client: everything but what belongs to this connection, and what is for us. */
export function onward(headers: Headers): Headers {
  const copy = new Headers(headers)
  const named = (headers.get('connection') ?? '').split(',').map((name) => name.trim())
  for (const name of [...HOP, ...named.filter(Boolean), 'host', 'content-length', 'expect']) copy.delete(name)
  for (const name of [...copy.keys()]) if (name.startsWith('x-daypack-')) copy.delete(name)
  return copy
}

/** What goes back to the client. */
export function backward(headers: Headers): Headers {
  const copy = new Headers(headers)
  for (const name of HOP) copy.delete(name)
  return copy
}
