// The recorded sessions that are examined. Short ones of one agent are joined: several conversations of a shift.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Block, Message } from '../../packages/daypack/src/model/message.ts'
import { readTranscripts } from '../../lab/src/transcripts/read.ts'
import type { Transcript } from '../../lab/src/transcripts/transcript.ts'

/** Sessions of one repository; more than one are told one after another, as one agent's shift. */
export type Source = { readonly repository: string; readonly sessions: readonly string[] }

export type Recording = { readonly id: string; readonly file: string; readonly transcript: Transcript }

/** All sessions of a repository, by the file's name where the recording has none of its own, or the same one twice. */
export function recordingsOf(data: string, repository: string): Recording[] {
  const folder = path.join(data, 'trajectories', repository)
  const found: Recording[] = []
  for (const name of readdirSync(folder).toSorted()) {
    const file = path.join(folder, name)
    for (const [index, transcript] of readTranscripts(file).entries()) {
      const own = transcript.id
      const taken = own === undefined || found.some(({ id }) => id === own)
      found.push({ id: taken || own.length < 3 ? `${name}#${index}` : own, file, transcript })
    }
  }
  return found
}

const read = new Map<string, Recording[]>()

export function recordingsFor(data: string, { repository, sessions }: Source): Recording[] {
  let all = read.get(repository)
  if (!all) read.set(repository, (all = recordingsOf(data, repository)))
  return sessions.map((id) => {
    const one = all.find((recording) => recording.id === id)
    if (!one) throw new Error(`There is no session "${id}" in ${repository}; points.json was made from other data.`)
    return one
  })
}

/** One conversation of several: call ids are kept apart, and a line says where the next one begins. */
export function joined(transcripts: readonly Transcript[]): Transcript {
  const [first] = transcripts
  if (!first) throw new Error('A point needs at least one session.')
  if (transcripts.length === 1) return first
  const messages = transcripts.flatMap((one, nth) =>
    one.messages.map((message, at) => apart(message, nth, at === 0 ? `(Conversation ${nth + 1} begins.)` : undefined)),
  )
  return {
    format: first.format,
    ...(first.model !== undefined && { model: first.model }),
    ...(first.system && { system: first.system }),
    messages,
    times: messages.map(() => undefined),
    usage: [],
    tools: [...new Set(transcripts.flatMap(({ tools }) => tools))].toSorted(),
    compactions: [],
  }
}

function apart(message: Message, nth: number, heading: string | undefined): Message {
  const blocks = message.blocks.map((block): Block =>
    block.type === 'tool-call' || block.type === 'tool-result' ? { ...block, callId: `${nth}-${block.callId}` } : block,
  )
  return { ...message, blocks: heading === undefined ? blocks : [{ type: 'text', text: heading }, ...blocks] }
}
