// The published conformance suite against `daypack mcp` over HTTP:
//   node scripts/clients.mjs install conformance
//   node scripts/mcp-conformance.mjs
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const program = path.join(import.meta.dirname, '..', 'packages', 'cli', 'test', 'mcp', 'conformance.ts')
const ran = spawnSync(process.execPath, ['--conditions=daypack-source', program], { stdio: 'inherit' })
process.exitCode = ran.status ?? 1
