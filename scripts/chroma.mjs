// Chroma's server for tests. `node scripts/chroma.mjs` says where it is; `--install` brings it from npm (about 420 MB, no install
// scripts), apart from the project's own packages: users choose it themselves.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './setup.mjs'

const FOLDER = path.join(root, 'node_modules', '.cache', 'daypack-chroma')
const PACKAGE = {
  private: true,
  dependencies: { chromadb: '3.5.0' },
  // Newer ones need a newer C library than Debian 12 has.
  overrides: { 'chromadb-js-bindings-linux-x64-gnu': '1.0.3' },
}

/** A file beside which `chromadb` is installed: DAYPACK_CHROMA, or what --install made; undefined when there is none. */
export function findChroma() {
  return [process.env['DAYPACK_CHROMA'], path.join(FOLDER, 'package.json')].find(
    (file) => file !== undefined && existsSync(path.join(path.dirname(file), 'node_modules', 'chromadb')),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--install') && findChroma() === undefined) {
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(path.join(FOLDER, 'package.json'), JSON.stringify(PACKAGE))
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--min-release-age=0']
    spawnSync('npm', args, { cwd: FOLDER, stdio: 'inherit', shell: process.platform === 'win32' })
  }
  const found = findChroma()
  console.log(found ?? 'No Chroma: node scripts/chroma.mjs --install brings it.')
  process.exitCode = found === undefined ? 1 : 0
}
