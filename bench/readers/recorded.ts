// What the original run's own agent saw after its compaction: the summary a real model wrote, and what came since.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Message } from '../../packages/daypack/src/model/message.ts'
import type { Point } from './formats.ts'
import type { Recording } from './recordings.ts'

type Line = { subtype?: string; isCompactSummary?: boolean; message?: { content?: string | { text?: string }[] } }

/** The summary at the point's compaction; nothing where the recording holds none for it. */
export function recordedCompaction(point: Point, [recording, more]: readonly Recording[]): Message | undefined {
  if (point.compactedAt === undefined || !recording || more) return undefined
  const nth = recording.transcript.compactions.indexOf(point.compactedAt)
  const summaries = summariesIn(recording.file)
  // One for each boundary, or we cannot tell which is which.
  if (summaries.length !== recording.transcript.compactions.length) return undefined
  const text = summaries[nth]
  return text === undefined ? undefined : { role: 'user', blocks: [{ type: 'text', text }] }
}

function summariesIn(file: string): string[] {
  const bytes = readFileSync(file)
  const lines = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split('\n')
  return lines.flatMap((line) => {
    if (!line.includes('"isCompactSummary":true')) return []
    const { message } = JSON.parse(line) as Line
    const content = message?.content ?? ''
    return [typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n')]
  })
}
