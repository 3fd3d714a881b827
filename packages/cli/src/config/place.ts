import { DaypackError } from 'daypack'

export type PlaceFlags = { readonly dir?: string; readonly url?: string; readonly tenant?: string }

const POSTGRES = /^postgres(?:ql)?:\/\//
const ADDRESS = /^[a-z][a-z0-9+.-]+:\/\//i

/** A workspace in a database: `postgres://host/database?tenant=name`. */
export function isAddress(place: string | undefined): place is `${string}://${string}` {
  return place !== undefined && ADDRESS.test(place)
}

export function placeFrom(
  { dir, url, tenant }: PlaceFlags,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (url === undefined && tenant === undefined) return dir
  if (dir !== undefined)
    throw new DaypackError('bad-config', 'Name a folder (--dir) or a tenant (--url, --tenant), not both.')
  const address = parseAddress(checkPostgres(url ?? env['DAYPACK_PG_URL']))
  const name = tenant ?? address.searchParams.get('tenant') ?? env['DAYPACK_TENANT']
  if (!name) throw new DaypackError('bad-config', `Name the tenant in ${shownPlace(address.href)}: --tenant <name>.`)
  address.searchParams.set('tenant', name)
  return address.href
}

export function checkPostgres(url: string | undefined): string {
  if (url && POSTGRES.test(url)) return url
  const given = url ? ` ${shownPlace(url)} is none.` : ''
  throw new DaypackError(
    'bad-config',
    `Name the database: --url postgres://role@host/database, or DAYPACK_PG_URL.${given}`,
  )
}

export function tenantIn(place: string): { readonly url: string; readonly tenant: string } {
  const address = parseAddress(checkPostgres(place))
  const tenant = address.searchParams.get('tenant')
  address.searchParams.delete('tenant')
  if (tenant) return { url: address.href, tenant }
  throw new DaypackError('bad-config', 'Name the tenant: put ?tenant=<name> at the end of the database address.')
}

/** A place as it may be shown: an address without user, password and whatever else it says beside the tenant. */
export function shownPlace(place: string): string {
  if (!isAddress(place)) return place
  try {
    const { protocol, host, pathname, searchParams } = new URL(place)
    const tenant = searchParams.get('tenant')
    return `${protocol}//${host}${pathname}${tenant === null ? '' : `?tenant=${tenant}`}`
  } catch {
    return `${place.slice(0, place.indexOf(':'))}://…`
  }
}

function parseAddress(address: string): URL {
  try {
    return new URL(address)
  } catch {
    throw new DaypackError(
      'bad-config',
      'The address of the database cannot be read; write postgres://role@host/database, with %-escapes in a password.',
    )
  }
}
