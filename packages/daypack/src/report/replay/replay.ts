import { anthropic } from '../../codecs/anthropic/index.ts'
import { isList, isObject, stringAt } from '../../codecs/shared/json.ts'
import type { Awaitable, Json, JsonObject, Millis, Tokens } from '../../model/json.ts'
import type { Message } from '../../model/message.ts'
import { textOf } from '../../model/message.ts'
import { requestsOf } from '../../testing/transcripts/requests.ts'
import type { Transcript } from '../../testing/transcripts/transcript.ts'
import { validate } from '../../wire/index.ts'
import { digester, type Digest, type DigestBlock, type Digester } from './digest.ts'
import { cacheMeter, type MeterOptions } from './meter.ts'
import { needsOf, type Needs } from './needs.ts'

/** One request of the recorded session, and the clock at that moment. */
export type Step = { readonly request: JsonObject; readonly at: number; readonly now: Millis }
/** Bills a call of the strategy's own: a request behind what is cached, or a prompt that is not. */
export type Bill = (ask: { readonly request?: JsonObject; readonly prompt?: string; readonly answer: string }) => void
export type Sent = { readonly request: JsonObject; readonly problem?: unknown }
/** A way to manage the context: the full history comes in, the request to send goes out. */
export type Strategy = {
  readonly name: string
  open(
    session: ReplaySession,
    window: Tokens,
    bill: Bill,
  ): Awaitable<{ step(step: Step): Awaitable<Sent>; close?(): Awaitable<void> }>
}

/** A transcript with everything about it that is the same for all strategies. */
export type ReplaySession = {
  readonly name: string
  readonly transcript: Transcript
  readonly steps: readonly (Step & {
    readonly reply: Message
    readonly output: Tokens
    readonly needs: Needs
    readonly latest: string
  })[]
  /** Tokens of the whole history. */
  readonly tokens: Tokens
  readonly raw: number
  readonly digest: Digester
  readonly fixed: { readonly blocks: readonly DigestBlock[]; readonly text: string }
  readonly count: (text: string) => Tokens
}

export type Figures = {
  steps: number
  cost: number
  raw: number
  output: number
  /** What of it went into reading the cache, and into writing it. */
  read: number
  written: number
  own: number
  names: number
  namesHeld: number
  stale: number
  staleHeld: number
  lines: number
  linesHeld: number
  breaks: number
  overflows: number
  invalid: number
  problems: number
  /** Requests with a signed block behind other content than it was made with. */
  moved: number
  loopLost: number
  latestLost: number
  viewed: number
  ms: number
  slowestMs: number
}

const STEP_MS = 20_000
const TTL_MS = 5 * 60_000
const LEAST_CACHED = 1_024

export type SessionOptions = {
  readonly name: string
  readonly count: (text: string) => Tokens
  readonly model?: string
  readonly meter?: MeterOptions
}

/** Everything that can be known before any strategy runs. */
export function replaySession(transcript: Transcript, options: SessionOptions): ReplaySession {
  const { name, count } = options
  const thinks = transcript.messages.some((message) =>
    message.blocks.some((block) => block.type === 'opaque' && block.purpose === 'reasoning'),
  )
  const model = options.model ?? (transcript.model?.startsWith('claude') ? transcript.model : 'claude-opus-4-5')
  const digest = digester(count)
  const needs = needsOf(transcript.messages)
  const steps: ReplaySession['steps'][number][] = []
  const meter = cacheMeter(options.meter)
  let now = 0
  let raw = 0
  let tokens = 0
  let fixed: ReplaySession['fixed'] | undefined
  for (const { request: bare, at, reply, time } of requestsOf(transcript, 'anthropic', { model })) {
    const request =
      thinks && !isThoughtless(bare) ? { ...bare, thinking: { type: 'enabled', budget_tokens: 2_048 } } : bare
    fixed ??= fixedOf(request, digest, count)
    now = Math.max(now, time ?? now + STEP_MS)
    const output = digest(wireOf(reply)).tokens
    const asked = transcript.messages.findLastIndex((message, index) => index < at && message.role === 'user')
    const latest = asked < 0 ? '' : textOf(transcript.messages[asked] as Message)
    const price = meter(blocksOf(request, fixed, digest), now)
    raw += price.cost + 5 * output
    tokens = price.input
    steps.push({ request, at, now, reply, output, needs: needs.get(at) ?? { names: [], stale: [], lines: [] }, latest })
  }
  return { name, transcript, steps, tokens, raw, digest, count, fixed: fixed ?? { blocks: [], text: '' } }
}

