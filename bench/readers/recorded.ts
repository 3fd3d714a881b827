// What the original run's own agent saw after its compaction: the summary a real model wrote, and what came since.
import type { Message } from '../../packages/daypack/src/model/message.ts'
import type { Point } from './formats.ts'
import type { Recording } from './recordings.ts'

/** The summary at the point's compaction; nothing where the recording holds none for it. */
export function recordedCompaction(point: Point, [recording, more]: readonly Recording[]): Message | undefined {
  if (point.compactedAt === undefined || !recording || more) return undefined
  const text = recording.transcript.summaries?.get(point.compactedAt)
  return text === undefined ? undefined : { role: 'user', blocks: [{ type: 'text', text }] }
}
