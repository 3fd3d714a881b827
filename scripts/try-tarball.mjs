// `npm run try:tarball`: what npm would publish, installed in an empty project and used there as a stranger would.
// `-- --peers [name …]` installs each optional peer at the lowest and the newest version its range allows, runs its example,
// and writes what held into docs/install.md.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { childEnv, root, setup } from './setup.mjs'
import { checkBundles } from './tarball/bundle.mjs'
import { checkCommand } from './tarball/command.mjs'
import { checkContents, pack } from './tarball/pack.mjs'
import { checkPeers } from './tarball/peers.mjs'
import { checkPlain } from './tarball/plain.mjs'
import { emptyProject, report } from './tarball/project.mjs'
import { checkTypes } from './tarball/types.mjs'

const env = childEnv(setup())
const work = mkdtempSync(path.join(tmpdir(), 'daypack-tarball-'))
try {
  const tarballs = await pack(root, work, env)
  await checkContents(tarballs)
  if (process.argv.includes('--peers')) await checkPeers(work, tarballs, env)
  else {
    const project = await emptyProject(work, 'plain', Object.values(tarballs), env)
    await checkPlain(project, env)
    // Both change what is installed or look at it: one after the other.
    await Promise.all([checkBundles(project, env), checkCommand(project, env)])
    await checkTypes(project, env)
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
process.exitCode = report()
