import { DaypackError } from './model/errors.ts'

/** The first with node:sqlite as it is: our locks and the memory index are built on it. */
const NEEDED = [22, 13] as const

/** Bun and Deno name the Node they follow, too. */
export function checkRuntime(versions: Readonly<Record<string, string | undefined>>): void {
  const [major = 0, minor = 0] = (versions['node'] ?? '').split('.').map(Number)
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return
  throw new DaypackError(
    'unsupported',
    `This is Node ${versions['node']}; Daypack needs Node ${NEEDED.join('.')} or newer.`,
  )
}
