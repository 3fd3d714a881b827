import { isBrowser, personOf, refusal, type AccessOptions } from './access.ts'
import { failure } from './answers.ts'
import { isOwnPath } from '../status/own-endpoints.ts'
import { joinUrl, routeOf, type Route } from './route.ts'
import { whoSends, type Who } from './sender.ts'
import { targetsOf } from './servers.ts'
import type { Person } from './team.ts'
import type { Answer, Fields } from '../relay/upstream.ts'
import type { GatewayWire, Kind } from '../wires/wire.ts'

export type Sender = Who & { readonly headers: Fields; readonly session?: string | undefined }

/** Who sends a request, what it is, and where it goes. */
export type Way = {
  /** Empty for an address of our own. */
  readonly url: string
  readonly route: Route
  readonly sender: Sender
  readonly person?: string
  readonly wire?: GatewayWire
  readonly kind?: Kind
}

export type WayOptions = AccessOptions & {
  readonly upstreams?: Readonly<Record<string, string>>
  readonly people?: readonly Person[]
  readonly users?: 'apart'
}

/** Finds the way of a request; an answer: it goes nowhere. */
export function wayFinder(options: WayOptions): (url: string, headers: Fields) => Way | Answer {
  const targets = targetsOf(options.upstreams ?? {})
  const isApart = options.users === 'apart' || options.people !== undefined
  return (url, headers) => {
    if (isBrowser(headers)) return failure(403, 'Requests from browsers are refused.')
    const route = routeOf(url)
    if (!route) return failure(400, 'The request names no path.')
    const refused = refusal(headers, route.token, options)
    if (refused !== undefined) return failure(403, refused)
    const found = targets.wireFor(route.path, headers)
    const base = targets.baseOf(route, found?.wire)
    if (base === undefined && !isOwnPath(route.path)) return failure(404, targets.unknown(route))
    const person = personOf(headers, route.token, options.people)?.name
    const who = whoSends({ headers, search: route.search, upstream: base ?? '', person, isApart })
    return {
      url: base === undefined ? '' : joinUrl(base, route.path, route.search),
      route,
      sender: { ...who, headers, session: route.session },
      ...(person !== undefined && { person }),
      ...found,
    }
  }
}
