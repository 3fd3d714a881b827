// What is in the tarballs.
import { statSync } from 'node:fs'
import path from 'node:path'
import { published } from '../packages.mjs'
import { check, run } from './project.mjs'

/** @typedef {Record<string, string>} Tarballs name of the package → its file */

/**
 * @param {string} root
 * @param {string} work
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Tarballs>}
 */
export async function pack(root, work, env) {
  /** @type {Tarballs} */
  const tarballs = {}
  for (const { folder, manifest } of published()) {
    // As anybody would type it: `prepack` builds what goes in.
    const { code, out, err } = await run('npm', ['pack', '--pack-destination', work], path.join(root, folder), env)
    check(`npm pack in ${folder}`, code === 0, out + err)
    tarballs[manifest.name] = path.join(work, out.trim().split('\n').at(-1) ?? '')
  }
  return tarballs
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
    if (name === 'daypack')
      check('it is at most 0.5 MB packed', statSync(file).size <= 500_000, String(statSync(file).size))
    if (name === 'daypack-cli')
      check('F-45: the recorded session comes with its permission notice', files.includes('package/demo/LICENSE'))
  }
}
