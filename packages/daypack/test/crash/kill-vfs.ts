import { relative, sep } from 'node:path'
import type { Vfs } from '../../src/drivers/files/vfs.ts'
import { wrapVfs, type Call } from './wrap-vfs.ts'

export const PHASES = ['before', 'after', 'torn'] as const
export type Phase = (typeof PHASES)[number]
/** Die at the n-th time this point is reached: `write@log:torn:2`. */
export type KillPoint = { readonly point: string; readonly phase: Phase; readonly n: number }

/** Where a call happens: what is called, and in which part of the workspace. */
export function pointOf(root: string, { name, path }: Call): string {
  const [first = '', ...rest] = relative(root, path).split(sep)
  return `${name}@${rest.length > 0 ? first : 'root'}`
}

export function parseKill(text: string | undefined): KillPoint | undefined {
  const found = /^([\w@.]+):(before|after|torn):(\d+)$/.exec(text ?? '')
  return found === null ? undefined : { point: found[1] ?? '', phase: found[2] as Phase, n: Number(found[3]) }
}

/** A Vfs that kills its own process, as the kernel would: no handler runs, nothing is flushed. */
export function killVfs(vfs: Vfs, root: string, kill: KillPoint | undefined, seen: (point: string) => void): Vfs {
  let count = 0
  return wrapVfs(vfs, async (call, run) => {
    const point = pointOf(root, call)
    seen(point)
    const now = kill !== undefined && point === kill.point && ++count === kill.n
    if (now && kill.phase === 'before') process.kill(process.pid, 'SIGKILL')
    if (now && kill.phase === 'torn') {
      await run(call.bytes?.subarray(0, call.bytes.length >> 1))
      process.kill(process.pid, 'SIGKILL')
    }
    const result = await run()
    if (now) process.kill(process.pid, 'SIGKILL')
    return result
  })
}
