import { createDaypack, reasonOf, type Daypack, type DaypackOptions, type Session } from 'daypack'

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

/** Never the reason a request fails: a problem is reported, and the host continues unchanged. */
export async function orReport<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    console.error(`daypack: ${reasonOf(error)}`)
    return undefined
  }
}
