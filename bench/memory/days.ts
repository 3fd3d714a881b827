// Five people talk to an agent for three days, and open a session with work on the fourth: what memory holds by then, and
// whether the note that the work needs is in view. A real host (AI SDK), files on disk, nothing called but what a program calls.
// Run: node --conditions=daypack-source bench/memory/days.ts [--misses]
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateText, wrapLanguageModel } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { createDaypack, type MemoryOptions } from 'daypack'
import { daypackMiddleware } from 'daypack/hosts/ai-sdk'
import { lived } from './lived.ts'

type Note = { readonly kind: string; readonly line: string; readonly needs: string; readonly standing?: true }
type Change = { readonly of: string; readonly line: string; readonly needs: string }
type Turn = {
  readonly say: string
  readonly notes?: readonly Note[]
  readonly changes?: readonly Change[]
  /** Must not be kept. */
  readonly out?: string
  readonly secret?: string
}
type Person = {
  readonly name: string
  readonly days: readonly (readonly Turn[])[]
  readonly openers: readonly { readonly say: string; readonly needs: string }[]
}

const PEOPLE = JSON.parse(readFileSync(new URL('days/people.json', import.meta.url), 'utf8')) as Person[]
/** Whose 60 days go on behind a person's three in a long run: those of somebody who speaks the same language. */
const AFTERWARDS = ['en-developer', 'en-developer', 'en-developer', 'de-verein', 'zh-shop']
const START = Date.UTC(2026, 10, 16, 9)
const DAY = 86_400_000
const SYSTEM = 'You are a helpful assistant.'

type Mode = { readonly by: 'rules' | 'model'; readonly isLong: boolean; readonly recall: boolean }
type Tally = Record<'right' | 'all', number>
type Row = Record<(typeof COLUMNS)[number], Tally> & { misses: string[] }
const COLUMNS = [
  'facts',
  'new values',
  'old value gone',
  'kept out',
  'preferences in view',
  'right note for an opener',
  'recalled notes that were right',
] as const

/** Writes what a good model would: the notes of whatever the prompt quotes, with the ids and numbers that stand there. */
function scriptedNotes(person: Person, prompt: string): string {
  const numberOf = (said: string) =>
    Number(/\[(\d+)\] user:[^[]*$/.exec(prompt.slice(0, prompt.indexOf(said)))?.[1] ?? 0)
  const turns = person.days.flat().filter(({ say }) => prompt.includes(`user: ${say}`))
  const operations = turns.flatMap(({ say, notes = [], changes = [] }) => {
    const rests = { quote: say, message: numberOf(say) }
    return [
      ...notes.map(({ kind, line }) => ({ op: 'add', kind, line, ...rests })),
      ...changes.map(({ of, line }) => {
        const old = prompt.split('\n').find((each) => /^\[\w+\] (?!user)/.test(each) && each.includes(of))
        const id = /^\[(\w+)\]/.exec(old ?? '')?.[1]
        return id === undefined ? { op: 'add', kind: 'Fact', line, ...rests } : { op: 'change', id, line, ...rests }
      }),
    ]
  })
  return JSON.stringify({ operations })
}

function talker(person: Person, seen: string[]) {
  return new MockLanguageModelV4({
    async doGenerate({ prompt }) {
      const system = JSON.stringify(prompt.filter(({ role }) => role === 'system'))
      const user = prompt.flatMap(({ role, content }) =>
        role === 'user' ? content.flatMap((part) => (part.type === 'text' ? [part.text] : [])) : [],
      )
      const isTalk = system.includes(SYSTEM)
      if (isTalk) seen.push(user.join('\n'))
      const text = isTalk ? 'All right.' : scriptedNotes(person, user.join('\n'))
      return {
        content: [{ type: 'text', text }],
        finishReason: { unified: 'stop', raw: 'stop' },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        },
        warnings: [],
      }
    },
  })
}

