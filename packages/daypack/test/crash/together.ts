import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { filesDriver } from '../../src/drivers/files/index.ts'
import { childEnv } from './kill-run.ts'
import { checkLines } from './ledger.ts'
import { randomFrom, type Random } from './random.ts'

export type TogetherResult = {
  readonly appends: number
  readonly edits: number
  readonly reads: number
  readonly stops: number
  readonly failures: readonly string[]
}

/** Something a process did: when it began and ended on the clock all share, and the place it got, or the last one it saw. */
type Told = {
  readonly by: string
  readonly began: bigint
  readonly ended: bigint
  readonly place: number
  readonly number: number
}

const WRITERS = ['a', 'b', 'c', 'd']
const EDITORS = ['e', 'f']
const READERS = ['r', 's']

/**
 * Four processes append to one log and two edit one note, while two read both, one packs logs, and all are stopped for a while now
 * and then. Everything must be there once, as if it had been done one after the other: what ended before something else began
 * stands before it, and a read sees all that had ended and nothing that had not begun.
 */
export async function workTogether(dir: string, appends: number, seed: number): Promise<TogetherResult> {
  const workspace = join(dir, 'together')
  mkdirSync(workspace, { mode: 0o700 })
  const random = randomFrom(seed)
  const [each, edits] = [Math.ceil(appends / WRITERS.length), Math.ceil(appends / 10 / EDITORS.length)]
  const writers = WRITERS.map((name) => start(workspace, 'writer.ts', name, String(each), 'shared'))
  const editors = EDITORS.map((name) => start(workspace, 'editor.ts', name, String(edits)))
  const readers = READERS.map((name) => start(workspace, 'reader.ts', name, '0', 'shared'))
  const workers = [...writers, ...editors]
  const over = { now: false }
  const stopping = stopNowAndThen([...workers, ...readers], random, over)
  const failures = (await Promise.all(workers.map((one) => one.ended))).filter((problem) => problem !== '')
  over.now = true
  const stops = await stopping
  for (const { child } of readers) child.stdin?.end()
  failures.push(...(await Promise.all(readers.map((one) => one.ended))).filter((problem) => problem !== ''))

  const [written, edited] = [writers.flatMap((one) => one.told), editors.flatMap((one) => one.told)]
  const read = readers.flatMap((one) => one.told)
  const lines = readFileSync(join(workspace, 'MEMORY.md'), 'utf8').trim().split('\n')
  const placed = edited.map((each) => ({ ...each, place: lines.indexOf(`${each.by} ${each.number}`) + 1 }))
  failures.push(
    ...(await logProblems(workspace, written, each)),
    ...listProblems('MEMORY.md', lines, EDITORS, edits),
    ...orderProblems('log', written),
    ...orderProblems('MEMORY.md', placed),
    ...readProblems(
      'log',
      read.filter(({ number }) => number === 0),
      written,
    ),
    ...readProblems(
      'MEMORY.md',
      read.filter(({ number }) => number === 1),
      placed,
    ),
  )
  return { appends: written.length, edits: edited.length, reads: read.length, stops, failures }
}

type Worker = { readonly child: ChildProcess; readonly told: Told[]; readonly ended: Promise<string> }

function start(dir: string, script: string, ...args: string[]): Worker {
  const child = spawn(
    process.execPath,
    ['--conditions=daypack-source', join(import.meta.dirname, script), dir, ...args],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: childEnv(dir),
    },
  )
  const told: Told[] = []
  let [left, complaint] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (left + chunk).split('\n')
    left = lines.pop() ?? ''
    for (const line of lines) {
      const [began = '0', ended = '0', place = '0', number = '0'] = line.split(' ')
      told.push({
        by: args[0] ?? '',
        began: BigInt(began),
        ended: BigInt(ended),
        place: Number(place),
        number: Number(number),
      })
    }
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (complaint += chunk))
  const ended = once(child, 'close').then(() =>
    child.exitCode === 0 ? '' : `${script} ${args.join(' ')} ended: ${complaint}`,
  )
  return { child, told, ended }
}

