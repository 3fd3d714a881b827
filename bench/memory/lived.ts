import { readFileSync } from 'node:fs'
import { memoryDriver } from 'daypack/drivers'
import { consolidate, type Left } from '../../packages/daypack/src/memory/consolidate/consolidate.ts'
import { openState } from '../../packages/daypack/src/memory/notes/state.ts'
import { ingress, tombstones } from '../../packages/daypack/src/memory/trust/tombstones.ts'
import { redactor } from '../../packages/daypack/src/secrets/redact.ts'
import { flush } from '../../packages/daypack/src/memory/write/flush.ts'
import { dayOf } from '../../packages/daypack/src/model/day.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 0, 5, 12)
const DAYS = 60

export const PEOPLE = [
  { file: 'en-developer', title: 'A backend lead, English' },
  { file: 'zh-shop', title: 'A shop owner, Chinese' },
  { file: 'de-verein', title: 'A treasurer, German' },
]

type Lived = {
  readonly driver: ReturnType<typeof memoryDriver>
  readonly now: () => number
  readonly said: number
  readonly left: readonly Left[]
}

/** Sixty days of what a person says, noted each day and merged each midnight by the rules alone. */
export async function lived(file: string): Promise<Lived> {
  const text = readFileSync(new URL(`grown/${file}.txt`, import.meta.url), 'utf8')
  const lines = text
    .trim()
    .split('\n')
    .map((line) => ({ day: Number.parseInt(line, 10), text: line.replace(/^\d+ /, '') }))
  let time = START
  const now = (): number => time
  const driver = memoryDriver({ now, zone: 'UTC' })
  const { notes, log } = driver
  const state = await openState(log, now)
  const admit = ingress(redactor(state.key), tombstones(state))
  const left: Left[] = []
  let seq = 0
  for (let day = 1; day <= DAYS; day++) {
    const said = lines.filter((line) => line.day === day)
    const entries = said.map((line) => ({
      ...{ seq: ++seq, at: time, kind: 'message' as const, hash: String(seq), sizes: [], counter: 'none' },
      message: { role: 'user' as const, blocks: [{ type: 'text' as const, text: line.text }] },
    }))
    const job = { session: file, from: seq - said.length + 1, to: seq, time: '12:00', before: 'model' as const }
    if (said.length > 0) await flush({ ...job, day: dayOf(time, 'UTC') }, { notes, admit }, entries)
    time += DAY
    const merged = await consolidate({ notes, state, admit, now, zone: 'UTC', hold: (_, work) => work() })
    left.push(...merged.left)
  }
  return { driver, now, said: lines.length, left }
}
