// One session without end: recordings that may be tuned on, joined to two million tokens and more, at a small window.
//   node --conditions=daypack-source bench/replay/endless.ts [--tokens 2000000] [--window 64]
// Printed by tenths of the session: size after an epoch and cost of a turn, which must stay level; then what is left at the
// end: standing rules, decisions of the first hour, the lines edited in the last tenth. Ends with 1 where a goal is missed.
import { parseArgs } from 'node:util'
import { replay } from '../../lab/src/measure/replay.ts'
import { replaySession } from '../../lab/src/measure/session.ts'
import { texts } from '../../packages/daypack/src/handover/read/texts.ts'
import type { Message } from '../../packages/daypack/src/model/message.ts'
import { data } from '../compaction/data.ts'
import { joined, recordingsOf } from '../readers/recordings.ts'
import { count, keepCounts } from './count.ts'
import { partOf } from './parts.ts'
import { presets } from './strategies.ts'
import { textOfWire } from './peers/wire.ts'

const { values } = parseArgs({
  options: { tokens: { type: 'string', default: '2000000' }, window: { type: 'string', default: '64' } },
})
const REPOSITORIES = ['entire-cli', 'specstory', 'agentv-codex']
const RULES = Array.from({ length: 40 }, (_, at) => `- RULE-${at}: module ${at} keeps its public names stable.`)
const THINGS = 'importer exporter scheduler mailer billing search archive login report upload'.split(' ')
const WAYS = 'SQLite JSON-lines cron SMTP-relay integer-cents trigram-index zstd passkeys Markdown multipart'.split(' ')
/** Said by the user in the first hour, each with its reason. */
const DECISIONS = THINGS.map((thing, at) => ({
  text: `Decision ${at + 1}: the ${thing} uses ${WAYS[at]}, nothing else; customer K${at}47 depends on it.`,
  keys: [String(WAYS[at]), `K${at}47`],
}))
const PARTS = 10
const GOALS = { rules: 1, decisions: 0.9, lines: 0.95, level: 1.25 }

const user = (text: string): Message => ({ role: 'user', blocks: [{ type: 'text', text }] })
const agent = (text: string): Message => ({ role: 'assistant', blocks: [{ type: 'text', text }] })

const opening: Message[] = [
  {
    role: 'user',
    blocks: [
      {
        type: 'text',
        text: `<system-reminder>\nCodebase and user instructions are shown below.\n\nContents of /repo/CLAUDE.md (project instructions):\n\n${RULES.join('\n')}\n</system-reminder>`,
      },
      { type: 'text', text: 'Before the work begins, a few decisions.' },
    ],
  },
  agent('Go ahead.'),
  ...DECISIONS.flatMap(({ text }) => [user(text), agent('Noted.')]),
]
const transcripts = []
let tokens = 0
for (const recording of REPOSITORIES.flatMap((repository) =>
  recordingsOf(data, repository).filter(({ id }) => partOf(repository, id) === 'train'),
)) {
  if (tokens > Number(values.tokens)) break
  transcripts.push(recording.transcript)
  for (const message of recording.transcript.messages) for (const { text } of texts(message)) tokens += count(text)
}
const whole = joined(transcripts)
const messages = [...opening, ...whole.messages]
const session = replaySession({ ...whole, messages, times: messages.map(() => undefined) }, { name: 'endless', count })
keepCounts()
console.log(
  `${transcripts.length} recordings, ${messages.length} messages, ${session.steps.length} turns, ${tokens} tokens`,
)

type Part = { steps: number; cost: number; lines: number; held: number; views: number[] }
const parts = Array.from({ length: PARTS }, (): Part => ({ steps: 0, cost: 0, lines: 0, held: 0, views: [] }))
let before = { cost: 0, lines: 0, linesHeld: 0 }
let handOver = ''
let steps = 0
await replay(session, presets()[0] as ReturnType<typeof presets>[number], Number(values.window) * 1000, {
  onStep({ request, tokens: seen }, _, figures) {
    const part = parts[Math.floor((steps++ * PARTS) / session.steps.length)] as Part
    part.steps++
    part.cost += figures.cost - before.cost
    part.lines += figures.lines - before.lines
    part.held += figures.linesHeld - before.linesHeld
    before = { cost: figures.cost, lines: figures.lines, linesHeld: figures.linesHeld }
    const text = textOfWire((request['messages'] as never[])[0])
    if (text === handOver || !text.startsWith('[Hand-over')) return
    handOver = text
    part.views.push(seen)
  },
})
const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / Math.max(1, list.length)
console.log('tenth   turns epochs  view after an epoch  cost of a turn  edit lines')
for (const [at, part] of parts.entries())
  console.log(
    [
      String(at + 1).padStart(5),
      String(part.steps).padStart(7),
      String(part.views.length).padStart(6),
      Math.round(mean(part.views)).toString().padStart(20),
      Math.round(part.cost / Math.max(1, part.steps))
        .toString()
        .padStart(15),
      (part.lines === 0 ? '–' : ((100 * part.held) / part.lines).toFixed(1)).padStart(11),
    ].join(' '),
  )
const share = (list: readonly boolean[]) => list.filter(Boolean).length / Math.max(1, list.length)
const [second, last] = [parts[1] as Part, parts.at(-1) as Part]
const found = {
  rules: share(RULES.map((rule) => handOver.includes(rule))),
  decisions: share(DECISIONS.map(({ keys }) => keys.every((key) => handOver.includes(key)))),
  lines: last.lines === 0 ? 1 : last.held / last.lines,
  level: mean(last.views) / mean(second.views),
}
const percent = (part: number) => `${(100 * part).toFixed(1)} %`
console.log(`standing rules ${percent(found.rules)}, decisions of the first hour ${percent(found.decisions)}`)
console.log(`edit lines of the last tenth ${percent(found.lines)}, size last / second tenth ${found.level.toFixed(2)}`)
const isMissed = found.rules < GOALS.rules || found.decisions < GOALS.decisions || found.lines < GOALS.lines
if (isMissed || found.level > GOALS.level) process.exitCode = 1