/** One of them stands still for up to a second, as a sleeping machine or a debugger has it. */
async function stopNowAndThen(workers: readonly Worker[], random: Random, over: { now: boolean }): Promise<number> {
  let stops = 0
  while (!over.now) {
    await sleep(200 + random.below(800))
    const { child } = random.pick(workers)
    if (over.now || child.exitCode !== null) continue
    child.kill('SIGSTOP')
    await sleep(random.pick([1, 20, 100, 1_000]))
    child.kill('SIGCONT')
    stops++
  }
  return stops
}

async function logProblems(dir: string, written: readonly Told[], each: number): Promise<string[]> {
  const driver = await filesDriver({ dir, now: () => 0, zone: 'UTC' })
  const { entries, head, damage } = await driver.log.read('shared')
  await driver.close()
  const found = entries.map((entry) => {
    const { name, number } = (entry.kind === 'mark' ? entry.data : {}) as { name: string; number: number }
    return `${name} ${number}`
  })
  const told = written.toSorted((a, b) => a.place - b.place).map(({ by, number }) => `${by} ${number}`)
  const problems = listProblems('log', found, WRITERS, each)
  if (damage.length > 0) problems.push(`log: damage ${JSON.stringify(damage[0])}`)
  if (head !== each * WRITERS.length) problems.push(`log: the head is ${head}`)
  if (told.join() !== found.join()) problems.push('log: the places told are not those in the log')
  checkLines('shared.jsonl', readFileSync(join(dir, 'log', 'shared.jsonl')))
  return problems
}

/** Each of everybody's numbers once, and in their own order. */
export function listProblems(what: string, found: readonly string[], names: readonly string[], each: number): string[] {
  const problems: string[] = []
  for (const name of names) {
    const own = found.filter((line) => line.startsWith(`${name} `))
    const expected = Array.from({ length: each }, (_, index) => `${name} ${index + 1}`)
    if (own.join() !== expected.join())
      problems.push(`${what}: ${own.length} of ${each} of ${name}, or in another order`)
  }
  if (found.length !== names.length * each) problems.push(`${what}: ${found.length} in all`)
  return problems
}

/** What ended before something else began has the earlier place. */
export function orderProblems(what: string, told: readonly Told[]): string[] {
  let earliest: Told | undefined
  for (const one of told.toSorted((a, b) => b.place - a.place)) {
    if (earliest && earliest.ended < one.began)
      return [
        `${what}: ${one.by} ${one.number} began after ${earliest.by} ${earliest.number} had ended, and stands before it`,
      ]
    if (!earliest || one.ended < earliest.ended) earliest = one
  }
  return []
}

/** A read sees at least what had ended when it began, and at most what had begun when it ended. */
export function readProblems(what: string, reads: readonly Told[], told: readonly Told[]): string[] {
  const [ended, began] = [
    told.toSorted((a, b) => (a.ended < b.ended ? -1 : 1)),
    told.toSorted((a, b) => (a.began < b.began ? -1 : 1)),
  ]
  const problems: string[] = []
  let [at, least] = [0, 0]
  for (const read of reads.toSorted((a, b) => (a.began < b.began ? -1 : 1))) {
    for (let done = ended[at]; done && done.ended < read.began; done = ended[++at]) least = Math.max(least, done.place)
    if (read.place < least) problems.push(`${what}: a read saw ${read.place} when ${least} had been written`)
  }
  let begun = 0
  for (const read of reads.toSorted((a, b) => (a.ended < b.ended ? -1 : 1))) {
    while (begun < began.length && (began[begun]?.began ?? 0n) < read.ended) begun++
    if (read.place > begun) problems.push(`${what}: a read saw ${read.place} when ${begun} had been begun`)
  }
  return problems
}
