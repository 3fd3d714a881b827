import { timingSafeEqual } from 'node:crypto'

export function refusal(
  request: {
    readonly host: string | undefined
    readonly origin: string | undefined
    readonly token: string | undefined
  },
  wanted: { readonly token: string; readonly port: number },
): string | undefined {
  const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${wanted.port}`)
  // A page of somebody else that has its name point here still sends its own name.
  if (request.host === undefined || !hosts.includes(request.host.toLowerCase()))
    return 'The inspector does not answer under this host name.'
  if (request.origin !== undefined && !hosts.some((host) => request.origin === `http://${host}`))
    return 'Requests from other web pages are refused.'
  if (request.token === undefined || !same(request.token, wanted.token))
    return 'The address needs its token: take the one that `daypack inspect` printed.'
  return undefined
}

function same(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Nothing but our own files, and nothing inline: text of a session is never executed. */
export const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}
