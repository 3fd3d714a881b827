import { randomBytes } from 'node:crypto'
import { readOwnFile, writeOwnFile } from './own-file.ts'

const FILE = 'proxy-token'
const FORM = /^[\w-]{24}$/

/** The workspace's own, made once: an address in an agent's settings is right after a restart, too. */
export function tokenFor(workspace: string): string {
  const known = keptToken(workspace)
  if (known !== undefined) return known
  const token = randomBytes(18).toString('base64url')
  writeOwnFile(workspace, FILE, token)
  return token
}

export function keptToken(workspace: string): string | undefined {
  const token = readOwnFile(workspace, FILE)
  return token !== undefined && FORM.test(token) ? token : undefined
}
