import type { Fields } from '../wires/wire.ts'

export type { Fields }

export type Incoming = {
  readonly method: string
  readonly url: string
  readonly headers: Fields
  /** All of it, or what reads it: asked only of somebody who may come in. One that is too large is a DaypackError, `unsupported`. */
  readonly body?: Uint8Array | (() => Promise<Uint8Array | undefined>) | undefined
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal
}

export type Outgoing = {
  readonly url: string
  readonly method: string
  readonly headers: Fields
  readonly body?: Uint8Array | string
  readonly signal?: AbortSignal
}

export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body?: AsyncIterable<Uint8Array>
}

/** Sends it. The answer's bytes are what its headers say; redirects are not followed. */
export type Upstream = (request: Outgoing) => Promise<Answer>

/** With `fetch`, which decodes what comes in: the headers then no longer say otherwise. */
export const fetchUpstream: Upstream = async ({ url, method, headers, body, signal }) => {
  const init = { method, headers, redirect: 'manual' as const, ...(signal && { signal }) }
  const response = await fetch(url, body === undefined ? init : { ...init, body: body as RequestInit['body'] & {} })
  const fields: Record<string, string | string[]> = Object.fromEntries(response.headers)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) fields['set-cookie'] = cookies
  const { 'content-encoding': encoding, 'content-length': length, ...rest } = fields
  const plain = encoding === undefined && length !== undefined ? { ...rest, 'content-length': length } : rest
  return { status: response.status, headers: plain, ...(response.body && { body: response.body }) }
}

const HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
const OURS = new Set(['host', 'content-length', 'expect'])

export function onward(headers: Fields): Fields {
  const named = headers['connection']?.split(',').map((name) => name.trim().toLowerCase()) ?? []
  const copy: Record<string, string> = {}
  for (const name in headers) {
    if (HOP.has(name) || OURS.has(name) || named.includes(name) || name.startsWith('x-daypack-')) continue
    copy[name] = headers[name] ?? ''
  }
  return copy
}

export function backward(headers: Answer['headers']): Answer['headers'] {
  const copy: Record<string, string | readonly string[]> = {}
  for (const name in headers) if (!HOP.has(name)) copy[name] = headers[name] ?? ''
  return copy
}
