import { createDaypack } from '../../src/daypack.ts'
import { memoryDriver } from '../../src/drivers/memory/index.ts'
import type { JsonObject } from '../../src/model/json.ts'
import { isRequestText, latestRequest, saidIn } from './latest-request.ts'
import { codecsByWire } from '../../../daypack-testing/test/wire-arbitraries.ts'
import { requestsOf, type Replayed, type ReplayWire } from '../../../../lab/src/transcripts/requests.ts'
import type { Transcript } from '../../../../lab/src/transcripts/transcript.ts'
import type { Counter } from '../../src/tokens/count.ts'
import { brokenThinking, ledger, noteReply, type KnownThinking } from '../wire/bound-thinking.ts'
import { recovered, type Recovery } from './recovered.ts'
import { validate } from '../../src/wire/validate.ts'

export type ReplayOptions = {
  readonly wire: ReplayWire
  readonly window: number
  readonly counter: Counter
  /** Thinking is on, and the provider checks what stands before it. */
  readonly bound?: boolean
}

export type Outcome = {
  readonly requests: number
  /** Requests that went out shorter than they came. */
  readonly changed: number
  readonly epochs: number
  /** Rules broken by what was sent, and not by what came; and requests the last gate had to give back. */
  readonly violations: readonly string[]
  readonly guarded: number
  /** Anything thrown, and anything that went wrong inside. */
  readonly exceptions: readonly string[]
  /** Requests sent without the newest thing the user asked for. */
  readonly lost: number
  /** Largest share of the window that was used. */
  readonly fullest: number
  readonly millis: readonly number[]
  /** What was sent, read back from the log. */
  readonly recovery: Recovery
}

const BOUND = { model: 'claude-fable-5-1', more: { thinking: { type: 'enabled', budget_tokens: 1_024 } } }

/** A recorded session through the whole engine, as a caller that resends everything on every turn. */
export async function replay(transcript: Transcript, options: ReplayOptions): Promise<Outcome> {
  const { wire, window, counter, bound = false } = options
  const codec = codecsByWire[wire]
  const clock = { now: transcript.times.find((time) => time !== undefined) ?? Date.UTC(2026, 0, 1) }
  const driver = memoryDriver({ now: () => clock.now, zone: 'UTC' })
  const pack = await createDaypack({
    dir: 'memory',
    driver,
    window,
    retention: false,
    tuning: { now: () => clock.now, counter },
  })
  const session = await pack.session('replay')
  const known = bound ? ledger() : undefined
  const outcome = {
    requests: 0,
    changed: 0,
    epochs: 0,
    violations: [] as string[],
    guarded: 0,
    exceptions: [] as string[],
    lost: 0,
    fullest: 0,
    millis: [] as number[],
    recovery: { bytes: 0, missing: 0 },
  }
  session.on('problem', (error) => outcome.exceptions.push(String(error)))
  let last: JsonObject | undefined
  for (const replayed of requestsOf(transcript, wire, bound ? BOUND : {})) {
    clock.now = Math.max(clock.now + 1_000, replayed.time ?? 0)
    outcome.requests++
    last = replayed.request
    const started = performance.now()
    try {
      const { request, plan, violations } = await session.prepare(codec, replayed.request)
      outcome.millis.push(performance.now() - started)
      if (request !== replayed.request) outcome.changed++
      if (plan && plan.tide !== 'none') outcome.epochs++
      if (plan) outcome.fullest = Math.max(outcome.fullest, (plan.after.tokens + plan.budget.extra.tokens) / window)
      if (request === replayed.request && violations?.some(({ level }) => level === 'error')) outcome.guarded++
      outcome.violations.push(...brokenByUs(wire, replayed, request, known))
      const asked = latestRequest(transcript, replayed.at)
      if (isRequestText(asked) && !saidIn(codec, request, asked)) outcome.lost++
      if (known) noteReply(known, request, contentOf(codec, replayed))
      await session.record(codec, responseOf(codec, wire, replayed))
    } catch (error) {
      outcome.exceptions.push(String(error))
    }
  }
  if (last) outcome.recovery = await recovered(driver, 'replay', codec, last)
  await pack.close()
  return outcome
}

/** What the provider would say to what was sent and would not have said to what came. */
function brokenByUs(
  wire: ReplayWire,
  replayed: Replayed,
  sent: JsonObject,
  known: KnownThinking | undefined,
): string[] {
  const refused = validate(codecsByWire[wire], sent).filter(({ level }) => level === 'error')
  const found = [...refused, ...(known ? brokenThinking(known, sent) : [])]
  if (found.length === 0) return []
  const before = new Set(validate(codecsByWire[wire], replayed.request).map(({ rule }) => rule))
  return found
    .filter(({ rule }) => !before.has(rule))
    .map(({ rule, path }) => `${rule} at ${path} of request ${replayed.at}`)
}

type Speaks = (typeof codecsByWire)[ReplayWire]

/** The recorded reply as this wire would have sent it. */
function wireReply(codec: Speaks, { reply }: Replayed): JsonObject {
  const first = { role: 'user' as const, blocks: [{ type: 'text' as const, text: '…' }] }
  const { messages } = codec.encode({ messages: [first, reply] }, { messages: [] }) as { messages: JsonObject[] }
  return messages[1] ?? { role: 'assistant', content: '' }
}

function contentOf(codec: Speaks, replayed: Replayed): never[] {
  const content = wireReply(codec, replayed)['content']
  return (Array.isArray(content) ? content : []) as never[]
}

function responseOf(codec: Speaks, wire: ReplayWire, replayed: Replayed): JsonObject {
  if (wire === 'anthropic') return { content: contentOf(codec, replayed) }
  return { choices: [{ message: wireReply(codec, replayed), finish_reason: 'stop' }] }
}
