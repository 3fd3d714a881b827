import { hash } from 'node:crypto'
import type { SessionId } from '../../model/driver.ts'
import { checkSession } from '../shared/check.ts'

const MAX_NAME = 180
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/

/**
 * A session id as a file name: lower-case letters, digits, `_`, `-` and inner dots as they are, `+m` for M, `%xx` for any
 * other byte, so that no two ids meet on a file system that ignores case. Very long ids end in `%~` and a hash.
 */
export function encodeName(session: SessionId): string {
  let name = [...Buffer.from(checkSession(session))].map(encodeByte).join('')
  if (name.startsWith('.') || RESERVED.test(name)) name = percent(name.charCodeAt(0)) + name.slice(1)
  if (name.endsWith('.')) name = `${name.slice(0, -1)}%2e`
  return name.length <= MAX_NAME ? name : `${cut(name)}%~${hash('sha256', session)}`
}

/** The id again; undefined when the name is not one of ours, or ends in a hash. */
export function decodeName(name: string): SessionId | undefined {
  if (!/^(?:[a-z0-9._-]|\+[a-z]|%[0-9a-f]{2})+$/.test(name)) return undefined
  const bytes = [...name.matchAll(/\+([a-z])|%([0-9a-f]{2})|(.)/g)].map(([, upper, hex, plain]) => {
    if (upper !== undefined) return upper.toUpperCase().charCodeAt(0)
    return hex === undefined ? (plain ?? '').charCodeAt(0) : Number.parseInt(hex, 16)
  })
  const session = Buffer.from(bytes).toString()
  return session !== '' && encodeName(session) === name ? session : undefined
}

export function isHashed(name: string): boolean {
  return /%~[0-9a-f]{64}$/.test(name)
}

function encodeByte(byte: number): string {
  const char = String.fromCharCode(byte)
  if (/[a-z0-9._-]/.test(char)) return char
  return /[A-Z]/.test(char) ? `+${char.toLowerCase()}` : percent(byte)
}

function percent(byte: number): string {
  return `%${byte.toString(16).padStart(2, '0')}`
}

/** The beginning, without half an escape at its end. */
function cut(name: string): string {
  return name.slice(0, 100).replace(/(?:%.?|\+)$/, '')
}
