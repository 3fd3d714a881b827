import { tmpdir } from 'node:os'
import path from 'node:path'

/** What a program needs of ours: where programs are, and the temporary folder and the compiled code of this run. */
export function bareEnvironment(): Record<string, string> {
  return {
    PATH: `${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    TMPDIR: tmpdir(),
    ...(process.env['NODE_COMPILE_CACHE'] && { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }),
  }
}
