import { createDaypack, DaypackError, type Billed, type Daypack, type Entry, type Message } from 'daypack'
import { memoryDriver, type MemoryDriver } from 'daypack/drivers'
import { MESSAGE_OVERHEAD } from 'daypack/internal'
import { packOptions } from '../config/pack-options.ts'
import type { Config } from '../config/schema.ts'
import { progressLine } from '../show/progress.ts'
import { storedRefs } from './stored.ts'

export type Said = { readonly message: Message; readonly at: number; readonly billed?: Billed | undefined }

export type Staged = {
  readonly id: string
  readonly entries: readonly Entry[]
  readonly messages: number
  readonly driver: MemoryDriver
}

export async function stage(
  sessions: readonly { id: string; said: readonly Said[] }[],
  config: Config,
): Promise<Staged[]> {
  const tell = progressLine('Importing messages')
  const total = sessions.reduce((sum, { said }) => sum + said.length, 0)
  const staged: Staged[] = []
  let done = 0
  for (const { id, said } of sessions) {
    let clock = 0
    const now = () => clock
    const driver = memoryDriver({ now })
    const { dir: _, ...others } = packOptions(config, process.cwd(), process.env)
    const pack = await createDaypack({
      ...others,
      driver,
      memory: false,
      retention: false,
      tuning: { ...others.tuning, now },
    })
    const session = await pack.session(id)
    for (const { message, at } of said) {
      clock = at
      await session.append(message)
      tell(++done, total)
    }
    staged.push({ id, entries: withBills(await session.entries(), said), messages: said.length, driver })
    await pack.close()
  }
  return staged
}

/** All of them or none: what was written before a failure is taken back. */
export async function writeStaged({ driver: { log, blobs } }: Daypack, staged: readonly Staged[]): Promise<void> {
  const written: string[] = []
  try {
    for (const { id, entries, driver } of staged) {
      for (const ref of new Set(entries.flatMap(storedRefs))) {
        const data = await driver.blobs.get(ref)
        if (data instanceof Uint8Array) await blobs?.put(data)
      }
      const answer = await log?.append(id, entries, { expect: 0 })
      if (!answer || 'conflict' in answer)
        throw new DaypackError(
          'conflict',
          `Another process started a session ${id} in the meantime. Nothing was imported; try again.`,
        )
      written.push(id)
    }
  } catch (error) {
    for (const id of written) await log?.remove(id)
    throw error
  }
}

function withBills(entries: readonly Entry[], said: readonly Said[]): Entry[] {
  const all: Entry[] = []
  let counted = { tokens: 0, bytes: 0 }
  for (const [index, entry] of entries.entries()) {
    const head = all.length
    all.push({ ...entry, seq: head + 1 })
    const billed = said[index]?.billed
    if (billed) all.push({ seq: head + 2, at: entry.at, kind: 'usage', usage: { ...billed, head, counted } })
    for (const size of entry.kind === 'message' ? [MESSAGE_OVERHEAD, ...entry.sizes] : [])
      counted = { tokens: counted.tokens + size.tokens, bytes: counted.bytes + size.bytes }
  }
  return all
}
