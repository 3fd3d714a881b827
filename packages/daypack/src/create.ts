import type { DaypackOptions } from './config.ts'
import type { Daypack } from './daypack.ts'

/**
 * Open a workspace. The engine is loaded now, and not with the import: a program that only names Daypack pays nothing.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 *
 * const pack = await createDaypack({ driver: memoryDriver({ now: Date.now }), window: 200_000 })
 * const session = await pack.session('my-task')
 * await session.append({ role: 'user', blocks: [{ type: 'text', text: 'Hello.' }] })
 * await pack.close()
 */
export async function createDaypack(options: DaypackOptions): Promise<Daypack> {
  const engine = await import('./daypack.ts')
  return engine.createDaypack(options)
}
