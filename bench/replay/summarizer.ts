// One summarizer for everybody, without a model: as long as real summaries are, and holding as much as they do. At the 19
// real compactions of entire-cli the summaries hold about two fifths of the names used in the next 60 messages.
import { createHash } from 'node:crypto'
import type { Message } from '../../packages/daypack/src/model/message.ts'
import type { Summarize } from '../../packages/daypack/src/model/summarize.ts'
import { createEvidence, observe, type Evidence } from '../../packages/daypack/src/handover/read/evidence.ts'
import { memoOf } from '../../packages/daypack/src/handover/memo/memo.ts'
import { fitSections, renderSections } from '../../packages/daypack/src/handover/tell/sections.ts'
import { createNames, observeNames, rankNames, type Names } from './names.ts'
import type { ReplaySession } from '../../lab/src/measure/session.ts'

/** Median of the real summaries, and the share of the ranked names that makes it hold what they hold. */
const BYTES = 11_000
const SHARE = 0.14
const SECTIONS = 0.5

/** The summary of everything before message `at`, in the sections our own parser asks for. */
export function summaryOf(session: ReplaySession, at: number, bytes = BYTES): string {
  return written(readUpTo(session.transcript.messages, at), bytes)
}

/** What the summarizer answers to one of our own asks: a note, or lines for later sessions. */
export function answerTo(ask: Parameters<Summarize>[0], session: ReplaySession, at: number, bytes = BYTES): string {
  if (!ask.prompt.startsWith('<conversation>')) return keptLines(session, at)
  return summaryOf(session, at, bytes)
}

const KEPT_LINES = 4
const KEPT_CHARS = 125

/** As much as a model keeps of a stretch of work: a few lines, about 500 characters. */
function keptLines(session: ReplaySession, at: number): string {
  const { constraints, decisions, done } = memoOf(readUpTo(session.transcript.messages, at).evidence).sections
  const lines = [...constraints, ...decisions, ...done.toReversed()]
  if (lines.length === 0) return '[SILENT]'
  return lines
    .slice(0, KEPT_LINES)
    .map((line) => `- Fact: ${line}`.padEnd(KEPT_CHARS, '.').slice(0, KEPT_CHARS))
    .join('\n')
}

function written({ evidence, names: known }: Read, bytes: number): string {
  const sections = fitSections(memoOf(evidence).sections, bytes * SECTIONS)
  let room = bytes * (1 - SECTIONS)
  const names: string[] = []
  for (const name of rankNames(known, bytes)) {
    if (unit(name) >= SHARE) continue
    room -= name.length + 1
    if (room < 0) break
    names.push(name)
  }
  const goal = sections.goal.length > 0 ? sections.goal : ['Go on with the work.']
  const next = sections.next.length > 0 ? sections.next : ['Go on from there.']
  return `<summary>\n${renderSections({ ...sections, goal, next, context: [`Names: ${names.join(' ')}`] })}\n</summary>`
}

/** The same number in [0, 1) for the same name, whatever the session. */
function unit(name: string): number {
  return createHash('sha256').update(name).digest().readUInt32BE(0) / 2 ** 32
}

type Read = { readonly evidence: Evidence; readonly names: Names }

const read = new WeakMap<readonly Message[], Read>()

/** Grows with the session; going back starts anew. */
function readUpTo(messages: readonly Message[], at: number): Read {
  let known = read.get(messages)
  if (!known || known.evidence.count > at)
    read.set(messages, (known = { evidence: createEvidence(), names: createNames() }))
  while (known.evidence.count < at) {
    const next = known.evidence.count
    const message = messages[next]
    if (!message) break
    observe(known.evidence, message, next + 1)
    observeNames(known.names, message, next)
  }
  return known
}
