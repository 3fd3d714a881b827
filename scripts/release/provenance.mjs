// Who built what from where: what npm compares before it signs, and a file that lets anybody check a tarball.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../setup.mjs'
import { check } from '../tarball/project.mjs'

/** @typedef {import('../packages.mjs').Package} Package */

/**
 * npm signs a package only if it names the repository it is built in, and only for a job that may prove who it is.
 * @param {readonly Package[]} packages
 * @param {import('../tarball/pack.mjs').Tarballs} tarballs
 */
export async function checkProvenance(packages, tarballs) {
  const urls = new Set(packages.map(({ manifest }) => manifest.repository?.url))
  check(`every package names one repository: ${[...urls].join(', ')}`, urls.size === 1 && !urls.has(undefined))
  const workflow = readFileSync(path.join(root, '.github', 'workflows', 'publish.yml'), 'utf8')
  check('the workflow may prove who it is', /id-token: write/.test(workflow) && /npm run release/.test(workflow))
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env
  if (GITHUB_REPOSITORY)
    check('the packages name this repository', urls.has(`git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git`))
  check(
    'a tarball of every package',
    packages.every(({ manifest }) => tarballs[manifest.name]),
  )
}

/**
 * @param {string} folder
 * @param {import('../tarball/pack.mjs').Tarballs} tarballs
 * @param {string} commit
 */
export function describe(folder, tarballs, commit) {
  const files = Object.entries(tarballs).map(([name, file]) => {
    const bytes = readFileSync(path.join(folder, path.basename(file)))
    return {
      name,
      file: path.basename(file),
      bytes: bytes.length,
      sha512: createHash('sha512').update(bytes).digest('hex'),
    }
  })
  const built = { commit, node: process.version, platform: `${process.platform}-${process.arch}`, files }
  writeFileSync(path.join(folder, 'release.json'), `${JSON.stringify(built, undefined, 2)}\n`)
  for (const { file, bytes } of files) console.log(`      release/${file}: ${(bytes / 1024).toFixed(0)} kB`)
}