/** A loop recorded without thinking would be rejected as it is with thinking on. */
function isThoughtless(request: JsonObject): boolean {
  const open = openLoopOf(request)
  return open !== undefined && !isThinking(contentOf(open)[0])
}

/** The assistant message whose calls are being answered at the end of a request. */
function openLoopOf(request: JsonObject): JsonObject | undefined {
  const messages = messagesOf(request)
  if (!contentOf(messages.at(-1)).some((block) => stringAt(block, 'type') === 'tool_result')) return undefined
  return messages.findLast((message) => message['role'] === 'assistant')
}

/** Send the session through a strategy and measure what would have been sent. */
export async function replay(
  session: ReplaySession,
  strategy: Strategy,
  window: Tokens,
  options: MeterOptions = {},
): Promise<Figures> {
  const { digest, fixed, count } = session
  const meter = cacheMeter(options)
  const bound = boundThinking()
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
    if (request) charge(meter(blocksOf(request, fixed, digest), now).cost)
    if (prompt) charge(count(prompt) * 1.25)
    charge(count(answer) * 5)
  }
  const open = await strategy.open(session, window, bill)
  for (const step of session.steps) {
    now = step.now
    const started = performance.now()
    const { request, problem } = await sent(open, step)
    const ms = performance.now() - started
    figures.ms += ms
    figures.slowestMs = Math.max(figures.slowestMs, ms)
    if (problem !== undefined) {
      figures.problems++
      if (process.env['REPLAY_DEBUG']) console.error(session.name, step.at, problem)
    }
    figures.steps++
    const messages = messagesOf(request)
    const price = meter(blocksOf(request, fixed, digest), now)
    figures.cost += price.cost + 5 * step.output
    figures.output += 5 * step.output
    figures.viewed += price.input
    figures.read += price.read
    figures.written += price.cost - price.read
    const isWarm = lastSent !== undefined && now - lastSent.now <= (options.ttlMs ?? TTL_MS)
    if (isWarm && lastSent && lastSent.input > LEAST_CACHED && price.cached < lastSent.input * 0.95) figures.breaks++
    lastSent = { now, input: price.input }
    if (price.input > window) figures.overflows++
    const seen = messages.map(digest)
    if (!extendsLast(seen, last) && breaksRules(request, step.request)) figures.invalid++
    last = seen
    measure(figures, seen, fixed.text, step)
    if (bound(seen, step.reply, digest)) figures.moved++
    if (lostLoop(step.request, request)) figures.loopLost++
  }
  await open.close?.()
  return figures
}

/** Only what the caller appended is new: such a request is as valid as the caller's own. */
function extendsLast(seen: readonly Digest[], last: readonly Digest[]): boolean {
  return last.length > 0 && last.every((digest, index) => seen[index] === digest)
}

/** Whether it breaks a rule that the caller's own request keeps. */
function breaksRules(request: JsonObject, original: JsonObject): boolean {
  const errors = (one: JsonObject, options = {}) =>
    validate('anthropic', one, options)
      .filter(({ level }) => level === 'error')
      .map(({ rule }) => rule)
  const found = errors(request, { original })
  if (found.length === 0) return false
  const before = new Set(errors(original))
  const ours = found.filter((rule) => !before.has(rule))
  if (ours.length > 0 && process.env['REPLAY_DEBUG']) console.error('invalid', ours)
  return ours.length > 0
}

async function sent(open: { step(step: Step): Awaitable<Sent> }, step: Step): Promise<Sent> {
  try {
    return await open.step(step)
  } catch (problem) {
    return { request: step.request, problem }
  }
}

function measure(figures: Figures, seen: readonly Digest[], fixed: string, step: ReplaySession['steps'][number]): void {
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
  if (step.latest !== '' && !stands(step.latest)) figures.latestLost++
}

type Tree = { readonly next: Map<number, Tree> }

