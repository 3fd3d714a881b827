import type { Message, Millis, Tokens } from 'daypack'
import { type JsonObject, textOf } from 'daypack/internal'
import { requestsOf } from '../transcripts/requests.ts'
import type { Transcript } from '../transcripts/transcript.ts'
import { digester, type Digester } from './digest.ts'
import { cacheMeter, type MeterOptions } from './meter.ts'
import { needsOf, type Needs } from './needs.ts'
import { blocksOf, wireOf, type Fixed } from './request.ts'
import { isThoughtless } from './thinking.ts'
import { userWords, type Word } from './user-words.ts'

/** One request of the recorded session, and the clock at that moment. */
export type Step = {
  readonly request: JsonObject
  readonly at: number
  readonly now: Millis
  readonly reply: Message
}

/** A step with what followed it in the recording. */
export type RecordedStep = Step & {
  readonly output: Tokens
  /** What sending everything comes to: tokens of this request, and what all up to it cost. */
  readonly full: Tokens
  readonly fullCost: number
  readonly needs: Needs
  /** The latest thing a person asked for. */
  readonly latest: string
}

/** A transcript with everything about it that is the same for all strategies. */
export type ReplaySession = {
  readonly name: string
  readonly transcript: Transcript
  readonly steps: readonly RecordedStep[]
  /** The user's own words. */
  readonly words: readonly Word[]
  /** Tokens of the whole history. */
  readonly tokens: Tokens
  /** What it costs to send everything, whatever the window. */
  readonly raw: number
  readonly digest: Digester
  readonly fixed: Fixed
  readonly count: (text: string) => Tokens
  /** The prices and the cache's lifetime that all of it is counted with. */
  readonly meter: MeterOptions
}

const STEP_MS = 20_000

export type SessionOptions = {
  readonly name: string
  readonly count: (text: string) => Tokens
  readonly model?: string
  readonly meter?: MeterOptions
  /** Whatever else the requests are to carry, such as `tools`. */
  readonly more?: JsonObject
}

/** Everything that can be known before any strategy runs. */
export function replaySession(transcript: Transcript, options: SessionOptions): ReplaySession {
  const { name, count, more } = options
  const thinks = transcript.messages.some((message) =>
    message.blocks.some((block) => block.type === 'opaque' && block.purpose === 'reasoning'),
  )
  const model = options.model ?? (transcript.model?.startsWith('claude') ? transcript.model : 'claude-opus-4-5')
  const digest = digester(count)
  const needs = needsOf(transcript.messages)
  const steps: RecordedStep[] = []
  const { meter = {} } = options
  const priced = cacheMeter(meter)
  let now = 0
  let raw = 0
  let tokens = 0
  let fixed: Fixed | undefined
  for (const { request: bare, at, reply, time } of requestsOf(transcript, 'anthropic', {
    model,
    ...(more && { more }),
  })) {
    const request =
      thinks && !isThoughtless(bare) ? { ...bare, thinking: { type: 'enabled', budget_tokens: 2_048 } } : bare
    fixed ??= fixedOf(request, digest, count)
    now = Math.max(now, time ?? now + STEP_MS)
    const output = digest(wireOf(reply)).tokens
    const asked = transcript.messages.findLastIndex((message, index) => index < at && message.role === 'user')
    const latest = asked < 0 ? '' : requestIn(textOf(transcript.messages[asked] as Message))
    const price = priced(blocksOf(request, fixed, digest), now, output)
    raw += price.cost
    tokens = price.input
    steps.push({
      request,
      at,
      now,
      reply,
      output,
      full: tokens,
      fullCost: raw,
      needs: needs.get(at) ?? { names: [], stale: [], lines: [], early: [] },
      latest,
    })
  }
  return {
    name,
    transcript,
    steps,
    words: userWords(transcript.messages),
    tokens,
    raw,
    digest,
    count,
    fixed: fixed ?? { blocks: [], text: '' },
    meter,
  }
}

function fixedOf(request: JsonObject, digest: Digester, count: (text: string) => Tokens): Fixed {
  const system = request['system'] === undefined ? undefined : digest({ role: 'user', content: request['system'] })
  const tools = JSON.stringify(request['tools'] ?? [])
  return {
    blocks: [{ id: -1, tokens: count(tools), thinking: false }, ...(system?.blocks ?? [])],
    text: `${tools}\n${system?.text ?? ''}`,
  }
}

/** What only a host put there between tags ("no files have been uploaded yet") asks for nothing. */
function requestIn(text: string): string {
  return text.replaceAll(/<([\w-]+)>[^<]*<\/\1>/g, '').trim() === '' ? '' : text
}
