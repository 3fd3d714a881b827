// Labelled dialogues lived day by day through a real host (AI SDK), with whoever plays the model: its prompts go to
// `<folder>/<dialogue>.<day>.ask.txt`, its answers are read from `<folder>/<dialogue>.<day>.answer.json`. Repeat until nothing is asked;
// then the pages are scored and written beside.
// Run: node --conditions=daypack-source bench/memory/played.ts <folder> <part> [dialogue …] [--rules]
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { generateText, wrapLanguageModel } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { createDaypack } from 'daypack'
import { daypackMiddleware } from 'daypack/hosts/ai-sdk'
import { type Dialogue, dialoguesIn, type Fact, says } from './dialogues.ts'

const START = Date.UTC(2026, 1, 10, 9)
const DAY = 86_400_000
const SYSTEM = 'You are a helpful assistant.'
const { positionals, values } = parseArgs({ allowPositionals: true, options: { rules: { type: 'boolean' } } })
const [folder = 'played', part = 'ninth', ...wanted] = positionals
mkdirSync(folder, { recursive: true })

class Waiting extends Error {}

/** Says what the dialogue says, and writes the notes that were written for this prompt. */
function player(id: string, reply: () => string, day: () => number) {
  let asked = 0
  return new MockLanguageModelV4({
    async doGenerate({ prompt }) {
      const isTalk = prompt.some(({ role, content }) => role === 'system' && content === SYSTEM)
      const text = isTalk ? reply() : noteFor(`${id}.${day()}${asked++ === 0 ? '' : `-${asked}`}`, prompt)
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

function noteFor(key: string, prompt: readonly { role: string; content: unknown }[]): string {
  const asked = prompt.map(({ role, content }) => `== ${role}\n${textOf(content)}`).join('\n\n')
  const [ask, answer] = [join(folder, `${key}.ask.txt`), join(folder, `${key}.answer.json`)]
  if (existsSync(ask) && readFileSync(ask, 'utf8') === asked && existsSync(answer)) return readFileSync(answer, 'utf8')
  writeFileSync(ask, asked)
  rmSync(answer, { force: true })
  throw new Waiting(ask)
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return (content as { type: string; text?: string }[]).map(({ text = '' }) => text).join('\n')
}

/** The lines of the page at the end, live ones alone; undefined while an answer is missing. */
async function live({ id, days }: Dialogue): Promise<string[] | undefined> {
  const dir = mkdtempSync(join(tmpdir(), 'played-'))
  let [time, reply, day] = [START, '', 0]
  let waiting = false
  const open = () =>
    createDaypack({
      dir,
      window: 200_000,
      memory: { tuning: { watch: false }, ...(values.rules && { summarize: false }) },
      tuning: { now: () => time },
    })
  for (const turns of days) {
    day++
    const model = player(
      id,
      () => reply,
      () => day,
    )
    const generate = model.doGenerate.bind(model)
    model.doGenerate = async (options) => {
      try {
        return await generate(options)
      } catch (error) {
        waiting ||= error instanceof Waiting
        throw error
      }
    }
    const pack = await open()
    const wrapped = wrapLanguageModel({ model, middleware: daypackMiddleware(await pack.session(`day-${day}`)) })
    const messages: { role: 'user' | 'assistant'; content: string }[] = []
    for (const [index, { role, text }] of turns.entries()) {
      if (role === 'assistant') continue
      const next = turns[index + 1]
      reply = next?.role === 'assistant' ? next.text : 'All right.'
      messages.push({ role: 'user', content: text })
      await generateText({ model: wrapped, instructions: SYSTEM, messages, maxRetries: 0 })
      messages.push({ role: 'assistant', content: reply })
      time += 60_000
    }
    await pack.close()
    if (waiting) return undefined
    time = START + day * DAY
    // A program that is started in the morning merges what ended.
    const merging = await open()
    await merging.memory.ready()
    await merging.memory.consolidate()
    await merging.close()
  }
  const pack = await open()
  const lines = (await pack.memory.lines.list()).map(({ text }) => text)
  const refused = (await pack.memory.status()) as unknown
  await pack.close()
  const page = join(dir, 'MEMORY.md')
  writeFileSync(
    join(folder, `${id}${values.rules ? '.rules' : ''}.MEMORY.md`),
    existsSync(page) ? readFileSync(page, 'utf8') : '',
  )
  writeFileSync(join(folder, `${id}.status.json`), JSON.stringify(refused, undefined, 1))
  rmSync(dir, { recursive: true })
  return lines
}

const sums: Record<string, [number, number]> = {}
const count = (name: string, isRight: boolean, what: Fact | string, id: string): void => {
  const sum = (sums[name] ??= [0, 0])
  sum[1]++
  if (isRight) sum[0]++
  else if (process.env['MISSES'] !== undefined)
    console.log(`  ${id}: ${name}: ${typeof what === 'string' ? what : what.join(' + ')}`)
}
let asking = 0
for (const dialogue of dialoguesIn(part)) {
  if (wanted.length > 0 && !wanted.includes(dialogue.id)) continue
  const lines = await live(dialogue)
  if (lines === undefined) {
    asking++
    continue
  }
  const { id, keep, changed, open, never } = dialogue
  const holds = (fact: Fact): boolean => lines.some((line) => says(line, fact))
  for (const fact of keep) count('facts', holds(fact), fact, id)
  for (const { now, old } of changed) {
    count('new values', holds(now), now, id)
    count('current', holds(now) && !lines.some((line) => says(line, old) && !says(line, now)), old, id)
  }
  for (const fact of never) count('kept out', !holds(fact), fact, id)
  const gold = [...keep, ...changed.flatMap(({ now, old }) => [now, old])]
  for (const line of lines)
    if (!open.some((fact) => says(line, fact)) || gold.some((fact) => says(line, fact)))
      count(
        'precision',
        gold.some((fact) => says(line, fact)),
        line,
        id,
      )
}
console.log(`${asking} dialogues wait for answers in ${folder}`)
for (const [name, [right, all]] of Object.entries(sums))
  console.log(`| ${name} | ${right} of ${all} | ${((100 * right) / all).toFixed(1)} |`)
