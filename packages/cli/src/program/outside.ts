import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** What the names of programs end with: on Windows a script of npm's has one, too. */
const ENDINGS = process.platform === 'win32' ? (process.env['PATHEXT'] ?? '.EXE;.CMD').split(';') : ['']

/** The program `daypack-<name>` on the PATH, if there is one: how a command is added from outside, as git has it. */
export function outsideCommand(
  name: string,
  searched: string = process.env['PATH'] ?? '',
  endings: readonly string[] = ENDINGS,
): string | undefined {
  if (!/^[a-z][a-z0-9-]*$/.test(name)) return undefined
  return searched
    .split(path.delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => endings.map((ending) => path.join(folder, `daypack-${name}${ending}`)))
    .find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
