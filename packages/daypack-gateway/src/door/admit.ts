import { failure } from '../http/answers.ts'
import type { Answer, Fields } from '../http/upstream.ts'
import type { GatewayWire, Kind } from '../wires/wire.ts'
import { checkAccess, type AccessOptions } from './access.ts'
import { isOwnPath, joinUrl, routeOf, type Route } from './route.ts'
import { scopeOf, type Sender } from './sender.ts'
import { serversOf } from './servers.ts'

/** A request that may come in: who sends it, what it is, and where it goes. */
export type Admission = {
  /** Empty for an address of our own. */
  readonly url: string
  readonly route: Route
  readonly sender: Sender
  readonly person?: string
  /** It goes where requests of its wire go by themselves. */
  readonly isUsualServer: boolean
  readonly wire?: GatewayWire
  readonly kind?: Kind
}

export type AdmitOptions = AccessOptions & {
  readonly upstreams?: Readonly<Record<string, string>>
  readonly users?: 'apart'
}

/** Lets a request in; an answer: it goes nowhere. */
export function admitter(options: AdmitOptions): (url: string, headers: Fields) => Admission | Answer {
  const servers = serversOf(options.upstreams ?? {})
  const isApart = options.users === 'apart' || options.people !== undefined
  return (url, headers) => {
    const route = routeOf(url)
    if (!route) return failure(400, 'The request names no path.')
    const { refused, person } = checkAccess(headers, route.token, options)
    if (refused !== undefined) return failure(403, refused)
    const found = servers.wireFor(route.path, headers)
    const base = servers.baseOf(route, found?.wire)
    if (base === undefined && !isOwnPath(route.path)) return failure(404, servers.unknown(route))
    const scope = scopeOf(headers, route.search, base ?? '', person)
    const home = isApart && { home: { user: person ?? `key-${scope}` } }
    return {
      url: base === undefined ? '' : joinUrl(base, route.path, route.search),
      route,
      sender: { scope, ...home, headers, session: route.session },
      ...(person !== undefined && { person }),
      isUsualServer: base === servers.usualOf(found?.wire),
      ...found,
    }
  }
}
