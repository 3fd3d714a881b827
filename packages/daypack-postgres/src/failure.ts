import { DaypackError, type ErrorCode, isDaypackError } from 'daypack/internal'

export function failure(what: string, error: unknown, url: string): DaypackError {
  if (isDaypackError(error)) return error
  const code = codeOf(error)
  const said = error instanceof Error ? error.message : String(error)
  const [kind, advice] = codeAndAdvice(code, said)
  return new DaypackError(kind, `${what} failed: ${said || code || 'no reason given'}. ${advice(placeOf(url))}`, {
    cause: error,
    details: { sqlstate: code },
  })
}

/** The connection broke, or the server gave up a transaction so that another could go on: asking again may help. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== undefined) return LOST.has(code) || code.startsWith('08')
  const said = error instanceof Error ? error.message : ''
  // Who has waited for a connection in vain does not wait a second time.
  return CUT.test(said) && !SILENT.test(said)
}

/** The server did not answer within `timeoutMs`. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

const CUT = /Connection terminated|connection is not queryable/i
const SILENT = /connection timeout/i
const SLOW = /^Query read timeout$|^timeout exceeded when trying to connect$/
/** The server is going down or coming up, or the way to it broke. */
const GONE = ['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE', 'ECONNREFUSED']
/** `25P03`: the server ended a transaction that stood still. */
const LOST = new Set([...GONE, '40001', '40P01', '25P03'])
const AWAY = new Set([...GONE, 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN', 'ENETUNREACH'])

const RIGHTS = 'An administrator gives the rights with what `daypack postgres init --print` prints.'
/** Node names what is wrong with a certificate in many ways. */
const CERTIFICATE = /CERT|^UNABLE_TO_|^DEPTH_ZERO|^ERR_TLS|^ERR_SSL|^EPROTO$/
const NO_TLS = /no encryption|SSL off|server does not support SSL/

type Advice = (place: string) => string
type Meaning = [ErrorCode, Advice]

const MEANINGS: Readonly<Record<string, Meaning>> = {
  '28P01': ['bad-config', (place) => `Check the user and password for ${place}.`],
  '28000': ['bad-config', (place) => `This user may not connect to ${place}; see pg_hba.conf.`],
  '3D000': ['bad-config', (place) => `Create the database on ${place}, or name another one.`],
  '25006': ['io', (place) => `${place} is read-only (a replica?): use the primary to write. Reading still works.`],
  '42501': ['bad-config', () => RIGHTS],
  '0A000': ['unsupported', () => 'Daypack needs PostgreSQL 15 or newer with pgvector 0.7 or newer.'],
  '58P01': ['unsupported', () => 'Install pgvector on the server (Debian: postgresql-17-pgvector), then try again.'],
  '53100': ['disk-full', () => 'What was stored before is untouched; free some space on the server.'],
  '53300': ['io', () => 'The server has no connection left: raise max_connections, or lower `connections`.'],
  '55P03': ['locked', () => 'Another process holds it; try again.'],
}

function codeAndAdvice(code: string | undefined, said: string): Meaning {
  // Without pgvector at all the server says 0A000, as it does where pgvector is too old.
  if (/extension "vector" is not available|type "(?:half)?vec(?:tor)?" does not exist/.test(said))
    return MEANINGS['58P01'] as Meaning
  if (/permission denied to set role|role "daypack_app" does not exist/.test(said))
    return ['bad-config', () => `Missing: GRANT daypack_app TO <this role>. ${RIGHTS}`]
  if (NO_TLS.test(said)) return ['bad-config', tlsAdvice]
  const known = code === undefined ? undefined : MEANINGS[code]
  if (known) return known
  if (code !== undefined && CERTIFICATE.test(code)) return ['bad-config', certificateAdvice]
  if (code === undefined ? CUT.test(said) || SLOW.test(said) : AWAY.has(code)) {
    return ['unreachable', (place) => `Is the server at ${place} up?`]
  }
  return ['io', (place) => `What was stored before is untouched; check ${place}, then try again.`]
}

function tlsAdvice(place: string): string {
  return `${place} and this program disagree on TLS: set \`ssl\`, or sslmode=verify-full or sslmode=disable in the address.`
}

function certificateAdvice(place: string): string {
  return `The certificate of ${place} is not trusted: give the authority's as \`ssl: { ca }\`, or sslmode=verify-full&sslrootcert=<file> in the address.`
}

/** Errors of several addresses of one host come as one. */
function codeOf(error: unknown): string | undefined {
  const { code, errors } = error as { code?: unknown; errors?: readonly unknown[] }
  if (typeof code === 'string') return code
  return errors?.[0] === undefined ? undefined : codeOf(errors[0])
}

/** Host and database, and never the password. */
function placeOf(url: string): string {
  try {
    const { host, pathname } = new URL(url)
    return `${host}${pathname}`
  } catch {
    return 'the server'
  }
}
