import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

/** Settings are short; what comes with a project may be anything. */
const MOST_BYTES = 4 * 1024 * 1024

/** The text of a plain file, without the mark some editors begin it with: a pipe would never end, a device never stop. A missing file throws as `readFileSync` does. */
export function readPlainFile(file: string): string {
  const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = fstatSync(handle)
    if (!stats.isFile()) throw new Error('it is no plain file')
    if (stats.size > MOST_BYTES) throw new Error(`it is longer than ${MOST_BYTES} bytes`)
    return readFileSync(handle, 'utf8').replace(/^\uFEFF/, '')
  } finally {
    closeSync(handle)
  }
}
