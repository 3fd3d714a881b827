import type { Models, Plan, View } from 'daypack'
import type { JsonObject } from 'daypack/internal'
import { engine, type EngineOptions } from '../measure/engine.ts'
import { meterFor } from '../measure/meter.ts'
import { replay as replayed } from '../measure/replay.ts'
import { replaySession, type ReplaySession } from '../measure/session.ts'
import type { Transcript } from '../transcripts/transcript.ts'

/** One request of the replay: what is shown, what it cost, and the epoch that came with it, if any. */
export type ReplayStep = {
  readonly step: number
  readonly of: number
  readonly view: View
  readonly plan: Plan | undefined
  /** Tokens sent. */
  readonly sent: number
  /** Tokens the whole history would take. */
  readonly full: number
}

export type Figures = {
  readonly name: string
  readonly steps: number
  /** In tokens of plain input. */
  readonly cost: number
  /** Where the price of the recorded model is known. */
  readonly dollars?: number
  /** Of what it would have cost to send everything every time. */
  readonly share: number
  readonly breaks: number
  readonly epochs: number
  readonly most: number
  readonly problems: number
  /** Shares of what the agent needed next that stood in view: the user's words, and lines it quoted in its next edit. */
  readonly words?: number
  readonly editLines?: number
}

/** A recording made ready to be replayed, counted at the prices of its own model. */
export function recording(
  name: string,
  transcript: Transcript,
  count: (text: string) => number,
  { models, more }: { readonly models?: Models; readonly more?: JsonObject } = {},
): ReplaySession {
  const meter = meterFor(transcript.model, models)
  return replaySession(transcript, { name, count, meter, ...(more && { more }) })
}

/** What sending everything comes to. */
export function unmanaged(session: ReplaySession): Figures {
  const { steps, raw } = session
  return {
    name: 'unmanaged',
    steps: steps.length,
    cost: raw,
    ...dollarsOf(session, raw),
    share: 1,
    breaks: 0,
    epochs: 0,
    most: Math.max(0, ...steps.map(({ full }) => full)),
    problems: 0,
    words: 1,
    editLines: 1,
  }
}

/** Send a recorded session through the engine as its agent would have: the full history before every reply. */
export async function replay(
  name: string,
  session: ReplaySession,
  options: EngineOptions & { readonly window: number },
  onStep?: (step: ReplayStep) => void,
): Promise<Figures> {
  let [step, epochs, most] = [0, 0, 0]
  const { window, ...rest } = options
  const strategy = engine(name, () => rest)
  const sums = await replayed(session, strategy, window, {
    onStep({ plan, view, tokens }, { full }) {
      step++
      most = Math.max(most, tokens)
      if (plan?.entries.some((entry) => entry.kind === 'mark' && entry.name === 'epoch')) epochs++
      if (view) onStep?.({ step, of: session.steps.length, view, plan, sent: tokens, full })
    },
  })
  const { cost, raw, breaks, problems, said, saidHeld, lines, linesHeld } = sums
  return {
    name,
    steps: step,
    cost,
    ...dollarsOf(session, cost),
    share: cost / Math.max(1, raw),
    breaks,
    epochs,
    most,
    problems,
    ...(said > 0 && { words: saidHeld / said }),
    ...(lines > 0 && { editLines: linesHeld / lines }),
  }
}

function dollarsOf({ meter: { price } }: ReplaySession, cost: number): { dollars?: number } {
  return price ? { dollars: (cost * price.input) / 1_000_000 } : {}
}
