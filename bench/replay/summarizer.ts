// One summarizer for everybody, without a model: as long as real summaries are, and holding as much as they do. At the 19
// real compactions of entire-cli the summaries hold about two fifths of the names used in the next 60 messages
// (bench/compaction/main.ts); `node --conditions=daypack-source bench/replay/summarizer.ts` prints both.
import { createHash } from 'node:crypto'
import type { Message } from '../../packages/daypack/src/model/message.ts'
import type { Summarize } from '../../packages/daypack/src/model/summarize.ts'
import { createEvidence, observe, type Evidence } from '../../packages/daypack/src/handover/evidence.ts'
import { extractSections } from '../../packages/daypack/src/handover/extract.ts'
import { rankNames } from '../../packages/daypack/src/handover/names.ts'
import { fitSections, renderSections } from '../../packages/daypack/src/handover/sections.ts'
import type { ReplaySession } from '../../packages/cli/src/measure/session.ts'

/** Median of the real summaries, and the share of the ranked names that makes it hold what they hold. */
const BYTES = 11_000
const SHARE = 0.14
const SECTIONS = 0.5

/** The summary of everything before message `at`, in the sections our own parser asks for. */
export function summaryOf(session: ReplaySession, at: number, bytes = BYTES): string {
  return written(evidenceUpTo(session.transcript.messages, at), bytes)
}

/** What the summarizer answers to one of our own asks: a note, lines for later sessions, or both. */
export function answerTo(ask: Parameters<Summarize>[0], session: ReplaySession, at: number, bytes = BYTES): string {
  if (!ask.prompt.startsWith('<conversation>')) return keptLines(session, at)
  const note = summaryOf(session, at, bytes)
  const asked = ask.question ?? ask.prompt
  return asked.includes('<keep>') ? `${note}\n<keep>\n${keptLines(session, at)}\n</keep>` : note
}

const KEPT_LINES = 4
const KEPT_CHARS = 125

/** As much as a model keeps of a stretch of work: a few lines, about 500 characters. */
function keptLines(session: ReplaySession, at: number): string {
  const { constraints, decisions, done } = extractSections(evidenceUpTo(session.transcript.messages, at))
  const lines = [...constraints, ...decisions, ...done.toReversed()]
  if (lines.length === 0) return '[SILENT]'
  return lines
    .slice(0, KEPT_LINES)
    .map((line) => `- Fact: ${line}`.padEnd(KEPT_CHARS, '.').slice(0, KEPT_CHARS))
    .join('\n')
}

function written(evidence: Evidence, bytes: number, share = SHARE): string {
  const sections = fitSections(extractSections(evidence), bytes * SECTIONS)
  let room = bytes * (1 - SECTIONS)
  const names: string[] = []
  for (const name of rankNames(evidence.names, bytes)) {
    if (unit(name) >= share) continue
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

const known = new WeakMap<readonly Message[], Evidence>()

/** Grows with the session; going back starts anew. */
function evidenceUpTo(messages: readonly Message[], at: number): Evidence {
  let evidence = known.get(messages)
  if (!evidence || evidence.count > at) known.set(messages, (evidence = createEvidence()))
  while (evidence.count < at) {
    const next = evidence.count
    const message = messages[next]
    if (!message) break
    observe(evidence, message, next + 1)
  }
  return evidence
}

if (import.meta.main) {
  const { points, recall } = await import('../compaction/identifier-recall.ts')
  const { sessionsIn } = await import('../compaction/sessions.ts')
  const { data } = await import('../compaction/data.ts')
  const { gather } = await import('../../packages/daypack/src/handover/evidence.ts')
  const all = points(sessionsIn(`${data}/trajectories/entire-cli`))
  const sizes = all.map((point) => Buffer.byteLength(point.summary)).toSorted((one, other) => one - other)
  console.log(
    'real:',
    recall(all, (point) => point.summary),
    'bytes, median',
    sizes[sizes.length >> 1],
    'of',
    sizes,
  )
  const evidences = new Map(all.map((point) => [point, gather(point.history)]))
  for (const share of [0.1, SHARE, 0.2]) {
    console.log(
      share,
      recall(all, (point) => written(evidences.get(point) as Evidence, BYTES, share)),
    )
  }
}
