import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checkIndex, type IndexEvent } from './index-ledger.ts'
import { checkWorkspace, runChild, runScript } from './kill-run.ts'
import { randomFrom } from './random.ts'

export type SystemCallResult = {
  readonly runs: number
  /** Runs in which a call really failed or was the last. */
  readonly hit: number
  readonly acknowledged: number
  readonly refused: number
  readonly killed: number
  /** Memory indexes that were thrown away and begun anew, saying why. */
  readonly anew: number
  readonly failures: readonly string[]
}

/** Files of the workloads: writing to these fails, and to nothing else (the child tells its deeds by writing too). */
const FILES = [
  'log/ten.jsonl',
  'log/batch.jsonl',
  'log/large.jsonl',
  'log/again.jsonl',
  'log/turn.jsonl',
  'tool_result/manifest.jsonl',
  'dialog/2026-03-28.jsonl',
]
/** Calls that are made to fail, and how often a thread of the child makes them at least. */
const CALLS = {
  files: [
    { call: 'fdatasync', often: 15 },
    { call: 'fsync', often: 15 },
    { call: 'rename', often: 7 },
    { call: 'unlink', often: 6 },
    { call: 'write', often: 10 },
  ],
  index: [
    { call: 'pwrite64', often: 400 },
    { call: 'fsync', often: 8 },
    { call: 'unlink', often: 3 },
    { call: 'ftruncate', often: 2 },
  ],
} satisfies Record<string, readonly { call: string; often: number }[]>
const FATES = ['error=EIO', 'error=ENOSPC', 'error=EROFS', 'error=EDQUOT', 'signal=KILL'] as const
/** A third of the runs write the memory index. */
const SUBJECTS = ['files', 'files', 'index'] as const

/**
 * System calls made to fail, or to be the last, from outside (strace): those of the files and those SQLite makes for the
 * memory index. The child answers each deed with success or a typed error; then the workspace, opened in peace, holds
 * every acknowledged deed.
 */
export async function failSystemCalls(dir: string, runs: number, seed: number, lanes = 2): Promise<SystemCallResult> {
  const failures: string[] = []
  const sum = { hit: 0, acknowledged: 0, refused: 0, killed: 0, anew: 0 }
  let next = 0
  const lane = async () => {
    while (next < runs) {
      const run = next++
      const random = randomFrom(seed * 1_000_003 + run)
      const subject = random.pick(SUBJECTS)
      const { call, often } = random.pick<{ call: string; often: number }>(CALLS[subject])
      const fate = random.pick(FATES)
      const inject = `inject=${call}:${fate}:when=${1 + random.below(often)}${random.chance(0.3) ? '+' : ''}`
      const workspace = join(dir, `calls-${run}`)
      mkdirSync(workspace, { mode: 0o700 })
      const paths = call === 'write' ? FILES.flatMap((file) => ['-P', join(workspace, file)]) : []
      const trace = join(dir, `calls-${run}.trace`)
      // With a filter in the kernel the child stops at this call only, not at every one; but then no signal is delivered.
      const filter = fate === 'signal=KILL' ? [] : ['--seccomp-bpf']
      const under = ['strace', '-f', ...filter, '-qq', '-o', trace, ...paths, '-e', `trace=${call}`, '-e', inject]
      try {
        const { phases, killed, complaint, check } = await attempt(subject, workspace, run, under)
        sum.acknowledged += phases.filter((phase) => phase === 'done').length
        sum.refused += phases.filter((phase) => phase === 'failed').length
        if (killed) sum.killed++
        if (killed || readFileSync(trace, 'utf8').includes('(INJECTED)')) sum.hit++
        // What cannot even be opened says so in our own words.
        if (complaint !== '' && !complaint.includes('DaypackError')) throw new Error(complaint)
        if (await check()) sum.anew++
        rmSync(workspace, { recursive: true, force: true })
      } catch (error) {
        failures.push(`run ${run} of seed ${seed}, ${inject}: ${error instanceof Error ? error.stack : String(error)}`)
      }
      rmSync(trace, { force: true })
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return { runs, ...sum, failures }
}

async function attempt(subject: 'files' | 'index', dir: string, seed: number, under: readonly string[]) {
  if (subject === 'files') {
    const { events, killed, complaint } = await runChild({ dir, seed, mode: 'workloads', under })
    const check = async () => {
      await checkWorkspace(dir, events)
      return false
    }
    return { phases: events.map(({ phase }) => phase), killed, complaint, check }
  }
  const { lines, killed, complaint } = await runScript('index-child.ts', [], { dir, under })
  const events = lines as IndexEvent[]
  const check = async () => (await checkIndex(dir, events)).isNew
  return { phases: events.map(({ phase }) => phase), killed, complaint, check }
}
