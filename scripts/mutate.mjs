// `npm run mutate [-- --each 40] [--only plan,passes] [--seed 1] [--again]`: small changes of the code, one at a time and only in
// memory; the tests that reach the file must notice. What was found is kept in nightly/mutate/, so that a run can be
// broken off and taken up: a change noticed once is not tried again while its file is the same, one that was not noticed is.
// Prints the share noticed by folder and what nobody noticed; --page tries nothing and writes docs/mutation.md from what is kept.
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { mutationsIn, sample } from './mutate/mutations.mjs'
import { nearestTests } from './mutate/near.mjs'
import { mutationPage } from './mutate/page.mjs'
import { REASONS } from './mutate/reasons.mjs'
import { childEnv, root, setup } from './setup.mjs'

const FOLDERS = ['log', 'view', 'plan', 'passes', 'codecs', 'memory/trust', 'drivers']
/** How many tests are asked, and how long they may take, one and all: first the nearest, then whatever reaches the file. */
const slow = slowness()
const NEAR = { tests: 8, eachMs: 3_000 * slow, allMs: 6_000 * slow }
const WIDE = { tests: 40, eachMs: 10_000 * slow, allMs: 40_000 * slow }
const TIMEOUT_MS = 90_000 * slow

const { values } = parseArgs({
  options: {
    each: { type: 'string', default: '40' },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    again: { type: 'boolean' },
    page: { type: 'boolean' },
  },
})
/** @typedef {import('./mutate/page.mjs').Tried} Tried */
const keep = path.join(root, 'nightly', 'mutate')
mkdirSync(keep, { recursive: true })
const node = setup()
const testsOf = nearestTests(root)
/** @type {Map<string, number>} */
const times = new Map()
/** @type {import('node:child_process').ChildProcess | undefined} */
let worker
/** @type {Tried[]} */
const tried = []

for (const folder of values.only?.split(',') ?? FOLDERS) {
  const all = mutationsIn(path.join(root, 'packages/daypack/src', folder))
  const kept = path.join(keep, `${folder.replace('/', '-')}.json`)
  /** @type {Record<string, { noticed: boolean, by: string }>} */
  const known = values.again || !existsSync(kept) ? {} : JSON.parse(readFileSync(kept, 'utf8'))
  const drawn = sample(all, Number(values.each), Number(values.seed))
  for (const mutation of drawn) {
    const key = keyOf(mutation)
    if (values.page && known[key] === undefined) continue
    if (!values.page && !known[key]?.noticed) {
      known[key] = await attempt(mutation)
      writeFileSync(kept, `${JSON.stringify(known)}\n`)
    }
    const { file, line, was, by } = mutation
    const found = known[key] ?? { noticed: false, by: '' }
    tried.push({ folder, of: all.length, file: path.relative(root, file), line, was, change: by, ...found })
    if (!found.noticed) console.log(`  not noticed: ${path.relative(root, file)}:${line}  ${was} → ${by}`)
  }
  const noticed = tried.filter((each) => each.folder === folder && each.noticed).length
  const made = tried.filter((each) => each.folder === folder).length
  console.log(`${folder}: ${noticed} of ${made} noticed, ${all.length} possible`)
}
stop()
const seen = tried.filter(({ noticed }) => noticed).length
const percent = (100 * seen) / Math.max(1, tried.length)
console.log(`${seen} of ${tried.length} changes noticed (${percent.toFixed(1)} %), seed ${values.seed}`)
if (values.page)
  writeFileSync(
    path.join(root, 'docs', 'mutation.md'),
    mutationPage(tried, `${values.each} changes a folder, drawn with seed ${values.seed}`, REASONS),
  )
process.exitCode = percent >= 85 ? 0 : 1

/** How much longer things take than on an idle machine: the time of some work over the processor time of it. */
function slowness() {
  const [started, used] = [performance.now(), process.cpuUsage()]
  let spent = 0
  while (spent < 1_000) {
    createHash('sha256').update(Buffer.alloc(1_000_000)).digest()
    const { user, system } = process.cpuUsage(used)
    spent = (user + system) / 1_000
  }
  return Math.max(1, (performance.now() - started) / spent)
}

/** A change of this text at this place. @param {import('./mutate/mutations.mjs').Mutation} mutation */
function keyOf({ file, from, to, by }) {
  const text = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12)
  return `${path.relative(root, file)}@${text}:${from}-${to}:${by}`
}

/** @param {import('./mutate/mutations.mjs').Mutation} mutation */
async function attempt(mutation) {
  const all = testsOf(mutation.file)
  const near = await within(all, NEAR)
  const first = await ask({ mutation, tests: near })
  if (first.noticed) return { noticed: true, by: named(first.by) }
  const wide = (await within(all, WIDE)).filter((test) => !near.includes(test))
  const { noticed, by } = await ask({ mutation, tests: wide })
  return { noticed, by: named(by) }
}

/** @param {string} by */
function named(by) {
  return path.isAbsolute(by) ? path.relative(root, by) : by.slice(0, 200)
}

/** Tests that pass without a change, the likeliest first. @param {string[]} tests @param {typeof NEAR} bound */
async function within(tests, bound) {
  /** @type {string[]} */
  const chosen = []
  let total = 0
  for (const test of tests.slice(0, bound.tests + 2)) {
    if (!times.has(test)) {
      const { noticed, times: taken } = await ask({ tests: [test] }, 2 * WIDE.eachMs)
      times.set(test, noticed ? Infinity : (taken[test] ?? 0))
    }
    const taken = times.get(test) ?? 0
    if (taken > bound.eachMs || total + taken > bound.allMs) continue
    chosen.push(test)
    total += taken
    if (chosen.length >= bound.tests) break
  }
  const [own = '', ...rest] = chosen
  return [own, ...rest.toSorted((a, b) => (times.get(a) ?? 0) - (times.get(b) ?? 0))].filter(Boolean)
}

/**
 * @param {{ mutation?: import('./mutate/mutations.mjs').Mutation, tests: string[] }} question
 * @param {number} [timeout]
 * @returns {Promise<{ noticed: boolean, by: string, times: Record<string, number> }>}
 */
async function ask(question, timeout = TIMEOUT_MS) {
  if (question.tests.length === 0) return { noticed: false, by: '', times: {} }
  const child = (worker ??= await started())
  return new Promise((resolve) => {
    const timer = setTimeout(() => end({ noticed: true, by: 'it never ends', times: {} }), timeout)
    /** @param {any} answer */
    const end = (answer) => {
      clearTimeout(timer)
      child.off('message', end).off('exit', died)
      if (answer.by === 'it never ends' || answer.by === 'the process ended') stop()
      resolve(answer)
    }
    const died = () => end({ noticed: true, by: 'the process ended', times: {} })
    child.on('message', end).on('exit', died)
    child.send(question)
  })
}

/** @returns {Promise<import('node:child_process').ChildProcess>} */
function started() {
  const child = fork(path.join(root, 'scripts/mutate/worker.mjs'), {
    cwd: root,
    execPath: node,
    env: { ...childEnv(node), DAYPACK_RUNS: '20', DAYPACK_QUICK: '1', DAYPACK_SHRINK: '0' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
  })
  return new Promise((resolve) => child.once('message', () => resolve(child)))
}

/** Ends the worker and whatever it started. */
function stop() {
  if (worker?.pid && worker.exitCode === null) process.kill(-worker.pid, 'SIGKILL')
  worker = undefined
}
