import { DaypackError } from '../model/errors.ts'
import type { Session } from './session.ts'

/** Stands in for a missing session: every call goes out unchanged. */
const PASS_THROUGH = {
  id: '',
  prepare: async (_: unknown, request: unknown) => ({ request, plan: undefined, aside: true }),
  aside: async (_: unknown, request: unknown) => request,
  record: async () => {},
  mark: async () => {},
  offerModel: () => {},
  readBack: () => Promise.reject(new Error('no session')),
  overflow: async () => false,
  on: () => () => {},
} as unknown as Session

/** The session a host was given. Anything else is reported at once, and calls go out unchanged. */
export function sessionOrPassThrough(host: string, given: Session): Session {
  const wrong = problemWith(given)
  if (wrong === undefined) return given
  console.warn(`daypack: ${host} ${wrong} Until then every request goes out as it is.`)
  return PASS_THROUGH
}

/** For hosts that keep the history in the session and cannot work without one. */
export function requireSession(host: string, given: Session): Session {
  const wrong = problemWith(given)
  if (wrong === undefined) return given
  throw new DaypackError('bad-config', `${host} ${wrong}`)
}

function problemWith(given: unknown): string | undefined {
  const { prepare, record, then, session } = (given ?? {}) as Record<string, unknown>
  if (typeof prepare === 'function' && typeof record === 'function') return undefined
  if (typeof then === 'function') return 'was given a promise: write `await pack.session(…)`.'
  if (typeof session === 'function') return 'was given the pack: write `await pack.session(id)` and give that.'
  return `was given ${given === null ? 'null' : typeof given}, not a session: write \`await pack.session(id)\` and give that.`
}
