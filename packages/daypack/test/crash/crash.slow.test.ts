import { describe, expect, test } from 'vitest'
import { size } from '../../../daypack-testing/test/size.ts'
import { temporary } from '../temporary.ts'
import { onDisk, sweepFaults } from './fault-sweep.ts'
import { attackFiles } from './hostile.ts'
import { killLoop } from './kill-loop.ts'
import { killAtPoints } from './kill-points.ts'
import { losePower } from './power-loss.ts'

// Sizes for every commit; `node packages/daypack/test/crash/run.ts` runs the same programme as long as you like.
const dir = temporary()
const KILLS = size(20, 150)
const IMAGES = size(250, 1_500)
const FILES = size(300, 2_000)

describe('crash programme', () => {
  test('a process killed at any moment loses nothing it acknowledged', async () => {
    const { loops, failures } = await killLoop(dir, KILLS, 1)
    expect(failures).toEqual([])
    expect(loops).toBe(KILLS)
  }, 300_000)

  test('a process killed at a named point, and again while recovering, loses nothing it acknowledged', async () => {
    const { points, cases, failures } = await killAtPoints(dir, 9)
    expect(failures).toEqual([])
    expect(points).toBeGreaterThanOrEqual(30)
    expect(cases).toBeGreaterThanOrEqual(30)
  }, 300_000)

  test('when any file call fails, what was acknowledged is kept and work continues', async () => {
    const { faults, workloads, failures } = await sweepFaults(97)
    expect(failures).toEqual([])
    expect(workloads).toBeGreaterThanOrEqual(24)
    expect(faults).toBeGreaterThanOrEqual(450)
  }, 300_000)

  test('the same on real files with real locks', async () => {
    const { faults, failures } = await sweepFaults(799, onDisk(dir))
    expect(failures).toEqual([])
    expect(faults).toBeGreaterThanOrEqual(60)
  }, 300_000)

  test('whatever was done to a log, every intact record comes back', async () => {
    const { files, damaged, failures } = await attackFiles(FILES, 1)
    expect(failures).toEqual([])
    expect(files).toBe(FILES)
    expect(damaged).toBeGreaterThan(FILES / 2)
  }, 300_000)

  test('when the power goes, whatever the disk kept holds what was acknowledged', async () => {
    const { images, failures } = await losePower(IMAGES, 1)
    expect(failures).toEqual([])
    expect(images).toBeGreaterThanOrEqual(IMAGES)
  }, 300_000)
})
