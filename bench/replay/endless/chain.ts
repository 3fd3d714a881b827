// Recordings that may be tuned on, joined to one session without end; what was settled in its first hour stands in front.
import { replaySession, type ReplaySession } from '../../../lab/src/measure/session.ts'
import type { Transcript } from '../../../lab/src/transcripts/transcript.ts'
import { texts } from '../../../packages/daypack/src/handover/read/texts.ts'
import type { Message } from '../../../packages/daypack/src/model/message.ts'
import { joined, recordingsOf } from '../../readers/recordings.ts'
import { count } from '../count.ts'
import { partOf } from '../parts.ts'
import { DECISIONS, standing } from './decisions.ts'

const REPOSITORIES = ['specstory', 'entire-cli', 'agentv-codex']

export type Chain = {
  readonly session: ReplaySession
  /** Each recording as a session of its own, and where in the chain it begins. */
  readonly alone: readonly { readonly session: ReplaySession; readonly start: number }[]
  /** The recording that comes first. */
  readonly first: string
  readonly tokens: number
}

/** `first`: the beginning of an id; the others follow in their order, and those before it come at the end. */
export function chainOf(data: string, tokens: number, first = ''): Chain {
  const all = REPOSITORIES.flatMap((repository) =>
    recordingsOf(data, repository).filter(({ id }) => partOf(repository, id) === 'train'),
  ).filter(({ transcript }) => transcript.messages.some(({ role }) => role === 'assistant'))
  const from = Math.max(
    0,
    all.findIndex(({ id }) => id.startsWith(first)),
  )
  const chosen: Transcript[] = []
  let sum = 0
  for (const { transcript } of [...all.slice(from), ...all.slice(0, from)]) {
    if (sum > tokens) break
    chosen.push(transcript)
    for (const message of transcript.messages) for (const { text } of texts(message)) sum += count(text)
  }
  const opening = openingTalk()
  const whole = joined(chosen)
  const messages = [...opening, ...whole.messages]
  let start = opening.length
  const alone = chosen.map((transcript, nth) => {
    const session = replaySession({ ...transcript, times: transcript.messages.map(() => undefined) }, named(`${nth}`))
    start += transcript.messages.length
    return { session, start: start - transcript.messages.length }
  })
  const session = replaySession({ ...whole, messages, times: messages.map(() => undefined) }, named('endless'))
  return { session, alone, first: all[from]?.id ?? '', tokens: sum }
}

const named = (name: string) => ({ name, count, model: 'claude-opus-4-5' })

export function openingTalk(): Message[] {
  const text = 'Before the work begins there are a few things to settle; I tell them one by one.'
  const reminder = { type: 'text', text: standing.text } as const
  return [
    { role: 'user', blocks: [reminder, { type: 'text', text }] },
    { role: 'assistant', blocks: [{ type: 'text', text: 'Go ahead.' }] },
    ...DECISIONS.flatMap(({ talk }) => talk),
  ]
}
