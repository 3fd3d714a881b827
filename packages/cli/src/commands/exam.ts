import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import { DaypackError, o200k, reasonOf, type Billed, type Models } from 'daypack'
import { dollars, priceOf } from 'daypack/internal'
import type { Complete } from 'daypack-lab/exam/ask'
import { compactionsIn, examPoint, WAYS, type ExamPoint } from 'daypack-lab/exam/points'
import { estimate, scoreOf, sitPoint, type Mark } from 'daypack-lab/exam/sit'
import { findSessions, sessionsIn } from 'daypack-lab/replay/find'
import { readable, readSession } from 'daypack-lab/replay/read'
import { openModel } from '../chat/model.ts'
import type { ModelInUse } from '../chat/types.ts'
import { short } from '../replay/meter.ts'
import { count, tableLines } from '../show/words.ts'
import { print, settingsFor } from './pack.ts'

type Count = (text: string) => number
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
  const { config } = settingsFor({}, options.model === undefined ? {} : { model: options.model })
  const { count: counted } = await o200k()
  const points = await pointsOf(named, options, counted)
  if (points.length === 0)
    throw new DaypackError(
      'not-found',
      'No session was found in which an agent compacted its own conversation and the recording tells with what words. Claude Code and Copilot CLI record it; it happens in long sessions.',
    )
  const model = await openModel(config, process.env, options.script)
  try {
    return await examine(points, model, options, counted, config.models)
  } finally {
    await model.close?.()
  }
}

async function examine(
  points: readonly ExamPoint[],
  model: ModelInUse,
  { json, yes, maxCost, window }: ExamOptions,
  counted: Count,
  models?: Models,
): Promise<number> {
  const price = priceOf(model.id, models)
  const cost = (billed: Billed) => price && dollars(billed, price)
  const about = estimate(points, counted)
  const guess = cost({ ...NOTHING, input: about.input, output: about.output })
  const costs = guess === undefined ? '; its price is not known' : `, $${guess.toFixed(2)}`
  if (!json)
    console.log(
      `${count(points.length, 'point')}, ${count(about.calls, 'call')} to ${model.label}: about ${short(about.input)} tokens in and ${short(about.output)} out${costs}.`,
    )
  if ((guess ?? 0) > maxCost)
    throw new DaypackError(
      'bad-config',
      `That is more than --max-cost ${maxCost}. Nothing was sent: take fewer --points, another --model, or a higher limit.`,
    )
  if (!yes) {
    console.log('Your sessions go to that model. Begin with: --yes')
    return 0
  }
  const spent = { ...NOTHING }
  const complete = completer(model, spent)
  const marks: Mark[] = []
  const sat: ExamPoint[] = []
  for (const point of points) {
    if ((cost(spent) ?? 0) > maxCost) break
    try {
      const tell = (doing: string) => json || console.error(`  ${point.name}: ${doing}`)
      marks.push(...(await sitPoint(point, complete, tell)))
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
  const sums = { model: model.label, points: sat.length, questions, window }
  const result = { ...sums, rows, tokens: spent, dollars: cost(spent) }
  print({ ...(json && { json }) }, result, () => [
    ...(sat.length > 0 ? ['', ...scoreLines(rows), ''] : []),
    `  ${count(questions, 'question')} at ${count(sat.length, 'point')}, written, answered and graded by one model; it cost ${result.dollars === undefined ? `${short(spent.input)} tokens in, ${short(spent.output)} out` : `$${result.dollars.toFixed(2)}`}.`,
  ])
  return sat.length === points.length ? 0 : 1
}

const NOTHING = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 }

type Score = { way: string; tokens: number; all: number; about: Readonly<Record<string, number>> }

function scoreLines(rows: readonly Score[]): string[] {
  const asked = [...new Set(rows.flatMap((row) => Object.keys(row.about)))]
  const body = rows.map(({ way, all, tokens, about }) => [
    way,
    `${all.toFixed(0)} %`,
    short(tokens),
    ...asked.map((each) => about[each]?.toFixed(0) ?? ''),
  ])
  return tableLines([['', 'still known', 'tokens', ...asked], ...body]).map((line) => `  ${line}`)
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
  counted: Count,
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
