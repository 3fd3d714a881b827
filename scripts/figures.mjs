// `npm run figures`: remakes every cheap figure (the tour, its chart, capture and picture) and writes it into
// README and docs. `-- --check` changes nothing and fails where something would change: a page, or a figure at HEAD.
// Figures that take hours keep the word of docs/figures/measured.json: it is written anew here, and says what changed.
// `-- --pages` leaves the figures as they are and only writes (or, with --check, compares) the pages.
import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { knownFigures, typedByHand, withFigures } from './figures/blocks.mjs'
import { checkMeasured, MEASURED } from './figures/measured.mjs'
import { findChromium } from './chromium.mjs'
import { childEnv, root, setup } from './setup.mjs'

const PICTURE = 'inspector-timeline-light.png'

const isCheck = process.argv.includes('--check')
const stale = /** @type {string[]} */ ([])
const at = (/** @type {string} */ file) => path.join(root, file)
const read = (/** @type {string} */ file) => readFileSync(at(file), 'utf8')

if (!process.argv.includes('--pages')) await make()
const figures = knownFigures(root)
const pages = [...globSync('docs/**/*.md', { cwd: root }), ...globSync('packages/*/README.md', { cwd: root })]
for (const file of ['README.md', ...pages]) put(file, withFigures(read(file), figures))
for (const line of typedByHand(read('README.md'))) stale.push(`README.md states a figure by hand: ${line}`)
const { sealed, wrong } = checkMeasured(pages, read)
if (isCheck) stale.push(...wrong)
else {
  for (const line of wrong) console.log(line)
  put(MEASURED, json(sealed))
}

if (isCheck && stale.length > 0) {
  for (const line of stale) console.error(line)
  console.error('\nRun `npm run figures` and look at what changed.')
  process.exit(1)
}
console.log(isCheck ? 'Every figure is what its file says.' : 'Figures are written.')

/** The cheap figures, at HEAD. */
async function make() {
  const node = setup()
  // Hand-overs name the folder they stand in, so its length is part of the figures.
  const dir = path.join(tmpdir(), 'daypack-figures')
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir)
  try {
    const svg = path.join(dir, 'window.svg')
    const env = { ...childEnv(node), DAYPACK_CALLED_AS: 'npx daypack', COLUMNS: '80', TZ: 'UTC' }
    const main = at('packages/cli/src/main.ts')
    const run = (/** @type {string[]} */ ...args) => execFileSync(node, args, { cwd: dir, env, encoding: 'utf8' })
    const said = run('--conditions=daypack-source', main, 'tour', '--dir', 'demo', '--svg', svg)
      .replaceAll(path.join(dir, 'demo'), 'demo')
      .replaceAll(svg, 'window.svg')
    put('docs/captures/start.txt', said)
    put('docs/captures/window.svg', readFileSync(svg, 'utf8'))
    put('docs/figures/tour.json', json(tourOf(said)))
    if (!isCheck) picture(run, dir)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** The picture of the README, of the same session. @param {(...args: string[]) => string} run @param {string} dir */
function picture(run, dir) {
  if (findChromium() === undefined) return console.log('Without Chromium the picture of the inspector stays as it is.')
  const script = at('packages/cli/test/inspect/captures.ts')
  run('--conditions=daypack-source', script, 'timeline', dir, path.join(dir, 'demo'))
  copyFileSync(path.join(dir, PICTURE), at(path.join('docs/captures', PICTURE)))
}

/** The table the tour prints. @param {string} said */
function tourOf(said) {
  const [, messages, window] = /a session of (\d+) messages .* window of (\d+) tokens/.exec(said) ?? []
  const rows = said.matchAll(/^ {2}(\w+) +(\S+) +([\d.]+ %) +([\d.]+ %) +([\d.]+ %) +(\d+) +(\S+)$/gm)
  const ways = Object.fromEntries(
    [...rows].map(([, name, cost, share, words, lines, breaks, most]) => [
      name,
      { cost, share, words, lines, breaks, most },
    ]),
  )
  if (!ways['daypack'] || !ways['everything']) throw new Error(`The tour prints no table that can be read:\n${said}`)
  return { messages: Number(messages), window: Number(window), epochs: said.match(/ epoch: /g)?.length ?? 0, ways }
}

/** @param {string} file @param {string} text */
function put(file, text) {
  let old = ''
  try {
    old = read(file)
  } catch {}
  if (old === text) return
  if (isCheck) stale.push(`${file} is not what its figures say${firstDifference(old, text)}`)
  else writeFileSync(at(file), text)
}

/** @param {string} old @param {string} now */
function firstDifference(old, now) {
  const lines = now.split('\n')
  const index = old.split('\n').findIndex((line, nth) => line !== lines[nth])
  const cut = (/** @type {string | undefined} */ line) => (line ?? '').slice(0, 160)
  return index < 0 ? '' : `, line ${index + 1}:\n  - ${cut(old.split('\n')[index])}\n  + ${cut(lines[index])}`
}

/** @param {unknown} value */
function json(value) {
  return `${JSON.stringify(value, undefined, 2)}\n`
}
