// Every agent that is installed, the large ones too, through a long task behind `daypack proxy`; prints a table and fails
// when one of them was refused, compacted by itself or lost something.
//   node scripts/clients.mjs install claude codex opencode openclaw goose
//   node scripts/nightly-clients.mjs [name …] [--no-direct]
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const table = path.join(import.meta.dirname, '..', 'packages', 'cli', 'test', 'clients', 'table.ts')
const ran = spawnSync(process.execPath, ['--conditions=daypack-source', table, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
process.exitCode = ran.status ?? 1
