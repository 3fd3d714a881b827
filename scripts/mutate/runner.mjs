// Runs one test file again and again in one process: first as the code is, then once with each change that it reaches, which takes
// the time of its tests alone. Each outcome is a line of a file, so that a run that hangs or dies still tells what it tried.
import { ChildProcess } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { TestRunner } from 'vitest'

/** A change noticed in less than this is tried twice: a test that fails now and then notices nothing. */
const QUICK_MS = 3_000
const AS_IT_IS = -1
/** @typedef {{ test: string, wanted: number[], isFresh: boolean, isRough: boolean, mostMs: Record<string, number>, runs: string }} Question */
/** @typedef {{ failed: boolean, ms: number }} Outcome */

const folder = process.env['DAYPACK_MUTATE'] ?? ''
const [said, reachedInChildren] = [path.join(folder, 'said'), path.join(folder, 'children')]
const tell = (/** @type {object} */ line) => appendFileSync(said, `${JSON.stringify(line)}\n`)

let active = AS_IT_IS
let reached = new Set()
/** Reached since a test began, or outside of all tests. */
let reachedHere = new Set()
/** How often switches were asked in this run, and how often they may be: what goes round for ever is ended at once. */
let [asked, mostAsked] = [0, Infinity]
const world = /** @type {{ isMutant?: (id: number) => boolean }} */ (globalThis)
world.isMutant = (id) => {
  if (++asked > mostAsked) throw new Error('it never ends')
  reached.add(id)
  reachedHere.add(id)
  return id === active
}

// Programs that a test starts have the same change.
const prototype = /** @type {{ spawn: (options: { envPairs?: string[] }) => unknown }} */ (
  /** @type {unknown} */ (ChildProcess.prototype)
)
const { spawn } = prototype
const hook = pathToFileURL(path.join(import.meta.dirname, 'child.mjs')).href
prototype.spawn = function (options) {
  options.envPairs?.push(`NODE_OPTIONS=--import=${hook}`, `DAYPACK_MUTATE=${folder}`, `DAYPACK_MUTANT=${active}`)
  return spawn.call(this, options)
}

// oxlint-disable-next-line import/no-default-export -- vitest asks for it
export default class MutantRunner extends TestRunner {
  /** @type {Question} */
  question = JSON.parse(readFileSync(path.join(folder, 'question'), 'utf8'))
  /** What modules reached when they were loaded, which they do once: that is tried in a process of its own. @type {Set<number> | undefined} */
  loaded
  /** What each test of the file reaches, by its id, and `''`: all that is reached outside of them. @type {Map<string, Set<number>>} */
  reachedBy = new Map([['', new Set()]])
  /** The change whose tests are run alone. @type {number | undefined} */
  only
  isOver = false
  isStray = false
  hasFailed = false
  started = now()
  /** @type {Iterator<number, undefined, Outcome>} */
  turns = this.question.isFresh ? this.question.wanted.values() : this.inTurn()

  /** @param {ConstructorParameters<typeof TestRunner>[0]} config */
  constructor(config) {
    super(config)
    active = this.turns.next().value ?? AS_IT_IS
    for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, () => (this.isStray = true))
  }

  /**
   * Each change begins on sound ground: what fails without one was broken by the last. Only tests that reach a change are run
   * with it, unless they fail by themselves.
   * @returns {Generator<number, undefined, Outcome>}
   */
  *inTurn() {
    const first = yield AS_IT_IS
    if (first.failed) return
    const isFit = (/** @type {number} */ id) => reached.has(id) && !this.loaded?.has(id)
    let needEachOther = false
    for (const id of this.question.wanted.filter((one) => isFit(one) && first.ms <= (this.question.mostMs[one] ?? 0))) {
      this.only = needEachOther ? undefined : id
      const { failed, ms } = yield id
      if (!failed) continue
      if ((yield AS_IT_IS).failed) {
        if (this.only === undefined) return
        this.only = undefined
        if ((yield AS_IT_IS).failed) return
        needEachOther = true
        if (!(yield id).failed) continue
        if ((yield AS_IT_IS).failed) return
      }
      if (!this.question.isRough && ms < QUICK_MS && (yield id).failed && (yield AS_IT_IS).failed) return
    }
  }

  onBeforeCollect() {
    if (this.isOver) return
    process.env['DAYPACK_RUNS'] = this.question.runs
    this.hasFailed = this.isStray = false
    reached = new Set()
    asked = 0
    this.started = now()
    tell({ id: active })
  }

  /** @param {string} file @param {'collect' | 'setup'} source @override */
  importFile(file, source) {
    return this.isOver ? undefined : super.importFile(file, source)
  }

  onCollected() {
    this.loaded ??= new Set(reached)
  }

  /** @param {Parameters<TestRunner['onBeforeRunTask']>[0]} test @override */
  async onBeforeRunTask(test) {
    // One failure says it all.
    if (this.hasFailed || !this.isAbout(test.id)) test.mode = 'skip'
    this.noteReached('')
    await super.onBeforeRunTask(test)
  }

  /** Whether a test reached the change that is tried. @param {string} test */
  isAbout(test) {
    const { only } = this
    return only === undefined || ['', test].some((name) => this.reachedBy.get(name)?.has(only))
  }

  /** Keeps what the code as it is reached since this was asked last. @param {string} name */
  noteReached(name) {
    if (active === AS_IT_IS && this.only === undefined)
      this.reachedBy.set(name, new Set([...(this.reachedBy.get(name) ?? []), ...reachedHere]))
    reachedHere = new Set()
  }

  /** @param {Parameters<TestRunner['onAfterRunTask']>[0]} test @override */
  onAfterRunTask(test) {
    super.onAfterRunTask(test)
    this.noteReached(test.id)
    if (test.result?.state === 'fail') this.hasFailed = true
  }

  /** @param {Parameters<TestRunner['onAfterRunFiles']>[0]} files @override */
  // oxlint-disable-next-line typescript/no-misused-promises -- it is awaited
  async onAfterRunFiles(files) {
    super.onAfterRunFiles(files)
    if (this.isOver) return
    // What was thrown aside is told by the next turn of the loop.
    await new Promise((resolve) => setImmediate(resolve))
    const failed = this.isStray || asked > mostAsked || files?.[0]?.result?.state === 'fail'
    const [ms, wall] = costSince(this.started)
    for (const id of idsIn(reachedInChildren)) for (const seen of [reached, reachedHere]) seen.add(id)
    if (mostAsked === Infinity) mostAsked = 1_000_000 + 20 * asked
    this.noteReached('')
    tell({ id: active, failed, ms, wall, reached: [...reached], loaded: [...(this.loaded ?? [])] })
    const { done, value } = this.turns.next({ failed, ms })
    this.isOver = done === true
    active = value ?? AS_IT_IS
  }
}

/** @param {string} file @returns {number[]} */
function idsIn(file) {
  if (!existsSync(file)) return []
  const ids = readFileSync(file, 'utf8').trim().split('\n').map(Number)
  rmSync(file)
  return ids
}

function now() {
  return { at: performance.now(), used: process.cpuUsage(), loop: performance.eventLoopUtilization() }
}

/** What a run cost, which is the same on a busy machine: processor time and what it waited for; and the time that went by. @param {ReturnType<typeof now>} started @returns {[number, number]} */
function costSince({ at, used, loop }) {
  const { user, system } = process.cpuUsage(used)
  const { idle } = performance.eventLoopUtilization(loop)
  return [Math.round((user + system) / 1_000 + idle), Math.round(performance.now() - at)]
}
