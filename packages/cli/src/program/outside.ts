import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** The program `daypack-<name>` on the PATH, if there is one: how a command is added from outside, as git has it. */
export function outsideCommand(name: string, searched: string = process.env['PATH'] ?? ''): string | undefined {
  if (!/^[a-z][a-z0-9-]*$/.test(name)) return undefined
  return searched
    .split(path.delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => path.join(folder, `daypack-${name}`))
    .find(isExecutable)
}

/** Run it with the rest of the arguments; its exit code is ours. */
export function runOutside(file: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: 'inherit' })
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
