import type { Vfs } from '../../src/drivers/files/vfs.ts'
import { systemError } from './system-error.ts'
import { wrapVfs } from './wrap-vfs.ts'

export const FAULTS = ['EIO', 'ENOSPC', 'EACCES', 'EMFILE', 'EROFS', 'EINTR', 'SHORT'] as const
export type Fault = (typeof FAULTS)[number]
export type FaultPlan = { readonly at: number; readonly fault: Fault; readonly persistent: boolean }

/** A Vfs whose n-th call fails, once or from then on. SHORT writes half; other calls fail with EIO then. */
export function faultVfs(vfs: Vfs): {
  vfs: Vfs
  readonly calls: () => number
  readonly arm: (plan: FaultPlan | undefined) => void
  readonly hits: () => number
} {
  let count = 0
  let hits = 0
  let plan: FaultPlan | undefined
  return {
    calls: () => count,
    hits: () => hits,
    arm(next) {
      plan = next
      count = 0
      hits = 0
    },
    vfs: wrapVfs(vfs, async ({ name, path, bytes }, run) => {
      count++
      if (plan === undefined || (plan.persistent ? count < plan.at : count !== plan.at)) return await run()
      hits++
      // A close that fails has closed all the same.
      if (name === 'close') await run()
      if (plan.fault !== 'SHORT') throw systemError(plan.fault, name, path)
      if (bytes === undefined || bytes.length < 2) throw systemError('EIO', name, path)
      return await run(bytes.subarray(0, bytes.length >> 1))
    }),
  }
}
