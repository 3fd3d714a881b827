// `npm run mutate [-- --each 40] [--only plan,passes] [--seed 1] [--again]`: small changes of the code, one at a time and only in
// memory; the tests that reach the change must notice. All changes stand in the code at once, each behind a switch: one run of the
// tests tells which of them each test reaches, and only those are asked. What was found is kept in nightly/mutate/, so that a
// run can be broken off and taken up: a change noticed once is not tried again while its file is the same, one that was not
// noticed is. Prints the share noticed by folder and what nobody noticed; --page tries nothing and
// writes docs/mutation.md, with --note under the table.
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { mutationsIn, sample } from './mutate/mutations.mjs'
import { nearestTests } from './mutate/near.mjs'
import { mutationPage } from './mutate/page.mjs'
import { REASONS } from './mutate/reasons.mjs'
import { isSwitchable, rounds } from './mutate/switches.mjs'
import { childEnv, root, setup } from './setup.mjs'

const LIBRARY = 'packages/daypack/src/'
const FOLDERS = [
  ...[
    'log',
    'view',
    'plan',
    'passes',
    'codecs',
    'memory/trust',
    'drivers',
    'session',
    'wire',
    'handover',
    'hosts/gateway',
  ],
  'packages/cli/src',
]
/** Tests looked at for a change, stage by stage while nobody notices: the nearest, then others that import the file. */
const STAGES = [2, 10, 34]
/** How long those asked may take. */
const slow = slowness()
const ASKED_MS = 30_000 * slow
const LOOKING_MS = 120_000 * slow

const { values } = parseArgs({
  options: {
    each: { type: 'string', default: '40' },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    again: { type: 'boolean' },
    page: { type: 'boolean' },
    note: { type: 'string', default: '' },
  },
})
/** @typedef {import('./mutate/page.mjs').Tried} Tried */
/** @typedef {import('./mutate/switches.mjs').Switched} Switched */
/** @typedef {{ noticed: boolean, by: string, times: Record<string, number>, failed: string[], reached: Record<string, number[]> }} Answer */
const keep = path.join(root, 'nightly', 'mutate')
mkdirSync(keep, { recursive: true })
const scratch = mkdtempSync(path.join(tmpdir(), 'daypack-mutate-'))
const node = setup()
const testsOf = nearestTests(root)
/** @type {import('node:child_process').ChildProcess | undefined} */
let worker
let switched = ''

const drawn = (values.only?.split(',') ?? FOLDERS).flatMap((folder) => {
  const all = mutationsIn(path.join(root, folder.startsWith('packages/') ? folder : LIBRARY + folder))
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
    .map(({ folder, mutation }, id) => ({ ...mutation, id, folder }))
    .filter((mutation) => isSwitchable(mutation, readFileSync(mutation.file, 'utf8')))
  for (const round of rounds(open)) await tryAll(/** @type {typeof open} */ (round))
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
    mutationPage(tried, `${values.each} changes a folder, drawn with seed ${values.seed}`, REASONS, values.note),
  )
process.exitCode = lowest >= LEAST_PERCENT ? 0 : 1

/** @param {string} folder */
function keptIn(folder) {
  return path.join(keep, `${folder.replaceAll('/', '-')}.json`)
}

/** @param {import('./mutate/mutations.mjs').Mutation & { folder: string }} mutation @param {{ noticed: boolean, by: string }} found */
function note({ folder, ...mutation }, found) {
  known[keyOf(mutation)] = found
  const file = keptIn(folder)
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  writeFileSync(file, `${JSON.stringify({ ...kept, [keyOf(mutation)]: found })}\n`)
}

/**
 * First the nearest tests, then wider: those that reach a change are asked, the quickest first.
 * @param {(Switched & { folder: string })[]} round
 */
async function tryAll(round) {
  switched = path.join(scratch, 'round.json')
  writeFileSync(switched, JSON.stringify({ mutations: round, folder: scratch }))
  stop()
  let left = round
  /** @type {Map<string, { ms: number, reached: Set<number> }>} */
  const looked = new Map()
  for (const [stage, to] of STAGES.entries()) {
    const from = STAGES[stage - 1] ?? 0
    const lists = new Map(left.map((mutation) => [mutation, testsOf(mutation.file).slice(from, to)]))
    const fresh = [...new Set([...lists.values()].flat())].filter((test) => !looked.has(test))
    for (const test of fresh) {
      const { times, failed, reached } = await ask({ active: -1, tests: [test], all: true })
      const isFit = times[test] !== undefined && !failed.includes(test)
      looked.set(test, { ms: times[test] ?? 0, reached: new Set(isFit ? reached[test] : []) })
    }
    console.log(`  … ${fresh.length} tests looked at for ${left.length} changes`)
    for (const mutation of left) {
      const tests = fitting(lists.get(mutation) ?? [], mutation.id, looked)
      const usual = tests.reduce((sum, test) => sum + (looked.get(test)?.ms ?? 0), 0)
      const { noticed, by } = await confirmed(mutation.id, tests, 20_000 * slow + 4 * usual)
      const isReached = [...looked.values()].some(({ reached }) => reached.has(mutation.id))
      note(mutation, { noticed, by: noticed ? named(by) : isReached ? '' : 'not reached' })
    }
    left = left.filter((mutation) => !known[keyOf(mutation)]?.noticed)
  }
}

/**
 * Tests that run one after the other in one process may disturb each other: whoever noticed is asked again alone.
 * @param {number} active @param {string[]} tests @param {number} timeout
 */
async function confirmed(active, tests, timeout) {
  const first = await ask({ active, tests }, timeout)
  const isLater = first.noticed && first.by !== tests[0] && tests.includes(first.by)
  return isLater ? ask({ active, tests: [first.by] }, timeout) : first
}

/** @param {string[]} tests @param {number} id @param {Map<string, { ms: number, reached: Set<number> }>} looked */
function fitting(tests, id, looked) {
  const reaching = tests.filter((test) => looked.get(test)?.reached.has(id))
  const [own, ...rest] = reaching.map((test) => ({ test, ms: looked.get(test)?.ms ?? 0 }))
  let total = own?.ms ?? 0
  const others = rest.toSorted((a, b) => a.ms - b.ms).filter(({ ms }) => (total += ms) <= ASKED_MS)
  return [...(own ? [own] : []), ...others].map(({ test }) => test)
}

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

/** @param {string} by */
function named(by) {
  return path.isAbsolute(by) ? path.relative(root, by) : by.slice(0, 200)
}

/** @param {{ active: number, tests: string[], all?: boolean }} question @param {number} [timeout] @returns {Promise<Answer>} */
async function ask(question, timeout = LOOKING_MS) {
  const nothing = { noticed: false, by: '', times: {}, failed: [], reached: {} }
  if (question.tests.length === 0) return nothing
  const child = (worker ??= await started())
  return new Promise((resolve) => {
    const timer = setTimeout(() => end({ ...nothing, noticed: true, by: 'it never ends' }), timeout)
    /** @param {any} answer */
    const end = (answer) => {
      clearTimeout(timer)
      child.off('message', end).off('exit', died)
      if (answer.by === 'it never ends' || answer.by === 'the process ended') stop()
      resolve(answer)
    }
    const died = () => end({ ...nothing, noticed: true, by: 'the process ended' })
    child.on('message', end).on('exit', died)
    child.send(question)
  })
}

/** @returns {Promise<import('node:child_process').ChildProcess>} */
function started() {
  const child = fork(path.join(root, 'scripts/mutate/worker.mjs'), [switched], {
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
