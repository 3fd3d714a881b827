// Writes what a model would see at each point: one text for every strategy, the whole history, and what came next.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { anthropic } from '../../packages/daypack/src/codecs/anthropic/index.ts'
import type { JsonObject } from '../../packages/daypack/src/model/json.ts'
import type { Message } from '../../packages/daypack/src/model/message.ts'
import { replay } from '../../lab/src/measure/replay.ts'
import { replaySession, type ReplaySession } from '../../lab/src/measure/session.ts'
import { count, keepCounts } from '../replay/count.ts'
import { Views, readAs, type Point, type View } from './formats.ts'
import type { Notes } from './notes.ts'
import { joined, recordingsFor } from './recordings.ts'
import { recordedCompaction } from './recorded.ts'
import { available, isStandIn, wantedAt, type Wanted } from './strategies.ts'
import { textOfRequest } from '../../lab/src/exam/text.ts'

export type ViewsOptions = {
  readonly data: string
  readonly points: readonly Point[]
  readonly strategies: readonly string[]
  readonly out: string
  /** Put behind the names of strategies, so that two commits can be read and graded together. */
  readonly label?: string | undefined
  /** Who writes the notes of `daypack-note`. */
  readonly notes?: Notes | undefined
  readonly say: (line: string) => void
}

/** Messages of what came next that an examiner sees. */
const NEXT = 60
/** A view this close to the whole history has folded nothing to speak of. */
const WHOLE = 0.75

/** The same whoever writes them. */
const UNLABELLED = new Set(['whole', 'next', 'recorded'])

/** Adds to what the folder already holds: other strategies into the same folder are one more run. */
export async function writeViews({ data, points, strategies, out, label, notes, say }: ViewsOptions): Promise<Views> {
  mkdirSync(out, { recursive: true })
  const { all, missing } = await available(notes)
  const index = path.join(out, 'index.json')
  const views = new Map<string, View>(
    existsSync(index) ? readAs(Views, index).views.map((view) => [`${view.point} ${view.strategy}`, view]) : [],
  )
  const names = strategies.filter((name) => name !== 'recorded')
  for (const point of points) {
    const recordings = recordingsFor(data, point)
    const transcript = joined(recordings.map((one) => one.transcript))
    const history = transcript.messages.slice(0, point.at)
    // With the reply itself: the last request is the one at the point.
    const cut = { ...transcript, messages: transcript.messages.slice(0, point.at + 1) }
    const session = replaySession({ ...cut, usage: [], compactions: [] }, { name: point.id, count })
    const { system, tools } = transcript
    const keep = (name: string, text: string, more: Omit<View, 'point' | 'strategy' | 'file'>) => {
      const strategy = label === undefined || UNLABELLED.has(name) ? name : `${name}+${label}`
      const file = `${point.id}.${strategy}.txt`
      writeFileSync(path.join(out, file), text)
      views.set(`${point.id} ${strategy}`, { point: point.id, strategy, file, ...more })
      say(`${file}: ${more.messages} messages, ${more.tokens} tokens${more.asWhole ? ' (as whole)' : ''}`)
    }
    const whole = textOfRequest({ system, tools, messages: history, from: 1 })
    keep('whole', whole, { tokens: session.tokens, messages: history.length, asWhole: true, standIn: false })
    const next = transcript.messages.slice(point.at, point.at + NEXT)
    const nextText = textOfRequest({ messages: next, from: point.at + 1 })
    keep('next', nextText, { tokens: count(nextText), messages: next.length, asWhole: false, standIn: false })
    for (const wanted of wantedAt(names, point, all)) {
      const request = await requestAt(session, wanted)
      const unwritten = notes?.unwritten() ?? []
      if (unwritten.length > 0) {
        say(`${point.id}.${wanted.id}: not written, it needs a note first:\n  ${unwritten.join('\n  ')}`)
        continue
      }
      const seen = anthropic.decode(request as never)
      const text = textOfRequest({ system, tools, messages: seen.messages })
      const tokens = sizeOf(session, request)
      keep(wanted.id, text, {
        window: wanted.window,
        tokens,
        messages: seen.messages.length,
        asWhole: tokens > session.tokens * WHOLE,
        standIn: isStandIn(wanted.id),
      })
    }
    const own = strategies.includes('recorded') ? recordedCompaction(point, recordings) : undefined
    if (own) {
      const messages: Message[] = [own, ...transcript.messages.slice(point.compactedAt, point.at)]
      const text = textOfRequest({ system, tools, messages })
      keep('recorded', text, { tokens: count(text), messages: messages.length, asWhole: false, standIn: false })
    }
    keepCounts()
    const written: Views = { commit: commit(), views: [...views.values()], missing }
    writeFileSync(index, `${JSON.stringify(written, null, 2)}\n`)
  }
  return { commit: commit(), views: [...views.values()], missing }
}

/** The real replay up to the point, so that the view is what would really have been sent then. */
async function requestAt(session: ReplaySession, { strategy, window }: Wanted): Promise<JsonObject> {
  let last: JsonObject | undefined
  await replay(session, strategy, window, { onSent: (request) => (last = request) })
  if (!last) throw new Error(`${session.name}: no request was sent before the point.`)
  return last
}

function sizeOf(session: ReplaySession, request: JsonObject): number {
  const messages = request['messages'] as readonly JsonObject[]
  const fixed = session.fixed.blocks.reduce((sum, block) => sum + block.tokens, 0)
  return messages.reduce((sum, message) => sum + session.digest(message).tokens, fixed)
}

function commit(): string {
  try {
    const told = execFileSync('git', ['describe', '--always', '--dirty'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    })
    return told.trim()
  } catch {
    return 'unknown'
  }
}
