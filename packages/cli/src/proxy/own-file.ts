import { closeSync, constants, fstatSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A file that only its owner could have written or read: what a project brings along, it brings for everybody. */
export function readOwnFile(workspace: string, name: string): string | undefined {
  try {
    const file = openSync(path.join(workspace, name), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
    try {
      const { mode, uid } = fstatSync(file)
      const isOurs = process.platform === 'win32' || ((mode & 0o077) === 0 && uid === process.getuid?.())
      return isOurs ? readFileSync(file, 'utf8') : undefined
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}

/** Where it can't be kept nothing is said: it lasts as long as the process then. */
export function writeOwnFile(workspace: string, name: string, text: string): void {
  try {
    const file = path.join(workspace, name)
    rmSync(file, { force: true })
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
  } catch {
    // A workspace that can't be written.
  }
}
