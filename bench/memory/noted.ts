import { memoryDriver } from 'daypack/drivers'
import { consolidate } from '../../packages/daypack/src/memory/consolidate/consolidate.ts'
import { entriesOf, type NoteEntry } from '../../packages/daypack/src/memory/notes/entries.ts'
import { openState } from '../../packages/daypack/src/memory/notes/state.ts'
import { ingress, tombstones } from '../../packages/daypack/src/memory/trust/tombstones.ts'
import { redactor } from '../../packages/daypack/src/secrets/redact.ts'
import { flush } from '../../packages/daypack/src/memory/write/flush.ts'
import { dayOf } from '../../packages/daypack/src/model/day.ts'
import type { Dialogue } from './dialogues.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 1, 10, 12)

export type Noted = {
  /** What was said, by the number the notes know it by; there is no message 0. */
  readonly said: readonly string[]
  /** Lines of the day logs, and of `MEMORY.md` at the end. */
  readonly noted: readonly NoteEntry[]
  readonly memory: readonly NoteEntry[]
}

/** What rules alone note of a dialogue, merged after each of its days. */
export async function notedOf({ id, days }: Dialogue): Promise<Noted> {
  let now = START
  const { notes, log } = memoryDriver({ now: () => now, zone: 'UTC' })
  const state = await openState(log, () => now)
  const admit = ingress(redactor(state.key), tombstones(state))
  const said: string[] = ['']
  for (const day of days) {
    const from = said.length
    said.push(...day.map(({ text }) => text))
    const entries = day.map(({ role, text }, index) => ({
      ...{
        seq: from + index,
        at: now,
        kind: 'message' as const,
        hash: String(from + index),
        sizes: [],
        counter: 'none',
      },
      message: { role, blocks: [{ type: 'text' as const, text }] },
    }))
    const job = { session: id, from, to: said.length - 1, time: '12:00', before: 'model' as const }
    await flush({ ...job, day: dayOf(now, 'UTC') }, { notes, admit }, entries)
    now += DAY
    await consolidate({ notes, state, admit, now: () => now, zone: 'UTC', hold: (_, work) => work() })
  }
  const read = async (path: string) => entriesOf((await notes.read(path))?.text ?? '')
  const noted = (await Promise.all((await notes.list('memory/')).map(read))).flat()
  return { said, noted, memory: await read('MEMORY.md') }
}
