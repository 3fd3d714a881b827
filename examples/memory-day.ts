// A day of long-term memory: told, folded, edited by hand, merged at midnight, recalled the next morning, forgotten.
// Run: node --conditions=daypack-source examples/memory-day.ts
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDaypack } from 'daypack'

const dir = mkdtempSync(join(tmpdir(), 'memory-day-'))
let now = Date.UTC(2026, 10, 16, 9)
const at = (hour: number, minute = 0, day = 16): void => void (now = Date.UTC(2026, 10, day, hour, minute))
const show = (title: string, text: string): void => console.log(`\n== ${title}\n${text.trimEnd()}`)
const note = (path: string): string => readFileSync(join(dir, path), 'utf8')

writeFileSync(join(dir, 'MEMORY.md'), '# Memory\n\n## Facts\n- Our billing database is MySQL\n')
const pack = await createDaypack({
  dir,
  memory: { schedule: false, brief: false, tuning: { zone: 'UTC', watch: false } },
  tuning: { now: () => now },
})
const session = await pack.session('monday')

at(9)
await session.append({
  role: 'user',
  blocks: [{ type: 'text', text: 'Please remember: I prefer pnpm over npm. Then run the tests.' }],
})
await pack.memory.remember('I prefer pnpm over npm', { session: 'monday', seq: 1 })
show('09:00 told', note('MEMORY.md'))

for (const [id, command, text, isError] of [
  ['a', 'npm test', "Error: Cannot find module 'vitest'", true],
  ['b', 'pnpm install && pnpm test', '12 tests passed', false],
] as const) {
  await session.append({
    role: 'assistant',
    blocks: [{ type: 'tool-call', callId: id, tool: 'bash', input: { command } }],
  })
  await session.append({
    role: 'tool',
    blocks: [{ type: 'tool-result', callId: id, tool: 'bash', content: { text }, isError }],
  })
}
await session.append({ role: 'assistant', blocks: [{ type: 'text', text: 'They pass.' }] })
await session.append({
  role: 'user',
  blocks: [{ type: 'text', text: "Good. Let's switch from MySQL to PostgreSQL for billing." }],
})

at(12, 30)
await pack.memory.flush('monday', 7)
await pack.memory.drain()
show('12:30 folded', note('memory/2026-11-16.md'))

at(15)
writeFileSync(join(dir, 'memory/team.md'), '# Team\n- On call this week: Ines\n')
const { hits, status } = await pack.memory.search('who is on call this week?')
show(
  '15:00 edited by hand, and found',
  `${hits[0]?.citation}\n${hits[0]?.text}\nlegs: ${status.legs.map((leg) => `${leg.leg} ${leg.state}`).join(', ')}`,
)

at(0, 0, 17)
const merged = await pack.memory.consolidate()
show(`00:00 merged, ${merged.untrusted} lines from tools left in the log`, merged.diff)

at(9, 0, 17)
const { message } = await pack.memory.recall('Which database do we use for billing?')
show('09:00 recalled', message?.blocks[0]?.type === 'text' ? message.blocks[0].text : 'nothing')

const [change] = await pack.memory.log({ path: 'MEMORY.md' })
await pack.memory.revert(change?.id ?? '')
show('the merge taken back', note('MEMORY.md'))

const forgotten = await pack.memory.forget({ query: 'pnpm over npm' })
const left = forgotten.left.map(({ file }) => file).join(', ')
show('forgotten', `${forgotten.lines.map((line) => line.citation).join(', ')}\nstill in: ${left}`)

const everywhere = await pack.memory.forget({ query: 'pnpm over npm' }, { everywhere: true })
const { sessions, messages } = everywhere.archive
show(
  'forgotten everywhere',
  `${messages} message of ${sessions.join(', ')} struck out, still in: ${everywhere.left.length} files`,
)

await pack.close()
rmSync(dir, { recursive: true })
