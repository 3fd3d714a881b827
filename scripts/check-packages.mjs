// `npm run check:packages`: what npm would publish is complete, and its types resolve for those who import it.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { published } from './packages.mjs'
import { childEnv, root, setup } from './setup.mjs'

const env = childEnv(setup())
const checks = [
  { tool: 'publint', args: ['--strict'] },
  { tool: 'attw', args: ['--pack', '.', '--profile', 'esm-only'] },
]

for (const { folder } of published()) {
  for (const { tool, args } of checks) {
    console.log(`${folder}: ${tool} ${args.join(' ')}`)
    const run = spawnSync(tool, args, { cwd: path.join(root, folder), stdio: 'inherit', env })
    if (run.status !== 0) process.exitCode = 1
  }
}
