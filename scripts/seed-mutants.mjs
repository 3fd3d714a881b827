// `npm run seeds:mutants [-- 1A2 2F …]`: breaks the product as packages/daypack/test/seeds/mutants.txt says, one change at a time
// in a copy of the checkout, and runs the tests of the rows it belongs to, each of which must fail. Names begin with what is
// given; `--every 10` tries every tenth. Prints a line for each row that is not killed and the share that is; `--write` puts the share into docs/presets.md.
// All rows take two hours on two cores: `--read log…` runs nothing and takes what earlier runs printed, the last word on a row.
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createVitest } from 'vitest/node'
import { copyOfCheckout, inBrokenProduct } from './mutants/copy.mjs'
import { readRowMutants } from './mutants/rows.mjs'
import { root } from './setup.mjs'

const PAGE = 'docs/presets.md'
const SEEDS = 'packages/{daypack,cli}/test/seeds/*.test.ts'
const args = process.argv.slice(2)
const every = args.includes('--every') ? Number(args[args.indexOf('--every') + 1]) : 1
const wanted = args.filter((word, at) => !word.startsWith('--') && args[at - 1] !== '--every')
const all = readRowMutants()
/** Why a row's mutant was missed; undefined where it was killed. @type {Map<string, string | undefined>} */
const outcomes = args.includes('--read') ? outcomesIn(wanted) : await outcomesOf(wanted)
const rows = outcomes.size
const missed = new Map([...outcomes].filter(([, why]) => why !== undefined))
const left = all.reduce((sum, mutant) => sum + mutant.rows.length, 0) - rows
const share = `${rows - missed.size} of ${rows} rows (${((100 * (rows - missed.size)) / rows).toFixed(1)} %)${left > 0 ? `; ${left} were not run` : ''}`
console.log(`\nkilled: ${share}`)
for (const [row, why] of missed) console.log(`not killed: ${row}: ${why}`)
if (args.includes('--write')) writePage()
process.exit(missed.size > rows * 0.05 ? 1 : 0)

/** @param {string[]} wanted */
async function outcomesOf(wanted) {
  const mutants = all
    .map((mutant) => ({ ...mutant, rows: mutant.rows.filter((row) => isWanted(row, wanted)) }))
    .filter(({ rows }, at) => rows.length > 0 && at % every === 0)
  const fileOf = rowFiles()
  const copy = copyOfCheckout()
  process.chdir(copy)
  process.env['DAYPACK_QUICK'] = '1'
  const vitest = await createVitest('test', { root: copy, watch: false, maxWorkers: 1, reporters: [{}], silent: true })
  /** @type {Map<string, string | undefined>} */
  const outcomes = new Map()
  try {
    const sound = await statesOf(
      vitest,
      copy,
      fileOf,
      mutants.flatMap((mutant) => mutant.rows),
    )
    for (const mutant of mutants) {
      const found = await inBrokenProduct(copy, mutant, () => {
        vitest.invalidateFile(path.join(copy, mutant.file))
        return statesOf(vitest, copy, fileOf, mutant.rows)
      })
      vitest.invalidateFile(path.join(copy, mutant.file))
      for (const row of mutant.rows) {
        const why = typeof found === 'string' ? found : reasonFor(sound.get(row), found.get(row))
        outcomes.set(row, why)
        console.log(`${why === undefined ? 'killed' : 'MISSED'} ${row} when ${mutant.why}${why ? `: ${why}` : ''}`)
      }
    }
  } finally {
    await vitest.close()
    process.chdir(root)
    rmSync(copy, { recursive: true, force: true })
  }
  return outcomes
}

/** What earlier runs printed of each row. @param {string[]} files */
function outcomesIn(files) {
  /** @type {Map<string, string | undefined>} */
  const outcomes = new Map()
  const known = new Set(all.flatMap(({ rows }) => rows))
  for (const file of files)
    for (const [, word, row = '', why] of readFileSync(file, 'utf8').matchAll(
      /^(killed|MISSED) (\w+) when [^\n]*?(?:: ([^:\n]*))?$/gm,
    ))
      if (known.has(row)) outcomes.set(row, word === 'killed' ? undefined : (why ?? 'missed'))
  return outcomes
}

/**
 * @param {string | undefined} before
 * @param {string | undefined} after
 */
function reasonFor(before, after) {
  if (before !== 'passed') return `its test is ${before ?? 'missing'} in the product as it is`
  if (after === undefined) return 'the mutant keeps the tests from being read'
  return after === 'failed' ? undefined : 'its test still passes'
}

/**
 * How the test of each row ends; none of a row whose file could not be read.
 *
 * @param {import('vitest/node').Vitest} vitest
 * @param {string} copy
 * @param {Map<string, string>} fileOf
 * @param {string[]} ids
 */
async function statesOf(vitest, copy, fileOf, ids) {
  const files = [...new Set(ids.map((id) => fileOf.get(id)).filter((file) => file !== undefined))]
  vitest.setGlobalTestNamePattern(new RegExp(`(?:^| )(?:${ids.join('|')}): `))
  const project = vitest.getRootProject()
  const { testModules } = await vitest.runTestSpecifications(
    files.map((file) => project.createSpecification(path.join(copy, file))),
  )
  /** @type {Map<string, string>} */
  const states = new Map()
  for (const module of testModules)
    for (const test of module.children.allTests()) {
      const id = /^(\w+): /.exec(test.name)?.[1]
      if (id !== undefined && ids.includes(id)) states.set(id, test.result().state)
    }
  return states
}

/** @returns {Map<string, string>} */
function rowFiles() {
  const found = new Map()
  for (const file of globSync(SEEDS, { cwd: root }))
    for (const [, id] of readFileSync(path.join(root, file), 'utf8').matchAll(/\brow\(\s*'(\w+)'/g)) found.set(id, file)
  return found
}

/**
 * @param {string} row
 * @param {string[]} wanted
 */
function isWanted(row, wanted) {
  return wanted.length === 0 || wanted.some((word) => row.startsWith(word))
}

function commit() {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
}

function writePage() {
  const file = path.join(root, PAGE)
  const lines = [...missed].map(([row, why]) => `- ${row}: ${why}`)
  const text = [
    `Killed by their own test: ${share}; ${args.includes('--read') ? 'runs of parts up to' : 'at'} ${commit()}.`,
    ...(lines.length > 0 ? ['', ...lines] : []),
  ].join('\n')
  const page = readFileSync(file, 'utf8')
  const made = page.replace(
    /(<!-- seeds:mutants -->\n)[^]*?(<!-- \/seeds:mutants -->)/,
    (_, from, to) => `${from}${text}\n${to}`,
  )
  writeFileSync(file, made)
}
