// What is in the tarballs.
import path from 'node:path'
import { readdirSync, rmSync } from 'node:fs'
import { check, run } from './project.mjs'

/** @typedef {{ daypack: string, 'daypack-cli': string }} Tarballs */

/**
 * @param {string} root
 * @param {string} work
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Tarballs>}
 */
export async function pack(root, work, env) {
  const packed = async (/** @type {string} */ name) => {
    const folder = path.join(root, 'packages', name)
    rmSync(path.join(folder, 'dist'), { recursive: true, force: true })
    // Where scripts are switched off for installs, packing must still build.
    const { code, out, err } = await run(
      'npm',
      ['pack', '--ignore-scripts=false', '--pack-destination', work],
      folder,
      env,
    )
    check(`npm pack in packages/${name}`, code === 0, out + err)
    return path.join(work, out.trim().split('\n').at(-1) ?? '')
  }
  const [daypack, cli] = await Promise.all([packed('daypack'), packed('cli')])
  return { daypack, 'daypack-cli': cli }
}

/** @param {Tarballs} tarballs */
export async function checkContents(tarballs) {
  for (const [name, file] of Object.entries(tarballs)) {
    const { out } = await run('tar', ['tzf', file], path.dirname(file), process.env)
    const files = out.trim().split('\n')
    for (const wanted of ['README.md', 'LICENSE', 'package.json'])
      check(`F-30: ${name} has ${wanted}`, files.includes(`package/${wanted}`))
    check(
      `F-30: ${name} is built`,
      files.some((each) => /^package\/dist\/.*\.js$/.test(each)),
    )
    const maps = files.filter((each) => /\.map$|\.test\.|(?<!\.d)\.[cm]?tsx?$|^package\/src\//.test(each))
    check(`F-55: ${name} has no source maps, sources or tests`, maps.length === 0, maps.slice(0, 5).join('\n'))
    if (name === 'daypack-cli')
      check('F-45: the recorded session comes with its permission notice', files.includes('package/demo/LICENSE'))
  }
  const [work] = Object.values(tarballs).map((file) => path.dirname(file))
  check('two tarballs', readdirSync(work ?? '').filter((each) => each.endsWith('.tgz')).length === 2)
}
