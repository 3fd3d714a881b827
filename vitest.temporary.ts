import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * One temporary folder for the whole run, removed at its end: whatever a test, or a program it starts or kills, leaves
 * behind goes with it. Others may enter: a server the tests start does not run as root.
 */
export default function temporary(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'daypack-run-'))
  chmodSync(folder, 0o755)
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder
  // Hundreds of tests start the command: compiling it anew each time took nearly half of its processor time.
  process.env['NODE_COMPILE_CACHE'] = path.join(folder, 'compiled')
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
