/** Where a request goes, taken from its path: `/t/<token>`, `/s/<session>` and `/to/<upstream>` may stand before the rest. */
export type Route = {
  readonly path: string
  readonly search: string
  readonly token?: string
  readonly session?: string
  readonly to?: string
}

const FIELDS = { t: 'token', s: 'session', to: 'to' } as const

export function routeOf(url: string): Route | undefined {
  const parsed = URL.parse(url)
  if (!parsed) return undefined
  const { pathname, search } = parsed
  const found: { token?: string; session?: string; to?: string } = {}
  let path = pathname
  for (;;) {
    const part = /^\/(t|s|to)\/([^/]+)(\/.*)?$/.exec(path)
    const field = part && FIELDS[part[1] as keyof typeof FIELDS]
    const value = part && decoded(part[2] ?? '')
    if (!field || !value || found[field] !== undefined) return { path, search, ...found }
    found[field] = value
    path = part[3] ?? '/'
  }
}

export function joinUrl(base: string, path: string, search = ''): string {
  const { origin, pathname } = new URL(base)
  const start = pathname.replace(/(?<!\/)\/+$/, '')
  const last = start.slice(start.lastIndexOf('/'))
  const doubled = last !== '' && (path === last || path.startsWith(`${last}/`))
  return `${origin}${start}${doubled ? path.slice(last.length) : path}${search}`
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Says only that somebody answers: no token is asked. */
export const HEALTH_PATH = '/daypack/health'
export const STATUS_PATH = '/daypack/status'
export const METRICS_PATH = '/daypack/metrics'
export const OPENAPI_PATH = '/daypack/openapi.json'
export const MEMORY_PATH = '/daypack/memory'

/** Answered by the gateway itself. */
export function isOwnPath(path: string): boolean {
  return [STATUS_PATH, METRICS_PATH, OPENAPI_PATH].includes(path) || path.startsWith(`${MEMORY_PATH}/`)
}
