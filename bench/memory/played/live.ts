import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateText, wrapLanguageModel } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { createDaypack, type Daypack } from 'daypack'
import { daypackMiddleware } from 'daypack/hosts/ai-sdk'
import type { Dialogue } from '../dialogues.ts'

const START = Date.UTC(2026, 1, 10, 9)
const DAY = 86_400_000
const SYSTEM = 'You are a helpful assistant.'

/** Where a dialogue is lived: its prompts and answers, its workspace, and how many days of it are over. */
export type Play = { readonly folder: string; readonly isRules: boolean }

export type Lived =
  | { readonly state: 'waiting'; readonly day: number; readonly ask: string; readonly answer: string }
  /** The lines that hold at the end. */
  | { readonly state: 'over'; readonly lines: readonly string[]; readonly refused: number; readonly quoted: number }

type Time = { now: number }

/** Live the days that are not over yet, up to the first whose notes nobody has written. */
export async function live({ id, days }: Dialogue, { folder, isRules }: Play): Promise<Lived> {
  const home = join(folder, isRules ? `${id}.rules` : id)
  mkdirSync(home, { recursive: true })
  const [work, next, done] = ['workspace', 'workspace.next', 'days'].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ]
  const first = existsSync(done) ? Number(readFileSync(done, 'utf8')) : 0
  for (let day = first + 1; day <= days.length; day++) {
    rmSync(next, { recursive: true, force: true })
    if (existsSync(work)) cpSync(work, next, { recursive: true, preserveTimestamps: true })
    const [ask, answer] = [join(home, `day-${day}.ask.txt`), join(home, `day-${day}.answer.json`)]
    const isAnswered = await liveDay(days[day - 1] ?? [], day, next, { ask, answer, isRules })
    if (!isAnswered) return { state: 'waiting', day, ask, answer }
    rmSync(work, { recursive: true, force: true })
    renameSync(next, work)
    writeFileSync(done, String(day))
  }
  const pack = await open(work, { now: START + days.length * DAY }, isRules)
  const lines = (await pack.memory.lines.list()).map(({ text }) => text)
  const { refused, quoted } = await pack.memory.status()
  await pack.close()
  const page = join(work, 'MEMORY.md')
  writeFileSync(join(home, 'MEMORY.md'), existsSync(page) ? readFileSync(page, 'utf8') : '')
  return { state: 'over', lines, refused, quoted }
}

function open(dir: string, time: Time, isRules: boolean): Promise<Daypack> {
  return createDaypack({
    dir,
    window: 200_000,
    memory: { tuning: { watch: false }, ...(isRules && { summarize: false }) },
    tuning: { now: () => time.now },
  })
}

type Files = { readonly ask: string; readonly answer: string; readonly isRules: boolean }

/** Talk as a user of the AI SDK does, close, and start again in the morning; false while the notes are not written. */
async function liveDay(
  turns: Dialogue['days'][number],
  day: number,
  dir: string,
  { ask, answer, isRules }: Files,
): Promise<boolean> {
  const time: Time = { now: START + (day - 1) * DAY }
  let [reply, isMissing] = ['', false]
  const model = new MockLanguageModelV4({
    async doGenerate({ prompt }) {
      const isTalk = prompt.some(({ role, content }) => role === 'system' && content === SYSTEM)
      const text = isTalk ? reply : noteFor(prompt)
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
  const noteFor = (prompt: readonly { role: string; content: unknown }[]): string => {
    const asked = prompt.map(({ role, content }) => `== ${role}\n${textOf(content)}`).join('\n\n')
    const isSame = existsSync(ask) && readFileSync(ask, 'utf8') === asked
    if (isSame && existsSync(answer)) return readFileSync(answer, 'utf8')
    writeFileSync(ask, asked)
    isMissing = true
    throw new Error('nobody has written these notes yet')
  }
  const pack = await open(dir, time, isRules)
  const wrapped = wrapLanguageModel({ model, middleware: daypackMiddleware(await pack.session(`day-${day}`)) })
  const messages: { role: 'user' | 'assistant'; content: string }[] = []
  for (const [index, { role, text }] of turns.entries()) {
    if (role === 'assistant') continue
    const next = turns[index + 1]
    reply = next?.role === 'assistant' ? next.text : 'All right.'
    messages.push({ role: 'user', content: text })
    await generateText({ model: wrapped, instructions: SYSTEM, messages, maxRetries: 0 })
    messages.push({ role: 'assistant', content: reply })
    time.now += 60_000
  }
  await pack.close()
  if (isMissing) return false
  time.now = START + day * DAY
  const morning = await open(dir, time, isRules)
  await morning.memory.ready()
  await morning.memory.consolidate()
  await morning.close()
  return true
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return (content as { type: string; text?: string }[]).map(({ text = '' }) => text).join('\n')
}
