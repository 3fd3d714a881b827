import { timingSafeEqual } from 'node:crypto'
import { TOKEN_HEADER } from '../session/clients.ts'
import type { Person } from './team.ts'
import type { Fields } from '../relay/upstream.ts'

export type AccessOptions = {
  /** Asked of every request when it is set: in the header `x-daypack-token`, or as `/t/<token>` before the path. */
  readonly token?: string
  readonly hosts?: readonly string[]
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

/** What every browser says of a request to this machine and no page can leave out. Node's `fetch` says `sec-fetch-mode`, too. */
const BROWSER = ['origin', 'sec-fetch-site', 'sec-fetch-dest', 'sec-fetch-user']

/** Does a browser send this, for a page or because somebody typed the address? */
export function isBrowser(headers: Fields): boolean {
  return BROWSER.some((name) => headers[name] !== undefined) || headers['sec-fetch-mode'] === 'navigate'
}

/** Undefined when it may pass. Checks Host and Origin: a web page can send requests to this machine (DNS rebinding). */
export function refusal(
  headers: Fields,
  tokenInPath: string | undefined,
  { token, hosts = [], people }: AccessOptions & { readonly people?: readonly Person[] },
): string | undefined {
  const authority = (headers['host'] ?? '').toLowerCase()
  const host = authority.replace(/:\d+$/, '')
  if (host !== '' && !LOOPBACK.test(host) && !hosts.some((name) => name.toLowerCase() === host))
    return `The host ${host} is not allowed; name it with --allow-host.`
  const origin = headers['origin']?.toLowerCase()
  if (origin !== undefined && origin !== `http://${authority}` && origin !== `https://${authority}`)
    return 'Requests from web pages are refused.'
  if (token === undefined && people === undefined) return undefined
  const given = headers[TOKEN_HEADER] ?? tokenInPath ?? ''
  return (people ? personWith(given, people) !== undefined : isSame(given, token ?? ''))
    ? undefined
    : `The token is missing or wrong: send it as ${TOKEN_HEADER}, or as /t/<token> before the path.`
}

export function personOf(
  headers: Fields,
  tokenInPath: string | undefined,
  people: readonly Person[] = [],
): Person | undefined {
  return personWith(headers[TOKEN_HEADER] ?? tokenInPath ?? '', people)
}

function personWith(given: string, people: readonly Person[]): Person | undefined {
  return people.find(({ token }) => isSame(given, token))
}

function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)]
  return a.length === b.length && timingSafeEqual(a, b)
}
