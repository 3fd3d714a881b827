import type { Answer, Outgoing, Upstream } from 'daypack-gateway'
import { Agent, request } from 'undici'

/** How long a provider may be silent, for a client that never leaves by itself. */
const SILENCE_MS = 3_600_000

export function pooled(): { readonly upstream: Upstream; close(): Promise<void> } {
  const agent = new Agent({
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
    keepAliveTimeout: 30_000,
    connect: { timeout: 30_000 },
  })
  return {
    upstream: (out) => send(out, agent),
    close: () => agent.destroy(),
  }
}

async function send({ url, method, headers, body, signal }: Outgoing, dispatcher: Agent): Promise<Answer> {
  const answer = await request(url, {
    method: method as 'POST',
    headers,
    dispatcher,
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  })
  const fields: Record<string, string | string[]> = {}
  for (const name in answer.headers) {
    const value = answer.headers[name]
    if (value !== undefined) fields[name] = value
  }
  return { status: answer.statusCode, headers: fields, body: answer.body }
}
