// `npm run docs [-- --captures]`: builds the site; with --captures, takes pictures of the inspector
// first, and of the README as site/readme.png (needs Chromium).
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { findChromium, FLAGS } from './chromium.mjs'
import { buildDocs } from './docs/build.mjs'

const root = path.resolve(import.meta.dirname, '..')
const to = path.join(root, 'site')
if (process.argv.includes('--captures')) {
  const script = path.join(root, 'packages/cli/test/inspect/captures.ts')
  const { status } = spawnSync(process.execPath, ['--conditions=daypack-source', script], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0)
    throw new Error('The screenshots were not taken; `node scripts/chromium.mjs --install` brings Chromium.')
}
const pages = buildDocs(root, to)
const [index, chromium] = [pathToFileURL(path.join(to, 'index.html')).href, findChromium()]
if (process.argv.includes('--captures') && chromium !== undefined)
  spawnSync(chromium, [...FLAGS, '--window-size=1280,2900', `--screenshot=${path.join(to, 'readme.png')}`, index])
console.log(`${pages.length} pages. Open ${index}`)
