// `npm start`: set up, then the tour.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { childEnv, root, setup } from './setup.mjs'

const node = setup()
const main = path.join(root, 'packages', 'cli', 'src', 'main.ts')
const args = process.argv.length > 2 ? process.argv.slice(2) : ['tour']
const env = { ...childEnv(node), DAYPACK_CALLED_AS: 'npm start --' }
const run = spawnSync(node, ['--conditions=daypack-source', main, ...args], { stdio: 'inherit', env })
process.exit(run.status ?? 1)
