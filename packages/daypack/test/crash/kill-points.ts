import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PHASES } from './kill-vfs.ts'
import { checkWorkspace, runChild } from './kill-run.ts'

export type KillPointsResult = { readonly points: number; readonly cases: number; readonly failures: readonly string[] }

const CHANGING = /^(?:open|mkdir|write|datasync|truncate|rename|unlink|syncDir)@/

/**
 * Kill a process at every named point, before and after the call and, for writes, in the middle; then again during the
 * recovery from that. `stride` leaves out cases, evenly.
 */
export async function killAtPoints(dir: string, stride: number, lanes = 2): Promise<KillPointsResult> {
  const rehearsal = join(dir, 'rehearsal')
  mkdirSync(rehearsal, { mode: 0o700 })
  const { points } = await runChild({ dir: rehearsal, seed: 1, mode: 'workloads' })
  const changing = points.filter((point) => CHANGING.test(point)).toSorted()
  const cases = changing
    .flatMap((point) => PHASES.map((phase) => ({ point, phase })))
    .filter(({ point, phase }) => phase !== 'torn' || point.startsWith('write@'))
    .flatMap((each) => [1, 2, 5].map((n) => ({ ...each, n })))
    .filter((_, index) => index % stride === 0)
  const failures: string[] = []
  let next = 0
  let killed = 0

  const lane = async () => {
    while (next < cases.length) {
      const number = next++
      const { point, phase, n } = cases[number] ?? { point: '', phase: 'before', n: 0 }
      const workspace = join(dir, `point-${number}`)
      mkdirSync(workspace, { mode: 0o700 })
      const first = await runChild({ dir: workspace, seed: 1, mode: 'workloads', kill: `${point}:${phase}:${n}` })
      const recovery = phase === 'torn' ? `truncate@log:before:1` : `${point}:${phase}:1`
      const second = await runChild({ dir: workspace, seed: 2, mode: 'workloads', kill: recovery })
      if (first.killed) killed++
      if (second.killed) killed++
      try {
        if (first.complaint !== '' || second.complaint !== '') throw new Error(first.complaint + second.complaint)
        await checkWorkspace(workspace, [...first.events, ...second.events])
        rmSync(workspace, { recursive: true, force: true })
      } catch (error) {
        failures.push(`${point}:${phase}:${n} in ${workspace}: ${error instanceof Error ? error.stack : String(error)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return { points: changing.length, cases: killed, failures }
}
