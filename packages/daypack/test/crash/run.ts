// The crash programme at any size, outside of the test run:
//   node packages/daypack/test/crash/run.ts kill 5000 [seed]     kill -9 at any moment
//   node packages/daypack/test/crash/run.ts points [stride]      kill at every named point
//   node packages/daypack/test/crash/run.ts faults [stride]      fail every call (stride 1: all of them)
//   node packages/daypack/test/crash/run.ts hostile 100000 [seed] damaged logs
//   node packages/daypack/test/crash/run.ts power 200000 [seed]  what a disk may hold after a power loss
//   node packages/daypack/test/crash/run.ts clocks 1000000 [seed] days in all zones, clocks that jump back
//   node packages/daypack/test/crash/run.ts together 40000 [seed] several processes at once; a tenth as many edits
//   node packages/daypack/test/crash/run.ts calls 600 [seed]     system calls fail from outside (needs strace)
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tryClocks } from './clocks.ts'
import { sweepFaults } from './fault-sweep.ts'
import { attackFiles } from './hostile.ts'
import { killLoop } from './kill-loop.ts'
import { killAtPoints } from './kill-points.ts'
import { losePower } from './power-loss.ts'
import { failSystemCalls } from './system-calls.ts'
import { workTogether } from './together.ts'

const [what, size, seed = '1'] = process.argv.slice(2)
const dir = mkdtempSync(join(tmpdir(), 'daypack-crash-'))
const programmes: Record<string, () => Promise<{ failures: readonly string[] }>> = {
  kill: () => killLoop(dir, Number(size ?? 5000), Number(seed)),
  points: () => killAtPoints(dir, Number(size ?? 1)),
  faults: () => sweepFaults(Number(size ?? 1)),
  hostile: () => attackFiles(Number(size ?? 100_000), Number(seed)),
  clocks: () => tryClocks(Number(size ?? 1_000_000), Number(seed)),
  together: () => workTogether(dir, Number(size ?? 40_000), Number(seed)),
  calls: () => failSystemCalls(dir, Number(size ?? 600), Number(seed)),
  power: () => losePower(Number(size ?? 200_000), Number(seed)),
}
const programme = programmes[what ?? '']
if (programme === undefined) {
  console.error(`Say what to run: ${Object.keys(programmes).join(', ')}`)
  process.exit(2)
}
const started = performance.now()
const { failures, ...figures } = await programme()
for (const failure of failures.slice(0, 5)) console.error(failure)
console.log({ ...figures, failures: failures.length, seconds: Math.round((performance.now() - started) / 1000) })
if (failures.length === 0) rmSync(dir, { recursive: true, force: true })
else console.log(`What is left of the failures is in ${dir}`)
process.exitCode = failures.length === 0 ? 0 : 1
