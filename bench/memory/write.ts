// What is written down of a dialogue without a model: recall and precision of facts, and whether a change is current.
// Run: node --conditions=daypack-source bench/memory/write.ts [--show]
import { memoryDriver } from 'daypack/drivers'
import { consolidate } from '../../packages/daypack/src/memory/consolidate/consolidate.ts'
import { entriesOf } from '../../packages/daypack/src/memory/notes/entries.ts'
import { dayOf } from '../../packages/daypack/src/model/day.ts'
import { openState } from '../../packages/daypack/src/memory/notes/state.ts'
import { ingress } from '../../packages/daypack/src/memory/trust/ingress.ts'
import { redactor } from '../../packages/daypack/src/memory/trust/redact.ts'
import { tombstones } from '../../packages/daypack/src/memory/trust/tombstones.ts'
import { flush } from '../../packages/daypack/src/memory/write/flush.ts'
import { type Dialogue, dialoguesIn, says } from './dialogues.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 1, 10, 12)
const isShown = process.argv.includes('--show')

type Score = { facts: number; noted: number; lines: number; right: number; changes: number; current: number }

async function scored({ id, days, keep, changed }: Dialogue): Promise<Score> {
  let now = START
  const { notes, log } = memoryDriver({ now: () => now, zone: 'UTC' })
  const state = await openState(log, () => now)
  const admit = ingress(redactor(state.key), tombstones(state))
  let seq = 0
  for (const said of days) {
    const entries = said.map(({ role, text }) => ({
      ...{ seq: ++seq, at: now, kind: 'message' as const, hash: String(seq), sizes: [], counter: 'none' },
      message: { role, blocks: [{ type: 'text' as const, text }] },
    }))
    const job = { session: id, from: seq - said.length + 1, to: seq, time: '12:00', before: 'model' as const }
    await flush({ ...job, day: dayOf(now, 'UTC') }, { notes, admit }, entries)
    now += DAY
    await consolidate({ notes, state, admit, now: () => now, zone: 'UTC', hold: (_, work) => work() })
  }
  const read = async (path: string) => entriesOf((await notes.read(path))?.text ?? '')
  const lines = (await Promise.all((await notes.list('memory/')).map(read))).flat().map(({ text }) => text)
  const memory = await read('MEMORY.md')
  const gold = [...keep, ...changed.flatMap(({ now: current, old }) => [current, old])]
  const live = memory.filter(({ struck }) => !struck)
  const past = memory.filter(({ struck }) => struck)
  const missed = gold.filter((fact) => !lines.some((line) => says(line, fact)))
  const wrong = lines.filter((line) => !gold.some((fact) => says(line, fact)))
  const current = changed.filter(
    ({ now: is, old }) =>
      live.some(({ text }) => says(text, is)) &&
      !live.some(({ text }) => says(text, old) && !says(text, is)) &&
      past.some(({ text }) => says(text, old)),
  )
  if (isShown) {
    for (const fact of missed) console.log(`  ${id}: missed ${fact.join(' + ')}`)
    for (const line of wrong) console.log(`  ${id}: not wanted: ${line}`)
    for (const change of changed.filter((each) => !current.includes(each)))
      console.log(`  ${id}: not current: ${change.now.join(' + ')}`)
  }
  return {
    facts: gold.length,
    noted: gold.length - missed.length,
    lines: lines.length,
    right: lines.length - wrong.length,
    changes: changed.length,
    current: current.length,
  }
}

function percent(part: number, of: number): string {
  return of === 0 ? '–' : `${((100 * part) / of).toFixed(1)} % (${part}/${of})`
}

console.log('| part | dialogues | recall | precision | current after a change |\n| --- | --- | --- | --- | --- |')
for (const part of ['tuning', 'held-out']) {
  const dialogues = dialoguesIn(part)
  const sum: Score = { facts: 0, noted: 0, lines: 0, right: 0, changes: 0, current: 0 }
  for (const dialogue of dialogues) {
    const score = await scored(dialogue)
    for (const key of Object.keys(sum) as (keyof Score)[]) sum[key] += score[key]
  }
  console.log(
    `| ${part} | ${dialogues.length} | ${percent(sum.noted, sum.facts)} | ${percent(sum.right, sum.lines)} | ${percent(sum.current, sum.changes)} |`,
  )
}
