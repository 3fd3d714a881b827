import type { Scope } from '../../../memory/index.ts'
import { sha256 } from '../../../log/intake.ts'
import type { Fields } from '../relay/upstream.ts'

export const CREDENTIALS = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key']
const LENGTH = 12

/** Who sends a request. Nothing is shared between two scopes, and no notes between two homes. */
export type Who = {
  readonly scope: string
  /** Where sessions and notes of this person lie; undefined where everybody is the same one. */
  readonly home?: Scope
}

export type Whence = {
  readonly headers: Fields
  readonly search: string
  readonly upstream: string
  /** The name that goes with the token, in a team. */
  readonly person?: string | undefined
  readonly isApart: boolean
}

/** Somebody with a name is known by it, whichever keys they use; anybody else by their key. */
export function whoSends({ headers, search, upstream, person, isApart }: Whence): Who {
  const keys = [...CREDENTIALS.map((name) => headers[name] ?? ''), new URLSearchParams(search).get('key') ?? '']
  const scope = sha256(JSON.stringify([...(person === undefined ? keys : [person]), upstream])).slice(0, LENGTH)
  return { scope, ...(isApart && { home: { user: person ?? `key-${scope}` } }) }
}
