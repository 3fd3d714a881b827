// Which tests are asked about which changes, and what their answers mean.
import { createHash } from 'node:crypto'

/** @typedef {import('./switches.mjs').Switched} Switched */
/** @typedef {{ noticed: boolean, by: string }} Found */

/**
 * Tests asked about a change, stage by stage while nobody notices: those of its folder and those that call it, then others that
 * reach the file, then those that take long; in a stage the fast ones first. Most changes are noticed at once, so properties run
 * often only for those that are left.
 */
const STAGES = /** @type {const} */ ([
  { kind: 'own', runs: '20', mostMs: 20_000 },
  { kind: 'quick', runs: '100', mostMs: 45_000 },
  { kind: 'slow', runs: '100', mostMs: 90_000 },
])
const FIRST_RUN_MS = 120_000
/** Asked in one go: what is broken off later is kept. */
const MOST_AT_ONCE = 60

/**
 * @param {readonly Switched[]} changes
 * @param {{ isNear: boolean, ask: ReturnType<typeof import('./asker.mjs').asker>['ask'], testsOf: ReturnType<typeof import('./near.mjs').nearestTests>, note: (mutation: Switched, found: Found) => void, times: Record<string, number> }} with_ `isNear`: the first stage alone; `times`: how long each test took, kept up to date
 */
export async function tryAll(changes, { isNear, ask, testsOf, note, times }) {
  const slow = slowness()
  const open = new Map(changes.map((mutation) => [mutation.id, mutation]))
  /** @type {Set<number>} */
  const everReached = new Set()
  for (const { kind, runs, mostMs } of isNear ? STAGES.slice(0, 1) : STAGES) {
    const left = new Map([...open.keys()].map((id) => [id, mostMs]))
    /** @type {Map<string, number[]>} */
    const byTest = new Map()
    for (const { id, file } of open.values())
      for (const test of testsOf(file)[kind]) byTest.set(test, [...(byTest.get(test) ?? []), id])
    console.log(`  … ${byTest.size} ${kind} tests for ${open.size} changes`)
    const inOrder = [...byTest].toSorted(([a], [b]) => (times[a] ?? 0) - (times[b] ?? 0))
    for (const [test, ids] of inOrder) await askOne(test, ids, runs, left)
    for (const mutation of open.values())
      note(mutation, { noticed: false, by: everReached.has(mutation.id) ? '' : 'not reached' })
  }

  /** @param {string} test @param {number[]} ids @param {string} runs @param {Map<number, number>} left milliseconds for each */
  async function askOne(test, ids, runs, left) {
    let wanted = ids.filter((id) => open.has(id))
    const asked = new Set()
    while (wanted.length > 0) {
      const now = wanted.slice(0, MOST_AT_ONCE)
      const question = {
        test,
        wanted: now,
        isFresh: false,
        isRough: isNear,
        mostMs: Object.fromEntries(left),
        runs,
      }
      const { lines, how } = await ask(question, FIRST_RUN_MS)
      const first = lines.find(({ id, ms }) => id === -1 && ms !== undefined)
      if (process.env['DAYPACK_MUTATE_SHOW'])
        console.log(
          `    ${test}: ${first?.ms} ms (${first?.wall}), ${now.length} of ${wanted.length} asked, ${lines.length} runs, ${how}`,
        )
      if (!first || first.failed) return
      const usual = first.ms ?? 0
      times[test] = usual
      for (const id of first.reached ?? []) everReached.add(id)
      const isTooLong = (/** @type {number} */ id) => usual > (left.get(id) ?? 0)
      take(lines, how, test, asked, left)
      const loaded = now.filter((id) => first.loaded?.includes(id) && open.has(id) && !isTooLong(id))
      const unsure = lines.flatMap(({ id, failed, reached }) =>
        failed === false && !reached?.includes(id) ? [id] : [],
      )
      for (const id of [...loaded, ...unsure.filter((one) => one >= 0)]) {
        asked.add(id)
        const alone = await ask({ ...question, wanted: [id], isFresh: true }, 20_000 * slow + 4 * (first.wall ?? 0))
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
