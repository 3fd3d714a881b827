import { reasonOf } from '../../model/errors.ts'
import { createDaypack, type Daypack } from '../../daypack.ts'
import type { DaypackOptions } from '../../config.ts'
import type { Session } from '../../session/session.ts'

export function sessionsOf(options: DaypackOptions): {
  readonly open: (id: string) => Promise<Session>
  readonly pack: () => Promise<Daypack>
} {
  let opened: Promise<Daypack> | undefined
  const pack = () => (opened ??= createDaypack(options))
  return {
    pack,
    open: async (id) => (await pack()).session(id.replaceAll(/[^\w.-]/g, '_')),
  }
}

/** Never the reason a request fails: what goes wrong is said once, and the host goes on as it was. */
export async function unharmed<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    console.error(`daypack: ${reasonOf(error)}`)
    return undefined
  }
}