async function run(person: Person, more: string | undefined, mode: Mode): Promise<Row> {
  const dir = mkdtempSync(join(tmpdir(), 'days-'))
  const row = { misses: [] as string[] } as Row
  for (const column of COLUMNS) row[column] = { right: 0, all: 0 }
  const count = (column: (typeof COLUMNS)[number], isRight: boolean, what: string): void => {
    row[column].all++
    if (isRight) row[column].right++
    else row.misses.push(`${person.name}: ${column}: ${what}`)
  }
  let time = START
  const seen: string[] = []
  const model = talker(person, seen)
  const memory: MemoryOptions = {
    tuning: { watch: false },
    ...(mode.by === 'rules' && { summarize: false }),
    ...(mode.recall && { recall: true }),
  }
  const open = () => createDaypack({ dir, window: 200_000, memory, tuning: { now: () => time } })
  for (const day of person.days) {
    const pack = await open()
    const session = await pack.session(`day-${time}`)
    const wrapped = wrapLanguageModel({ model, middleware: daypackMiddleware(session) })
    const messages: { role: 'user' | 'assistant'; content: string }[] = []
    for (const { say } of day) {
      messages.push({ role: 'user', content: say })
      const { text } = await generateText({ model: wrapped, instructions: SYSTEM, messages })
      messages.push({ role: 'assistant', content: text })
      time += 60_000
    }
    await pack.close()
    time += DAY
  }
  // What a program does that was started in the morning: days that ended are merged, then somebody comes.
  const merging = await open()
  await merging.memory.ready()
  await merging.memory.consolidate()
  await merging.close()
  const page = join(dir, 'MEMORY.md')
  if (more !== undefined) writeFileSync(page, `${readFileSync(page, 'utf8')}\n${more}`)
  const pack = await open()
  await pack.memory.ready()
  const lines = (await pack.memory.lines.list()).map(({ text }) => text)
  const holds = (words: string): boolean => lines.some((line) => line.includes(words))
  const notes = person.days.flat().flatMap((turn) => turn.notes ?? [])
  const changes = person.days.flat().flatMap((turn) => turn.changes ?? [])
  const current = notes.filter(({ needs }) => !changes.some(({ of }) => of.includes(needs) || needs.includes(of)))
  for (const { needs } of current) count('facts', holds(needs), needs)
  for (const { needs, of } of changes) {
    count('new values', holds(needs), needs)
    count('old value gone', !holds(of), of)
  }
  for (const { out } of person.days.flat()) if (out !== undefined) count('kept out', !holds(out), out)
  const files = allText(dir)
  for (const { secret } of person.days.flat())
    if (secret !== undefined) count('kept out', !files.includes(secret) && !holds(secret), `secret ${secret}`)
  for (const [index, { say, needs }] of person.openers.entries()) {
    const session = await pack.session(`work-${index}`)
    const wrapped = wrapLanguageModel({ model, middleware: daypackMiddleware(session) })
    await generateText({ model: wrapped, instructions: SYSTEM, prompt: say })
    const view = seen.at(-1) ?? ''
    const [block = '', recalled] = view.split('<recalled-notes')
    if (index === 0)
      for (const { needs: words, standing } of notes)
        if (standing) count('preferences in view', block.includes(words), words)
    const shown = view.replace(say, '')
    count('right note for an opener', shown.includes(needs), `${say} → ${needs}`)
    if (recalled !== undefined) {
      row['recalled notes that were right'].all++
      if (recalled.includes(needs)) row['recalled notes that were right'].right++
    }
  }
  await pack.close()
  rmSync(dir, { recursive: true })
  return row
}

/** Everything in the notes of a workspace; the session's own log holds what was said, and may. */
function allText(dir: string): string {
  const files = readdirSync(join(dir, 'memory'), { recursive: true, encoding: 'utf8' }).map((file) =>
    join(dir, 'memory', file),
  )
  return [...files, join(dir, 'MEMORY.md')]
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
}

/** Somebody's page, without the lines that would answer for this person's own. */
async function pageOf(file: string, { days, openers }: Person): Promise<string> {
  const { driver } = await lived(file)
  const page = (await driver.notes.read('MEMORY.md'))?.text ?? ''
  const words = [...days.flat().flatMap(({ notes = [], changes = [] }) => [...notes, ...changes]), ...openers].map(
    ({ needs }) => needs,
  )
  return page
    .split('\n')
    .filter((line) => !words.some((each) => line.includes(each)))
    .join('\n')
}

const modes: Mode[] = [
  { by: 'rules', isLong: false, recall: false },
  { by: 'model', isLong: false, recall: false },
  { by: 'rules', isLong: true, recall: false },
  { by: 'model', isLong: true, recall: false },
  { by: 'rules', isLong: true, recall: true },
  { by: 'model', isLong: true, recall: true },
]
console.log(`| notes by | 60 more days | recall | ${COLUMNS.join(' | ')} |`)
console.log(`| --- | --- | --- |${COLUMNS.map(() => ' ---: |').join('')}`)
for (const mode of modes) {
  const rows: Row[] = []
  for (const [index, person] of PEOPLE.entries())
    rows.push(await run(person, mode.isLong ? await pageOf(AFTERWARDS[index] ?? '', person) : undefined, mode))
  const cells = COLUMNS.map((column) => {
    const [right, all] = (['right', 'all'] as const).map((each) =>
      rows.reduce((sum, row) => sum + row[column][each], 0),
    )
    return all === 0 ? '' : `${right} of ${all}`
  })
  console.log(`| ${mode.by} | ${mode.isLong ? 'yes' : 'no'} | ${mode.recall ? 'on' : 'off'} | ${cells.join(' | ')} |`)
  if (process.argv.includes('--misses'))
    for (const { misses } of rows) for (const miss of misses) console.log(`  ${miss}`)
}
