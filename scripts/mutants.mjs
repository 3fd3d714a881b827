// `npm run journeys:mutants [-- name …]`: breaks the product as `<name>.mutant.json` says, one change at a time in a copy of the
// checkout, and runs the test beside it, which must fail. A mutant is `{ file, find, replace, why }`, with `test` (a path) and
// `name` (part of a test's title) where it is not the whole test file beside it. Prints a line each and the share noticed.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { copyOfCheckout, inBrokenProduct } from './mutants/copy.mjs'
import { childEnv, root, setup } from './setup.mjs'

/** @typedef {import('./mutants/copy.mjs').Mutant & { test?: string, name?: string }} Mutant */

const [folder = 'test/journeys', ...wanted] = process.argv.slice(2)
const node = setup()
const mutants = globSync(`${folder}/**/*.mutant.json`, { cwd: root })
  .filter((file) => wanted.length === 0 || wanted.some((word) => file.includes(word)))
  .toSorted()
  .flatMap((file) => readMutants(file))
if (mutants.length === 0) {
  console.error(`No *.mutant.json in ${folder}${wanted.length > 0 ? ` matches ${wanted.join(', ')}` : ''}.`)
  process.exit(1)
}

const copy = copyOfCheckout()
let noticed = 0
/** Their tests did not run at all. @type {Set<string>} */
const skipped = new Set()
/** @type {string[]} */
const problems = []
try {
  for (const test of new Set(mutants.map((mutant) => mutant.test))) {
    const { passed, isSkipped } = outcome({ test })
    if (!passed) problems.push(`${test} fails in the product as it is: its mutants say nothing`)
    if (isSkipped) skipped.add(test)
  }
  for (const mutant of mutants) {
    if (skipped.has(mutant.test)) {
      problems.push(`${mutant.test}: skipped here, something it needs is not installed`)
      console.log(`skipped  ${mutant.test}: ${mutant.why}`)
      continue
    }
    const broken = await inBrokenProduct(copy, mutant, () => !outcome(mutant).passed)
    if (broken === true) noticed++
    else problems.push(`${mutant.test}: ${broken === false ? `still passes when ${mutant.why}` : broken}`)
    console.log(`${broken === true ? 'noticed ' : 'MISSED  '} ${mutant.test}: ${mutant.why}`)
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
for (const problem of problems) console.error(problem)
console.log(`${noticed} of ${mutants.length} noticed (${((100 * noticed) / mutants.length).toFixed(1)} %)`)
process.exit(problems.length > 0 ? 1 : 0)

/**
 * @param {string} file
 * @returns {(Mutant & { test: string })[]}
 */
function readMutants(file) {
  const read = JSON.parse(readFileSync(path.join(root, file), 'utf8'))
  const beside = file.replace(/\.mutant\.json$/, '.test.ts')
  return (Array.isArray(read) ? read : [read]).map((mutant) => ({ test: beside, ...mutant }))
}

/** @param {{ test: string, name?: string }} of */
function outcome({ test, name }) {
  const args = [path.join(copy, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=dot', '--isolate', test]
  const run = spawnSync(node, [...args, ...(name === undefined ? [] : ['-t', name])], {
    cwd: copy,
    env: { ...childEnv(node), NO_COLOR: '1' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 600_000,
  })
  return { passed: run.status === 0, isSkipped: /^ *Tests +\d+ skipped \(/m.test(run.stdout) }
}
