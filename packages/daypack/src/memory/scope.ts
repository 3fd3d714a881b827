import { createHash } from 'node:crypto'
import { DaypackError } from '../model/errors.ts'

/** Whose memory: `{ user: 'ana', project: 'shop' }`. */
export type Scope = { readonly [Kind in ScopeKind]?: string }
export type ScopeKind = (typeof SCOPE_KINDS)[number]

/** The first that is named owns what is said; the others are read too, and written only by choice. */
export const SCOPE_KINDS = ['user', 'agent', 'project', 'team'] as const

/** The folders of a scope below `scopes/`, the owner's first: `user/ana`, `project/shop`. */
export function scopeNames(scope: Scope): string[] {
  const unknown = Object.keys(scope).find((key) => !SCOPE_KINDS.some((kind) => kind === key))
  if (unknown !== undefined)
    throw new DaypackError('bad-config', `There is no scope "${unknown}"; there are ${SCOPE_KINDS.join(', ')}.`)
  const names = SCOPE_KINDS.flatMap((kind) => {
    const id = scope[kind]
    return id === undefined ? [] : [`${kind}/${folderOf(kind, id)}`]
  })
  if (names.length === 0) throw new DaypackError('bad-config', 'A scope names a user, an agent, a project or a team.')
  return names
}

/** Two names are never one folder, on file systems that know no capitals either. */
function folderOf(kind: ScopeKind, id: string): string {
  if (typeof id !== 'string' || id.trim() === '') throw new DaypackError('bad-config', `The ${kind} has no name.`)
  if (/^[a-z0-9](?:[a-z0-9@_-]|\.(?=[a-z0-9])){0,63}$/.test(id)) return id
  const readable = id
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
  return `${readable}~${createHash('sha256').update(id).digest('hex').slice(0, 12)}`
}
