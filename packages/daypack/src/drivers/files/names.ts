import { hash } from 'node:crypto'
import type { SessionId } from '../../model/driver.ts'
import { checkSession } from '../shared/check.ts'

const MAX_NAME = 180
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/

/** Escapes capitals and odd bytes, so that no two ids collide on a case-insensitive file system. */
export function encodeName(session: SessionId): string {
  let name = [...Buffer.from(checkSession(session))].map(encodeByte).join('')
  if (name.startsWith('.') || RESERVED.test(name)) name = percent(name.charCodeAt(0)) + name.slice(1)
  if (name.endsWith('.')) name = `${name.slice(0, -1)}%2e`
  return name.length <= MAX_NAME ? name : `${cut(name)}%~${hash('sha256', session)}`
}

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

function cut(name: string): string {
  return name.slice(0, 100).replace(/(?:%.?|\+)$/, '')
}
