import { timingSafeEqual } from 'node:crypto'
import { TOKEN_HEADER } from './clients.ts'
import type { Fields } from './upstream.ts'

export type AccessOptions = {
  /** Asked of every request when it is set: in the header `x-daypack-token`, or as `/t/<token>` before the path. */
  readonly token?: string
  /** Names a request may call us by, besides those of the loopback. */
  readonly hosts?: readonly string[]
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

/**
 * Why a request is refused; undefined when it may pass. A page in a browser can send requests to this machine, so the
 * name it calls us by and the page it comes from are looked at (DNS rebinding), and not only where we listen.
 */
export function refusal(
  headers: Fields,
  tokenInPath: string | undefined,
  { token, hosts = [] }: AccessOptions,
): string | undefined {
  const isOurs = (host: string) => LOOPBACK.test(host) || hosts.includes(host.toLowerCase())
  const host = hostOf(headers['host'] ?? '')
  if (host !== '' && !isOurs(host)) return `The host ${host} is not allowed; name it with --allow-host.`
  const origin = headers['origin']
  if (origin !== undefined && !isOurs(hostOf(origin.replace(/^[a-z]+:\/\//i, ''))))
    return 'Requests from web pages are refused.'
  if (token === undefined) return undefined
  const given = headers[TOKEN_HEADER] ?? tokenInPath ?? ''
  return isSame(given, token)
    ? undefined
    : `The token is missing or wrong: send it as ${TOKEN_HEADER}, or as /t/<token> before the path.`
}

function hostOf(authority: string): string {
  return authority.replace(/:\d+$/, '')
}

function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)]
  return a.length === b.length && timingSafeEqual(a, b)
}
