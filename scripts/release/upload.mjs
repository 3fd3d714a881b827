// The last step, and the only one that a dry run leaves out.
import path from 'node:path'
import { check, run } from '../tarball/project.mjs'

/**
 * @param {import('../tarball/pack.mjs').Tarballs} tarballs those of packages that others need first
 * @param {NodeJS.ProcessEnv} env
 * @param {boolean} isDry
 */
export async function upload(tarballs, env, isDry) {
  if (!isDry && !env['ACTIONS_ID_TOKEN_REQUEST_URL'])
    return check(
      'published with provenance',
      false,
      'npm signs only what its trusted workflow builds: publish a release on GitHub, which runs .github/workflows/publish.yml.',
    )
  for (const [name, file] of Object.entries(tarballs)) {
    const flags = isDry ? ['--dry-run'] : ['--provenance']
    const { code, err } = await run('npm', ['publish', file, '--access', 'public', ...flags], path.dirname(file), env)
    check(`${name}: npm publish ${flags.join(' ')}`, code === 0, err)
  }
}
