// Runs before `npm pack` and `npm publish` of each package: builds it, gives it the licence, and stops in words when a file it promises is missing.
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from './build.mjs'
import { childEnv, root, setup } from './setup.mjs'

const folder = path.relative(root, process.cwd()).replaceAll('\\', '/')
const env = childEnv(setup())
rmSync(path.join(root, folder, 'dist'), { recursive: true, force: true })
if (!build(env, [folder])) stop(`${folder} could not be built; the reason is above.`)

copyFileSync(path.join(root, 'LICENSE'), path.join(root, folder, 'LICENSE'))

const manifest = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'))
const missing = promised([manifest.bin, manifest.exports]).filter((file) => !existsSync(path.join(root, folder, file)))
if (missing.length > 0)
  stop(`${folder} would lack ${missing.length} files its package.json names, such as ${missing[0]}. Look at its build.`)

/** Every file that `bin` and `exports` name, sources aside: those stay here. @param {unknown} value @returns {string[]} */
function promised(value) {
  if (typeof value === 'string') return value.startsWith('./') && !value.startsWith('./src/') ? [value] : []
  return value && typeof value === 'object' ? Object.values(value).flatMap(promised) : []
}

/** @param {string} why @returns {never} */
function stop(why) {
  console.error(`Nothing was packed: ${why}`)
  process.exit(1)
}
