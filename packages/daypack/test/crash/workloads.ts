import type { FilesDriver } from '../../src/drivers/files/index.ts'
import { isDaypackError } from '../../src/model/errors.ts'
import { perform, type Deed, type Event } from './ledger.ts'

/** Somebody at work on a workspace. */
export type Actor = { readonly driver: FilesDriver; readonly nonce: () => number; do(deed: Deed): Promise<boolean> }
export type Workload = (actor: Actor) => Promise<void>

const NOON = Date.UTC(2026, 2, 28, 11)
const DAY = 86_400_000

export function actorOn(driver: FilesDriver, record: (event: Omit<Event, 'when'>) => void, nonce: () => number): Actor {
  return { driver, nonce, do: (deed) => perform(driver, deed, record) }
}

export const WORKLOADS: Record<string, Workload> = {
  async 'one append to a new session'(actor) {
    await say(actor, 'new', 1, 100)
  },
  async 'ten appends'(actor) {
    await say(actor, 'ten', 10, 300)
  },
  async 'a batch'(actor) {
    await say(actor, 'batch', 1, 200, 20)
    await say(actor, 'batch', 1, 200, 5)
  },
  async 'a large entry between small ones'(actor) {
    await say(actor, 'large', 1, 50)
    await say(actor, 'large', 1, 60_000)
    await say(actor, 'large', 1, 50)
  },
  async 'two sessions in turn'(actor) {
    for (let turn = 0; turn < 4; turn++) {
      await say(actor, 'left', 1, 80)
      await say(actor, 'Right', 1, 80)
    }
  },
  async 'a session removed and begun again'(actor) {
    await say(actor, 'again', 3, 100)
    await actor.do({ do: 'remove', session: 'again' })
    await say(actor, 'again', 2, 100)
  },
  async 'a log packed, read and written on'(actor) {
    await say(actor, 'cold', 4, 300)
    await quietly(async () => void (await actor.driver.log.pack?.(Infinity)))
    await quietly(async () => void (await actor.driver.log.read('cold')))
    await say(actor, 'cold', 2, 300)
    await quietly(async () => void (await actor.driver.log.pack?.(Infinity)))
  },
  async 'a long log, packed in front while it is written to'(actor) {
    await say(actor, 'long', 1, 66_000)
    await say(actor, 'long', 1, 100)
    await quietly(async () => void (await actor.driver.log.read('long')))
    await say(actor, 'long', 1, 66_000)
  },
  async 'blobs, some of them twice'(actor) {
    for (const nonce of [7, 8, 7]) await actor.do({ do: 'put', nonce, size: 5000 })
  },
  async 'a blob in pieces'(actor) {
    await actor.do({ do: 'put', nonce: actor.nonce(), size: 20_000, stream: true })
  },
  async 'blobs marked and dropped'(actor) {
    for (const nonce of [1, 2]) await actor.do({ do: 'put', nonce, size: 500 })
    await actor.do({ do: 'mark', nonce: 1, size: 500 })
    await actor.do({ do: 'drop', nonce: 1, size: 500 })
    await quietly(async () => {
      for await (const _ of actor.driver.blobs.list());
      await actor.driver.blobs.purge(Infinity)
    })
    await actor.do({ do: 'put', nonce: 1, size: 500 })
  },
  async 'days, some records twice'(actor) {
    for (const seqs of [
      [1, 2, 3],
      [2, 3, 4],
      [1, 4],
    ])
      await actor.do({ do: 'day', session: 's', seqs, at: NOON })
    await actor.do({ do: 'day', session: 's', seqs: [5], at: NOON + DAY })
    await actor.do({ do: 'day', session: 's', seqs: [1, 2], at: NOON })
  },
  async 'a note written, replaced and removed'(actor) {
    await edit(actor, 'MEMORY.md', 3)
    await edit(actor, 'memory/deep/er.md', 2)
    const last = await noteOf(actor, 'memory/deep/er.md')
    if (last !== undefined) await actor.do({ do: 'forget', path: 'memory/deep/er.md', over: last })
    await edit(actor, 'memory/deep/er.md', 1)
  },
  async 'a whole turn'(actor) {
    await say(actor, 'turn', 1, 500)
    await actor.do({ do: 'put', nonce: actor.nonce(), size: 40_000 })
    await say(actor, 'turn', 2, 500)
    await actor.do({ do: 'day', session: 'turn', seqs: [1, 2, 3], at: NOON })
    await edit(actor, 'memory/2026-03-28.md', 1)
  },
}

/** Append messages to a session, from wherever its head is. */
export async function say(actor: Actor, session: string, times: number, size: number, batch = 1): Promise<void> {
  for (let time = 0; time < times; time++) {
    const head = await quietly(async () => (await actor.driver.log.read(session)).head)
    if (head === undefined) return
    const nonces = Array.from({ length: batch }, () => actor.nonce())
    await actor.do({ do: 'append', session, from: head + 1, nonces, size })
  }
}

export async function edit(actor: Actor, path: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    const over = await noteOf(actor, path)
    await actor.do({ do: 'note', path, nonce: actor.nonce(), size: 300, ...(over === undefined ? {} : { over }) })
  }
}

async function noteOf(actor: Actor, path: string): Promise<string | undefined> {
  return await quietly(async () => (await actor.driver.notes.read(path))?.text)
}

/** A read may fail while faults are injected, but only in the way promised. */
export async function quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!isDaypackError(error)) throw error
    return undefined
  }
}
