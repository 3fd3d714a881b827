import { type Billed, type Millis, type Plan, type Tokens, type View, validate } from 'daypack'
import { anthropic } from 'daypack/codecs'
import { COMMON_PRICE, type Awaitable, type JsonObject, ratesFor } from 'daypack/internal'
import type { Digest } from './digest.ts'
import { noFigures, type Figures } from './figures.ts'
import { cacheMeter, LEAST_CACHED, TTL_MS } from './meter.ts'
import { blocksOf, messagesOf } from './request.ts'
import type { RecordedStep, ReplaySession, Step } from './session.ts'
import { boundThinking, lostLoop } from './thinking.ts'
import { wordKeeper, type Kept } from './user-words.ts'

/** Bills a call of the strategy's own: a request behind what is cached, or a prompt that is not. */
export type Bill = (ask: { readonly request?: JsonObject; readonly prompt?: string; readonly answer: string }) => void
export type Sent = {
  readonly request: JsonObject
  readonly problem?: unknown
  /** What our engine decided, and shows now. */
  readonly plan?: Plan | undefined
  readonly view?: View
}
/** A session under a strategy. `record` hears what each request came to, as a reply's usage tells it. */
type Managed = {
  step(step: Step): Awaitable<Sent>
  record?(billed: Billed): Awaitable<void>
  close?(): Awaitable<void>
}
/** A way to manage the context: the full history comes in, the request to send goes out. */
export type Strategy = {
  readonly name: string
  open(session: ReplaySession, window: Tokens, bill: Bill): Awaitable<Managed>
}

/** Below this share of the last prompt from the cache, a warm cache was broken. */
const WHOLE = 0.95

/** Lines a view shows as what files hold now, and how many of them are true at this step. */
export type FileTruth = (request: JsonObject, step: RecordedStep) => { readonly lines: number; readonly right: number }

export type Watch = {
  /** Sees each request. */
  readonly onSent?: (request: JsonObject, step: RecordedStep) => void
  /** The same once it is counted, with the sums so far. */
  readonly onStep?: (sent: Sent & { readonly tokens: Tokens }, step: RecordedStep, figures: Readonly<Figures>) => void
  /** Judges the files in each request; made for the session. */
  readonly fileTruth?: (session: ReplaySession) => FileTruth
}

/** Send the session through a strategy and measure what would have been sent. */
export async function replay(
  session: ReplaySession,
  strategy: Strategy,
  window: Tokens,
  { onSent, onStep, fileTruth }: Watch = {},
): Promise<Figures> {
  const { digest, fixed, count } = session
  const { price: listed = COMMON_PRICE, ttlMs = TTL_MS } = session.meter
  const meter = cacheMeter(session.meter)
  const bound = boundThinking()
  const truth = fileTruth?.(session)
  const kept = wordKeeper(session.words)
  const figures = noFigures()
  figures.raw = session.raw
  let now = 0
  let lastSent: { now: Millis; input: Tokens } | undefined
  let last: readonly Digest[] = []
  const charge = (cost: number) => {
    figures.cost += cost
    figures.own += cost
  }
  const bill: Bill = ({ request, prompt, answer }) => {
    const output = count(answer)
    if (request) return charge(meter(blocksOf(request, fixed, digest), now, output).cost)
    const input = prompt === undefined ? 0 : count(prompt)
    const by = ratesFor(input, listed)
    charge((input * by.cacheWrite + output * by.output) / listed.input)
  }
  const open = await strategy.open(session, window, bill)
  for (const step of session.steps) {
    now = step.now
    const started = performance.now()
    const made = await sent(open, step)
    const { request, problem } = made
    const ms = performance.now() - started
    figures.ms += ms
    figures.slowestMs = Math.max(figures.slowestMs, ms)
    if (problem !== undefined) {
      figures.problems++
      if (process.env['REPLAY_DEBUG']) console.error(session.name, step.at, problem)
    }
    figures.steps++
    onSent?.(request, step)
    const price = meter(blocksOf(request, fixed, digest), now, step.output)
    figures.cost += price.cost
    figures.output += price.answer
    figures.viewed += price.input
    figures.read += price.read
    figures.written += price.written
    const isWarm = lastSent !== undefined && now - lastSent.now <= ttlMs
    if (isWarm && lastSent && lastSent.input > LEAST_CACHED && price.cached < lastSent.input * WHOLE) figures.breaks++
    lastSent = { now, input: price.input }
    if (price.input > window) {
      figures.overflows++
      if (process.env['REPLAY_DEBUG']) console.error(session.name, step.at, `${price.input} > ${window}`)
    }
    const seen = messagesOf(request).map(digest)
    if (!extendsLast(seen, last) && breaksRules(request, step.request)) figures.invalid++
    last = seen
    measure(figures, seen, fixed.text, step)
    words(figures, kept(seen, step.at))
    const files = truth?.(request, step)
    figures.fileLines += files?.lines ?? 0
    figures.fileLinesTrue += files?.right ?? 0
    if (bound(seen, step.reply, digest)) figures.moved++
    if (lostLoop(step.request, request)) figures.loopLost++
    const { cached, input } = price
    onStep?.({ ...made, tokens: input }, step, figures)
    await open.record?.({ input: 0, cacheRead: cached, cacheWrite: input - cached, output: step.output })
  }
  await open.close?.()
  return figures
}

async function sent(open: Managed, step: Step): Promise<Sent> {
  try {
    return await open.step(step)
  } catch (problem) {
    return { request: step.request, problem }
  }
}

/** Only what the caller appended is new: such a request is as valid as the caller's own. */
function extendsLast(seen: readonly Digest[], last: readonly Digest[]): boolean {
  return last.length > 0 && last.every((digest, index) => seen[index] === digest)
}

/** Whether it breaks a rule that the caller's own request keeps. */
function breaksRules(request: JsonObject, original: JsonObject): boolean {
  const errors = (one: JsonObject, options = {}) =>
    validate(anthropic, one, options)
      .filter(({ level }) => level === 'error')
      .map(({ rule }) => rule)
  const found = errors(request, { original })
  if (found.length === 0) return false
  const before = new Set(errors(original))
  const ours = found.filter((rule) => !before.has(rule))
  if (ours.length > 0 && process.env['REPLAY_DEBUG']) console.error('invalid', ours)
  return ours.length > 0
}

/** Which needs of the next reply are in view. */
function measure(figures: Figures, seen: readonly Digest[], fixed: string, step: RecordedStep): void {
  const stands = (text: string) => seen.some((digest) => digest.text.includes(text)) || fixed.includes(text)
  const { names, stale, lines } = step.needs
  const staleNames = new Set(stale)
  for (const name of names) {
    const held = stands(name)
    figures.names++
    if (held) figures.namesHeld++
    if (!staleNames.has(name)) continue
    figures.stale++
    if (held) figures.staleHeld++
  }
  for (const line of lines) {
    figures.lines++
    if (stands(line)) figures.linesHeld++
  }
  for (const line of step.needs.early) {
    figures.early++
    if (!stands(line)) figures.earlyLost++
  }
  if (step.latest !== '' && !stands(step.latest)) figures.latestLost++
}

function words(figures: Figures, { said, held, hasLatest, latest }: Kept): void {
  figures.said += said
  figures.saidHeld += held
  if (!hasLatest) return
  figures.requests++
  if (latest) figures.requestsWhole++
}
