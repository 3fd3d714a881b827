// `npm run build [-- <folder> …]`: `dist/` of all packages, or of those named and what they are built from.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { workspaces } from './packages.mjs'
import { childEnv, root, setup } from './setup.mjs'

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} [folders] below the root
 * @returns {boolean}
 */
export function build(env, folders) {
  const all = workspaces().filter(({ manifest }) => manifest.scripts?.['build'])
  const wanted = all.filter(
    ({ folder, manifest }) => !folders || folders.includes(folder) || isBuiltInto(manifest.name),
  )
  return wanted.every(({ folder }) => {
    const options = /** @type {const} */ ({ cwd: path.join(root, folder), env, stdio: 'inherit' })
    return (
      spawnSync('npm', ['run', '--silent', 'build'], { ...options, shell: process.platform === 'win32' }).status === 0
    )
  })

  /** A private package reaches people inside another one. @param {string} name */
  function isBuiltInto(name) {
    const parts = all.filter(({ folder }) => folders?.includes(folder))
    return (
      all.some(({ manifest }) => manifest.name === name && manifest.private) &&
      parts.some(({ manifest }) => manifest.devDependencies?.[name])
    )
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folders = process.argv.slice(2)
  process.exitCode = build(childEnv(setup()), folders.length > 0 ? folders : undefined) ? 0 : 1
}
