// Which tests are asked about which changes, and what their answers mean.
import { createHash } from 'node:crypto'

/** @typedef {import('./switches.mjs').Switched} Switched */
/** @typedef {{ noticed: boolean, by: string }} Found */

/**
 * Tests asked about a change, stage by stage while nobody notices: the nearest, then others that import the file, then those
 * that take long. Most changes are noticed at once, so properties run often only for those that are left.
 */
const STAGES = [
  { kind: 'quick', from: 0, to: 2, runs: '20', mostMs: 20_000 },
  { kind: 'quick', from: 2, to: 10, runs: '100', mostMs: 30_000 },
  { kind: 'quick', from: 10, to: 34, runs: '100', mostMs: 30_000 },
  { kind: 'slow', from: 0, to: 4, runs: '100', mostMs: 90_000 },
]
const FIRST_RUN_MS = 120_000
/** Asked in one go: what is broken off later is kept. */
const MOST_AT_ONCE = 20

/**
 * @param {readonly Switched[]} changes
 * @param {{ stages: number, ask: ReturnType<typeof import('./asker.mjs').asker>['ask'], testsOf: ReturnType<typeof import('./near.mjs').nearestTests>, note: (mutation: Switched, found: Found) => void }} with_ `stages`: how many of them are asked
 */
export async function tryAll(changes, { stages, ask, testsOf, note }) {
  const slow = slowness()
  const open = new Map(changes.map((mutation) => [mutation.id, mutation]))
  /** @type {Set<number>} */
  const everReached = new Set()
  for (const { kind, from, to, runs, mostMs } of STAGES.slice(0, stages)) {
    const left = new Map([...open.keys()].map((id) => [id, mostMs * slow]))
    /** @type {Map<string, number[]>} */
    const byTest = new Map()
    for (const { id, file } of open.values())
      for (const test of testsOf(file)[kind === 'slow' ? 'slow' : 'quick'].slice(from, to))
        byTest.set(test, [...(byTest.get(test) ?? []), id])
    console.log(`  … ${byTest.size} ${kind} tests for ${open.size} changes`)
    for (const [test, ids] of byTest) await askOne(test, ids, runs, left)
    for (const mutation of open.values())
      note(mutation, { noticed: false, by: everReached.has(mutation.id) ? '' : 'not reached' })
  }

  /** @param {string} test @param {number[]} ids @param {string} runs @param {Map<number, number>} left milliseconds for each */
  async function askOne(test, ids, runs, left) {
    let usual = FIRST_RUN_MS
    let wanted = ids.filter((id) => open.has(id))
    const asked = new Set()
    while (wanted.length > 0) {
      const now = wanted.slice(0, MOST_AT_ONCE)
      const question = {
        test,
        wanted: now,
        isFresh: false,
        isRough: stages === 1,
        mostMs: Object.fromEntries(left),
        runs,
      }
      const { lines, how } = await ask(question, FIRST_RUN_MS)
      const first = lines.find(({ id, ms }) => id === -1 && ms !== undefined)
      if (process.env['DAYPACK_MUTATE_SHOW'])
        console.log(
          `    ${test}: ${first?.ms} ms, ${now.length} of ${wanted.length} asked, ${lines.length} runs, ${how}`,
        )
      if (!first || first.failed) return
      usual = first.ms ?? 0
      for (const id of first.reached ?? []) everReached.add(id)
      const isTooLong = (/** @type {number} */ id) => usual > (left.get(id) ?? 0)
      take(lines, how, test, asked, left)
      const loaded = now.filter((id) => first.loaded?.includes(id) && open.has(id) && !isTooLong(id))
      const unsure = lines.flatMap(({ id, failed, reached }) =>
        failed === false && !reached?.includes(id) ? [id] : [],
      )
      for (const id of [...loaded, ...unsure.filter((one) => one >= 0)]) {
        asked.add(id)
        const alone = await ask({ ...question, wanted: [id], isFresh: true }, 20_000 * slow + 4 * usual)
        take(alone.lines, alone.how, test, asked, left)
      }
      wanted = wanted.filter((id) => open.has(id) && !asked.has(id) && first.reached?.includes(id) && !isTooLong(id))
    }
  }

  /** @param {import('./asker.mjs').Line[]} lines @param {string} how @param {string} test @param {Set<unknown>} asked @param {Map<number, number>} left */
  function take(lines, how, test, asked, left) {
    /** @type {Map<number, string>} the last run of each counts */
    const noticed = new Map()
    for (const { id, failed, ms } of lines.filter((line) => line.id >= 0)) {
      asked.add(id)
      noticed.set(id, ms === undefined ? (how === 'done' ? 'the process ended' : how) : failed ? test : '')
      left.set(id, (left.get(id) ?? 0) - (ms ?? 0))
    }
    for (const [id, by] of noticed) {
      const mutation = open.get(id)
      if (by === '' || !mutation) continue
      open.delete(id)
      note(mutation, { noticed: true, by })
    }
  }
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
