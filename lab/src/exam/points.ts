import { createDaypack, type Message, type Tokens } from 'daypack'
import { memoryDriver } from 'daypack/drivers'
import { anthropic } from 'daypack/codecs'
import type { Transcript } from '../transcripts/transcript.ts'
import { textOfRequest } from './text.ts'

/** A moment after an agent compacted its own conversation, as each way would show it. */
export type ExamPoint = {
  readonly name: string
  /** Everything said until then, and what came next, for the examiner. */
  readonly whole: string
  readonly next: string
  readonly views: readonly { readonly way: Way; readonly text: string; readonly tokens: Tokens }[]
}
export const WAYS = ['own compaction', 'Daypack', 'whole history'] as const
export type Way = (typeof WAYS)[number]

/** Messages after the compaction that everybody sees whole, and messages an examiner may look ahead. */
const SINCE = 6
const AHEAD = 40

/** The moments of a recording at which its agent's own compaction is known, the newest first. */
export function compactionsIn({ summaries, messages }: Transcript): number[] {
  return [...(summaries?.keys() ?? [])].filter((at) => at > SINCE && at < messages.length).toReversed()
}

/** One of them: what the agent saw, what Daypack would have shown in that window, and everything. */
export async function examPoint(
  name: string,
  transcript: Transcript,
  compactedAt: number,
  { window, count }: { readonly window: Tokens; readonly count: (text: string) => Tokens },
): Promise<ExamPoint> {
  const { messages, system, summaries } = transcript
  const at = Math.min(compactedAt + SINCE, messages.length)
  const before = messages.slice(0, compactedAt)
  const since = messages.slice(compactedAt, at)
  const summary: Message = { role: 'user', blocks: [{ type: 'text', text: summaries?.get(compactedAt) ?? '' }] }
  const shown = (own: readonly Message[]) => textOfRequest({ system, messages: own })
  const texts: Record<Way, string> = {
    'own compaction': shown([summary, ...since]),
    Daypack: shown([...(await folded(transcript, before, window, count)), ...since]),
    'whole history': shown([...before, ...since]),
  }
  return {
    name,
    whole: textOfRequest({ system, messages: [...before, ...since], from: 1 }),
    next: textOfRequest({ messages: messages.slice(at, at + AHEAD), from: at + 1 }),
    views: WAYS.map((way) => ({ way, text: texts[way], tokens: count(texts[way]) })),
  }
}

/** The messages as Daypack shows them once it has folded at that moment, without a model. */
async function folded(
  { system, times }: Transcript,
  messages: readonly Message[],
  window: Tokens,
  count: (text: string) => Tokens,
): Promise<Message[]> {
  let clock = 0
  const now = () => clock
  const pack = await createDaypack({
    driver: memoryDriver({ now }),
    window,
    memory: false,
    retention: false,
    tuning: { now, counter: { name: 'o200k', count } },
  })
  try {
    const session = await pack.session('exam')
    if (system) await session.append(system)
    for (const [index, message] of messages.entries()) {
      clock = times[index] ?? clock
      await session.append(message)
    }
    await session.compact()
    const like = { model: 'exam', max_tokens: 1_000, messages: [] }
    const { request } = await session.render(anthropic, like)
    return [...anthropic.decode(request).messages]
  } finally {
    await pack.close()
  }
}
