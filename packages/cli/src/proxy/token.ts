import { randomBytes } from 'node:crypto'
import { constants, closeSync, fstatSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const FILE = 'proxy-token'
const FORM = /^[\w-]{24}$/

/** The workspace's own, made once: an address in an agent's settings is right after a restart, too. */
export function tokenFor(workspace: string): string {
  const known = keptToken(workspace)
  if (known !== undefined) return known
  const token = randomBytes(18).toString('base64url')
  try {
    const file = path.join(workspace, FILE)
    rmSync(file, { force: true })
    writeFileSync(file, token, { mode: 0o600, flag: 'wx' })
  } catch {
    // Nowhere to keep it: it lasts as long as the proxy.
  }
  return token
}

/** One that lies there and only its owner could have written or read: a project that brings a token brings it for everybody. */
export function keptToken(workspace: string): string | undefined {
  try {
    const file = openSync(path.join(workspace, FILE), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
    try {
      const { mode, uid } = fstatSync(file)
      const isOurs = process.platform === 'win32' || ((mode & 0o077) === 0 && uid === process.getuid?.())
      const token = readFileSync(file, 'utf8')
      return isOurs && FORM.test(token) ? token : undefined
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}
