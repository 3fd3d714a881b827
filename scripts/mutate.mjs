// `npm run mutate [-- --each 40] [--only plan,passes] [--seed 1] [--again] [--near]`: small changes of the code, one at a time and only in
// memory; the tests that reach the change must notice. All changes stand in the code at once, each behind a switch: a test file
// runs once as the code is, and again with each change it reached, in one process (mutate/runner.mjs). What was found is kept in
// nightly/mutate/, so that a run can be broken off and taken up: a change noticed once is not tried again while its file is the same, one that was not
// noticed is. Prints the share noticed by folder and what nobody noticed; --page tries nothing and
// writes docs/mutation.md, with --note under the table.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { asker } from './mutate/asker.mjs'
import { mutationsIn, sample } from './mutate/mutations.mjs'
import { nearestTests } from './mutate/near.mjs'
import { mutationPage } from './mutate/page.mjs'
import { NOT_ASKED } from './mutate/not-asked.mjs'
import { isSwitchable } from './mutate/switches.mjs'
import { tryAll } from './mutate/try.mjs'
import { root, setup } from './setup.mjs'

const LIBRARY = 'packages/daypack/src/'
const FOLDERS = [
  ...['log', 'view', 'plan', 'passes', 'codecs', 'memory/trust', 'drivers', 'session', 'wire', 'handover'],
  'packages/daypack-gateway/src',
  'packages/cli/src',
]
const { values } = parseArgs({
  options: {
    each: { type: 'string', default: '40' },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    again: { type: 'boolean' },
    near: { type: 'boolean' },
    page: { type: 'boolean' },
    note: { type: 'string', default: '' },
  },
})
/** @typedef {import('./mutate/page.mjs').Tried} Tried */
/** @typedef {import('./mutate/switches.mjs').Switched} Switched */
const keep = path.join(root, 'nightly', 'mutate')
mkdirSync(keep, { recursive: true })
const scratch = mkdtempSync(path.join(tmpdir(), 'daypack-mutate-'))
const node = setup()
const testsOf = nearestTests(root)

const drawn = (values.only?.split(',') ?? FOLDERS).flatMap((folder) => {
  const all = mutationsIn(path.join(root, folder.startsWith('packages/') ? folder : LIBRARY + folder)).filter(
    (one) => !NOT_ASKED[folder]?.is(one),
  )
  return sample(all, Number(values.each), Number(values.seed)).map((mutation) => ({ folder, of: all.length, mutation }))
})
/** @type {Record<string, { noticed: boolean, by: string }>} */
const known = {}
for (const folder of new Set(drawn.map((one) => one.folder)))
  if (!values.again && existsSync(keptIn(folder)))
    Object.assign(known, JSON.parse(readFileSync(keptIn(folder), 'utf8')))

if (!values.page) {
  const open = drawn
    .filter(({ mutation }) => !known[keyOf(mutation)]?.noticed)
    .map(({ mutation }, id) => ({ ...mutation, id }))
    .filter((mutation) => isSwitchable(mutation, readFileSync(mutation.file, 'utf8')))
  const timesKept = path.join(keep, 'times.json')
  /** @type {Record<string, number>} */
  const times = existsSync(timesKept) ? JSON.parse(readFileSync(timesKept, 'utf8')) : {}
  const { use, ask, stop } = asker(node, scratch)
  use(open)
  await tryAll(open, { isNear: values.near === true, ask, testsOf, note, times })
  writeFileSync(timesKept, JSON.stringify(times))
  stop()
}
rmSync(scratch, { recursive: true, force: true })

/** @type {Tried[]} */
const tried = drawn.flatMap(({ folder, of, mutation }) => {
  const { file, line, was, by } = mutation
  const found = known[keyOf(mutation)]
  return found ? [{ folder, of, file: path.relative(root, file), line, was, change: by, ...found }] : []
})
/** In every folder, not on the average of all. */
const LEAST_PERCENT = 85
let lowest = 100
for (const [folder, own] of Map.groupBy(tried, (one) => one.folder)) {
  lowest = Math.min(lowest, (100 * own.filter(({ noticed }) => noticed).length) / own.length)
  for (const { file, line, was, change } of own.filter(({ noticed }) => !noticed))
    console.log(`  not noticed: ${file}:${line}  ${was} → ${change}`)
  console.log(
    `${folder}: ${own.filter(({ noticed }) => noticed).length} of ${own.length} noticed, ${own[0]?.of} possible`,
  )
}
const seen = tried.filter(({ noticed }) => noticed).length
const percent = (100 * seen) / Math.max(1, tried.length)
console.log(`${seen} of ${tried.length} changes noticed (${percent.toFixed(1)} %), seed ${values.seed}`)
if (values.page)
  writeFileSync(
    path.join(root, 'docs', 'mutation.md'),
    mutationPage(tried, `${values.each} changes a folder, drawn with seed ${values.seed}`, NOT_ASKED, values.note),
  )
process.exitCode = lowest >= LEAST_PERCENT ? 0 : 1

/** @param {string} folder */
function keptIn(folder) {
  return path.join(keep, `${folder.replaceAll('/', '-')}.json`)
}

/** @param {Switched} mutation @param {import('./mutate/try.mjs').Found} found */
function note(mutation, { noticed, by }) {
  const found = { noticed, by: path.isAbsolute(by) ? path.relative(root, by) : by }
  known[keyOf(mutation)] = found
  const file = keptIn(drawn.find((one) => one.mutation.file === mutation.file)?.folder ?? '')
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  writeFileSync(file, `${JSON.stringify({ ...kept, [keyOf(mutation)]: found })}\n`)
}

/** A change of this text at this place. @param {import('./mutate/mutations.mjs').Mutation} mutation */
function keyOf({ file, from, to, by }) {
  const text = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12)
  return `${path.relative(root, file)}@${text}:${from}-${to}:${by}`
}
