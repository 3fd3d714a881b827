import { homedir } from 'node:os'
import { DaypackError, o200k, reasonOf, type Billed, type Models } from 'daypack'
import { dollars, priceOf } from 'daypack/internal'
import type { Complete } from 'daypack-lab/exam/ask'
import { compactionsIn, examPoint, WAYS, type ExamPoint } from 'daypack-lab/exam/points'
import { estimate, scoreOf, sitPoint, type Mark } from 'daypack-lab/exam/sit'
import { findSessions, sessionsIn } from 'daypack-lab/replay/find'
import { readable, readSession } from 'daypack-lab/replay/read'
import { statSync } from 'node:fs'
import { openModel } from '../chat/model.ts'
import type { ModelInUse } from '../chat/types.ts'
import { loadConfig } from '../config/load.ts'
import { tableLines, count } from '../show/words.ts'
import { short } from '../replay/meter.ts'

export type ExamOptions = {
  readonly model?: string
  readonly points: number
  readonly window: number
  /** Dollars; an exam estimated above it is not started, one that exceeds it is stopped. */
  readonly maxCost: number
  readonly yes?: boolean
  readonly json?: boolean
  readonly script?: string
}

/** `daypack exam [transcript or folder]`: how much an agent forgets when it compacts, asked on the person's own sessions. */
export async function examCommand(named: string | undefined, options: ExamOptions): Promise<number> {
  const { config } = loadConfig({
    cwd: process.cwd(),
    env: process.env,
    ...(options.model !== undefined && { flags: { model: options.model } }),
  })
  const counter = await o200k()
  const points = await pointsOf(named, options, counter.count)
  if (points.length === 0) {
    console.error(
      'No session was found in which an agent compacted its own conversation and the recording tells with what words. Claude Code and Copilot CLI record it; it happens in long sessions.',
    )
    return 1
  }
  const model = await openModel(config, process.env, options.script)
  try {
    return await examine(points, model, options, counter.count, config.models)
  } finally {
    await model.close?.()
  }
}

async function examine(
  points: readonly ExamPoint[],
  model: ModelInUse,
  options: ExamOptions,
  counted: (text: string) => number,
  models?: Models,
): Promise<number> {
  const price = priceOf(model.id, models)
  const about = estimate(points, counted)
  const guess = price && dollars({ input: about.input, cacheRead: 0, cacheWrite: 0, output: about.output }, price)
  const line = `${count(points.length, 'point')}, ${count(about.calls, 'call')} to ${model.label}: about ${short(about.input)} tokens in and ${short(about.output)} out${guess === undefined ? '; its price is not known' : `, $${guess.toFixed(2)}`}.`
  if (!options.json) console.log(line)
  if ((guess ?? 0) > options.maxCost)
    throw new DaypackError(
      'bad-config',
      `That is more than --max-cost ${options.maxCost}. Nothing was sent: take fewer --points, another --model, or a higher limit.`,
    )
  if (!options.yes) {
    console.log('Your sessions go to that model. Begin with: --yes')
    return 0
  }
  const spent = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 }
  const paid = () => (price ? dollars(spent, price) : undefined)
  const complete = completer(model, spent)
  const marks: Mark[] = []
  const sat: ExamPoint[] = []
  for (const point of points) {
    if ((paid() ?? 0) > options.maxCost) break
    try {
      marks.push(
        ...(await sitPoint(point, complete, (doing) => options.json || console.error(`  ${point.name}: ${doing}`))),
      )
      sat.push(point)
    } catch (error) {
      console.error(`  ${point.name} is left out, ${reasonOf(error)}\n  If that goes on, take another --model.`)
    }
  }
  const rows = WAYS.map((way) => {
    const sizes = sat.flatMap(({ views }) => views.filter((view) => view.way === way).map(({ tokens }) => tokens))
    const tokens = Math.round(sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length))
    return { way, tokens, ...scoreOf(marks.filter((mark) => mark.way === way)) }
  })
  const questions = marks.length / WAYS.length
  const result = {
    model: model.label,
    points: sat.length,
    questions,
    window: options.window,
    rows,
    tokens: spent,
    dollars: paid(),
  }
  if (options.json) console.log(JSON.stringify(result, undefined, 2))
  else for (const each of tableOf(result)) console.log(each)
  return sat.length === points.length ? 0 : 1
}

type ExamResult = {
  readonly model: string
  readonly points: number
  readonly questions: number
  readonly window: number
  readonly rows: readonly { way: string; tokens: number; all: number; about: Readonly<Record<string, number>> }[]
  readonly tokens: Billed
  readonly dollars: number | undefined
}

function tableOf({ rows, points, questions, dollars: paid, tokens }: ExamResult): string[] {
  const asked = [...new Set(rows.flatMap((row) => Object.keys(row.about)))]
  const head = ['', 'still known', 'tokens', ...asked]
  const body = rows.map((row) => [
    row.way,
    `${row.all.toFixed(0)} %`,
    short(row.tokens),
    ...asked.map((each) => (row.about[each] === undefined ? '' : row.about[each].toFixed(0))),
  ])
  const cost =
    paid === undefined ? `${short(tokens.input)} tokens in, ${short(tokens.output)} out` : `$${paid.toFixed(2)}`
  const table = tableLines([head, ...body]).map((line) => `  ${line}`)
  return [
    ...(points > 0 ? ['', ...table, ''] : []),
    `  ${count(questions, 'question')} at ${count(points, 'point')}, written, answered and graded by one model; it cost ${cost}.`,
  ]
}

/** Left to the SDK it is all the model can write, and a long session no longer fits beside it. */
const LONGEST_ANSWER = 16_000

function completer(model: ModelInUse, spent: { input: number; output: number }): Complete {
  return async ({ system, prompt }) => {
    const { generateText } = await import('ai')
    const { text, usage } = await generateText({
      model: model.model,
      instructions: system,
      prompt,
      maxRetries: 2,
      maxOutputTokens: LONGEST_ANSWER,
    })
    spent.input += usage.inputTokens ?? 0
    spent.output += usage.outputTokens ?? 0
    return text
  }
}

async function pointsOf(
  named: string | undefined,
  { points: most, window }: ExamOptions,
  counted: (text: string) => number,
): Promise<ExamPoint[]> {
  const isFile = named !== undefined && !statSync(named, { throwIfNoEntry: false })?.isDirectory()
  const found = named === undefined ? findSessions(process.env, homedir()) : isFile ? [] : sessionsIn(named)
  const points: ExamPoint[] = []
  for (const { transcript } of isFile ? [{ transcript: readSession(named) }] : readable(found)) {
    for (const at of compactionsIn(transcript).slice(0, most - points.length)) {
      const name = `session ${points.length + 1}, message ${at}`
      points.push(await examPoint(name, transcript, at, { window, count: counted }))
    }
    if (points.length >= most) break
  }
  return points
}
