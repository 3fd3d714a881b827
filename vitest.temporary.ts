import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * One temporary folder for the whole run, removed at its end: whatever a test, or a program it starts or kills, leaves
 * behind goes with it. Others may enter: a server the tests start does not run as root.
 */
export default function temporary(): () => void {
  const folder = mkdtempSync(path.join(inMemory() ?? tmpdir(), 'daypack-run-'))
  chmodSync(folder, 0o755)
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder
  // Hundreds of tests start the command: compiling it anew each time took nearly half of its processor time.
  process.env['NODE_COMPILE_CACHE'] = path.join(folder, 'compiled')
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

const SHARED_MEMORY = '/dev/shm'
const ENOUGH_BYTES = 6e9

/**
 * A folder in memory, where the machine has one with room. Files are synced before anything is acknowledged, which took 11 ms
 * each time on a disk; what a power cut leaves is tested on a disk made for it, not by waiting for a real one.
 */
function inMemory(): string | undefined {
  // Who names a folder means it; and at night more is written than memory holds.
  if (process.env['TMPDIR'] !== undefined || process.env['DAYPACK_NIGHTLY'] === '1') return undefined
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    return bavail * bsize >= ENOUGH_BYTES ? SHARED_MEMORY : undefined
  } catch {
    return undefined
  }
}