/** Remembers behind which content each thinking block was made; says whether one of a request stands elsewhere now. */
function boundThinking() {
  const root: Tree = { next: new Map() }
  const made = new Map<number, Tree>()
  const walk = (from: Tree, digest: Digest, each: (id: number, place: Tree) => void): Tree => {
    let node = from
    for (const { id, thinking } of digest.blocks) {
      if (thinking) each(id, node)
      else {
        let next = node.next.get(id)
        if (!next) node.next.set(id, (next = { next: new Map() }))
        node = next
      }
    }
    return node
  }
  return (seen: readonly Digest[], reply: Message, digest: Digester): boolean => {
    let node = root
    let isMoved = false
    for (const each of seen) node = walk(node, each, (id, place) => (isMoved ||= (made.get(id) ?? place) !== place))
    walk(node, digest(wireOf(reply)), (id, place) => made.set(id, place))
    return isMoved
  }
}

const REQUEST: Message = { role: 'user', blocks: [{ type: 'text', text: '…' }] }
const replies = new WeakMap<Message, JsonObject>()

function wireOf(reply: Message): JsonObject {
  const known = replies.get(reply)
  if (known) return known
  const written = anthropic.encode({ messages: [REQUEST, reply] }, { messages: [] }).messages
  const wire = (written[1] ?? { role: 'assistant', content: [] }) as JsonObject
  replies.set(reply, wire)
  return wire
}

/** With thinking on: the open loop's assistant message began with thinking, its call still stands, its thinking does not. */
function lostLoop(original: JsonObject, request: JsonObject): boolean {
  const open = isObject(original['thinking']) ? openLoopOf(original) : undefined
  if (!open || !isThinking(contentOf(open)[0])) return false
  const calls = new Set(
    contentOf(open).flatMap((block) => (stringAt(block, 'type') === 'tool_use' ? [stringAt(block, 'id')] : [])),
  )
  const stands = (message: JsonObject) =>
    contentOf(message).some((block) => stringAt(block, 'type') === 'tool_use' && calls.has(stringAt(block, 'id')))
  const now = messagesOf(request).findLast(stands)
  return now !== undefined && !isThinking(contentOf(now)[0])
}

function isThinking(block: Json | undefined): boolean {
  return stringAt(block, 'type') === 'thinking' || stringAt(block, 'type') === 'redacted_thinking'
}

function fixedOf(request: JsonObject, digest: Digester, count: (text: string) => Tokens): ReplaySession['fixed'] {
  const system = request['system'] === undefined ? undefined : digest({ role: 'user', content: request['system'] })
  const tools = JSON.stringify(request['tools'] ?? [])
  return {
    blocks: [{ id: -1, tokens: count(tools), thinking: false }, ...(system?.blocks ?? [])],
    text: `${tools}\n${system?.text ?? ''}`,
  }
}

function* blocksOf(request: JsonObject, fixed: ReplaySession['fixed'], digest: Digester): Generator<DigestBlock> {
  yield* fixed.blocks
  for (const message of messagesOf(request)) yield* digest(message).blocks
}

function messagesOf(request: JsonObject): readonly JsonObject[] {
  const messages = request['messages']
  return (isList(messages) ? messages : []) as readonly JsonObject[]
}

function contentOf(message: JsonObject | undefined): readonly Json[] {
  const content = message?.['content']
  return isList(content) ? content : []
}

export function noFigures(): Figures {
  return {
    steps: 0,
    cost: 0,
    raw: 0,
    output: 0,
    read: 0,
    written: 0,
    own: 0,
    names: 0,
    namesHeld: 0,
    stale: 0,
    staleHeld: 0,
    lines: 0,
    linesHeld: 0,
    breaks: 0,
    overflows: 0,
    invalid: 0,
    problems: 0,
    moved: 0,
    loopLost: 0,
    latestLost: 0,
    viewed: 0,
    ms: 0,
    slowestMs: 0,
  }
}

export function addFigures(sum: Figures, one: Figures): Figures {
  const keys = Object.keys(sum) as (keyof Figures)[]
  return Object.fromEntries(
    keys.map((key) => [key, key === 'slowestMs' ? Math.max(sum[key], one[key]) : sum[key] + one[key]]),
  ) as Figures
}
