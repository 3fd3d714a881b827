// `npm run release [-- --dry-run]`: from this commit to npm. Everything up to the upload runs the same in a dry run:
// changelog, build and pack from a clean clone, install in an empty folder, try, provenance.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { published } from './packages.mjs'
import { checkNotes, checkVersions } from './release/notes.mjs'
import { checkProvenance, describe } from './release/provenance.mjs'
import { upload } from './release/upload.mjs'
import { childEnv, root, setup } from './setup.mjs'
import { checkCommand } from './tarball/command.mjs'
import { checkContents, pack } from './tarball/pack.mjs'
import { checkPlain } from './tarball/plain.mjs'
import { check, emptyProject, report, run } from './tarball/project.mjs'

const isDry = process.argv.includes('--dry-run')
const env = childEnv(setup())
const work = mkdtempSync(path.join(tmpdir(), 'daypack-release-'))
try {
  const packages = published()
  const changes = git('status', '--porcelain')
  check('everything is committed', isDry || changes === '', changes)
  if (isDry && changes !== '')
    console.log('      uncommitted changes are not part of what is tried: the clone is of HEAD')
  checkVersions(packages)
  checkNotes(packages, isDry)

  const clone = path.join(work, 'clone')
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, clone])
  const ready = await run('node', ['scripts/setup.mjs'], clone, env)
  check('a fresh clone sets itself up', ready.code === 0, ready.out + ready.err)
  const out = path.join(work, 'tarballs')
  mkdirSync(out)
  const tarballs = await pack(clone, out, { ...env, PATH: env['PATH']?.replaceAll(root, clone) })
  await checkContents(tarballs)
  const project = await emptyProject(work, 'empty', Object.values(tarballs), env)
  await checkPlain(project, env)
  await checkCommand(project, env)
  await checkProvenance(packages, tarballs)

  const kept = path.join(root, 'release')
  rmSync(kept, { recursive: true, force: true })
  cpSync(out, kept, { recursive: true })
  describe(kept, tarballs, git('rev-parse', 'HEAD'))
  if (report() === 0) await upload(tarballs, env, isDry)
} finally {
  rmSync(work, { recursive: true, force: true })
}
process.exitCode = report()

/** @param {...string} args */
function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}
