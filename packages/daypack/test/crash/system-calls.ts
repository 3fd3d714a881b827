import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checkWorkspace, runChild } from './kill-run.ts'
import { randomFrom } from './random.ts'

export type SystemCallResult = {
  readonly runs: number
  readonly acknowledged: number
  readonly refused: number
  readonly killed: number
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
const CALLS = ['fdatasync', 'fsync', 'rename', 'ftruncate', 'unlink', 'pwrite64', 'write'] as const
const FATES = ['error=EIO', 'error=ENOSPC', 'error=EROFS', 'error=EDQUOT', 'signal=KILL'] as const

/**
 * System calls made to fail, or to be the last, from outside (strace): SQLite's own too. The child answers each deed with
 * success or a typed error; then the workspace, opened in peace, holds every acknowledged deed.
 */
export async function failSystemCalls(dir: string, runs: number, seed: number): Promise<SystemCallResult> {
  const failures: string[] = []
  let [acknowledged, refused, killed] = [0, 0, 0]
  for (let run = 0; run < runs; run++) {
    const random = randomFrom(seed * 1_000_003 + run)
    const call = random.pick(CALLS)
    const inject = `inject=${call}:${random.pick(FATES)}:when=${1 + random.below(call === 'write' ? 12 : 60)}${random.chance(0.3) ? '+' : ''}`
    const workspace = join(dir, `calls-${run}`)
    mkdirSync(workspace, { mode: 0o700 })
    const paths = call === 'write' ? FILES.flatMap((file) => ['-P', join(workspace, file)]) : []
    const under = ['strace', '-f', '-qq', '-o', '/dev/null', ...paths, '-e', `trace=${call}`, '-e', inject]
    const child = await runChild({ dir: workspace, seed: run, mode: 'workloads', under })
    acknowledged += child.events.filter(({ phase }) => phase === 'done').length
    refused += child.events.filter(({ phase }) => phase === 'failed').length
    if (child.killed) killed++
    try {
      // What cannot even be opened says so in our own words.
      if (child.complaint !== '' && !child.complaint.includes('DaypackError')) throw new Error(child.complaint)
      await checkWorkspace(workspace, child.events)
      rmSync(workspace, { recursive: true, force: true })
    } catch (error) {
      failures.push(`run ${run} of seed ${seed}, ${inject}: ${error instanceof Error ? error.stack : String(error)}`)
    }
  }
  return { runs, acknowledged, refused, killed, failures }
}
