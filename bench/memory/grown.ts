// Three MEMORY.md files after 60 simulated days, as the rules alone keep them.
// Run: node --conditions=daypack-source bench/memory/grown.ts > docs/memory-grown.md
import { readFileSync } from 'node:fs'
import { memoryDriver } from 'daypack/drivers'
import { consolidate } from '../../packages/daypack/src/memory/consolidate/consolidate.ts'
import { withoutMarks } from '../../packages/daypack/src/memory/notes/source.ts'
import { openState } from '../../packages/daypack/src/memory/notes/state.ts'
import { ingress } from '../../packages/daypack/src/memory/trust/ingress.ts'
import { redactor } from '../../packages/daypack/src/memory/trust/redact.ts'
import { tombstones } from '../../packages/daypack/src/memory/trust/tombstones.ts'
import { flush } from '../../packages/daypack/src/memory/write/flush.ts'
import { dayOf } from '../../packages/daypack/src/model/day.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 0, 5, 12)
const DAYS = 60

/** What each person says on which day; the rest of what they ask for is left out. */
const PEOPLE = [
  { file: 'en-developer', title: 'A backend lead, English' },
  { file: 'zh-shop', title: 'A shop owner, Chinese' },
  { file: 'de-verein', title: 'A treasurer, German' },
]

async function grown(file: string): Promise<{ memory: string; said: number; left: readonly string[] }> {
  const text = readFileSync(new URL(`grown/${file}.txt`, import.meta.url), 'utf8')
  const lines = text
    .trim()
    .split('\n')
    .map((line) => ({ day: Number.parseInt(line, 10), text: line.replace(/^\d+ /, '') }))
  let now = START
  const { notes, log } = memoryDriver({ now: () => now, zone: 'UTC' })
  const state = await openState(log, () => now)
  const admit = ingress(redactor(state.key), tombstones(state))
  const left: string[] = []
  let seq = 0
  for (let day = 1; day <= DAYS; day++) {
    const said = lines.filter((line) => line.day === day)
    const entries = said.map((line) => ({
      ...{ seq: ++seq, at: now, kind: 'message' as const, hash: String(seq), sizes: [], counter: 'none' },
      message: { role: 'user' as const, blocks: [{ type: 'text' as const, text: line.text }] },
    }))
    const job = { session: file, from: seq - said.length + 1, to: seq, time: '12:00', before: 'model' as const }
    if (said.length > 0) await flush({ ...job, day: dayOf(now, 'UTC') }, { notes, admit }, entries)
    now += DAY
    const merged = await consolidate({ notes, state, admit, now: () => now, zone: 'UTC', hold: (_, work) => work() })
    left.push(...merged.left.map((each) => `${each.text} (${each.why})`))
  }
  return { memory: withoutMarks((await notes.read('MEMORY.md'))?.text ?? ''), said: lines.length, left }
}

console.log(`# Three memories after 60 days

What three people said over 60 simulated days (\`bench/memory/grown/\`), noted and merged every midnight by the rules alone, with no
model. The files stand here as they are, without their source comments. Printed by \`bench/memory/grown.ts\`.`)
for (const { file, title } of PEOPLE) {
  const { memory, said, left } = await grown(file)
  console.log(
    `\n## ${title}\n\n${said} messages. Left out by a merge: ${left.length === 0 ? 'nothing' : left.join('; ')}.\n`,
  )
  console.log(`\`\`\`markdown\n${memory.trim()}\n\`\`\``)
}
