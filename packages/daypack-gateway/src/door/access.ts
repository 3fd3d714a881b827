import { timingSafeEqual } from 'node:crypto'
import type { Fields } from '../http/upstream.ts'
import type { Person } from './team.ts'

export const TOKEN_HEADER = 'x-daypack-token'

export type AccessOptions = {
  /** Asked of every request when it is set: in the header `x-daypack-token`, or as `/t/<token>` before the path. */
  readonly token?: string
  readonly hosts?: readonly string[]
  /** Who may come in; the token that is asked of everybody else counts no more. */
  readonly people?: readonly Person[]
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

/** What every browser says of a request to this machine and no page can leave out. Node's `fetch` says `sec-fetch-mode`, too. */
const BROWSER = ['origin', 'sec-fetch-site', 'sec-fetch-dest', 'sec-fetch-user']

/** Who sends a request, where people have names, or why it may not come in. */
export function checkAccess(
  headers: Fields,
  tokenInPath: string | undefined,
  { token, hosts, people }: AccessOptions,
): { readonly refused?: string | undefined; readonly person?: string | undefined } {
  if (BROWSER.some((name) => headers[name] !== undefined) || headers['sec-fetch-mode'] === 'navigate')
    return { refused: 'Requests from browsers are refused.' }
  const refused = hostRefusal(headers, hosts)
  if (refused !== undefined) return { refused }
  const given = headers[TOKEN_HEADER] ?? tokenInPath ?? ''
  const person = people?.find((one) => isToken(given, one.token))
  const isKnown = people ? person !== undefined : token === undefined || isToken(given, token)
  if (isKnown) return { person: person?.name }
  return { refused: `The token is missing or wrong: send it as ${TOKEN_HEADER}, or as /t/<token> before the path.` }
}

/** Undefined when it may pass. Checks Host and Origin: a web page can send requests to this machine (DNS rebinding). */
export function hostRefusal(headers: Fields, hosts: readonly string[] = []): string | undefined {
  const authority = (headers['host'] ?? '').toLowerCase()
  const host = authority.replace(/:\d+$/, '')
  if (host !== '' && !LOOPBACK.test(host) && !hosts.some((name) => name.toLowerCase() === host))
    return `The host ${host} is not allowed; name it with --allow-host.`
  const origin = headers['origin']?.toLowerCase()
  const isOurs = origin === undefined || origin === `http://${authority}` || origin === `https://${authority}`
  return isOurs ? undefined : 'Requests from web pages are refused.'
}

export function isToken(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)]
  return a.length === b.length && timingSafeEqual(a, b)
}
