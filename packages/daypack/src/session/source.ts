import type { SessionId } from '../model/driver.ts'
import type { RetrievalSource } from '../retrieval/index.ts'
import type { SessionParts } from './parts.ts'
import { bytesOf, textReader } from './planning.ts'

/** What the tools for reading back need of a session. */
export function sourceOf(id: SessionId, { log, blobs, settings }: SessionParts): RetrievalSource {
  return {
    seen: async () =>
      (await log.read(id)).entries.flatMap((entry) =>
        entry.kind === 'message' ? [{ seq: entry.replaces || entry.seq, at: entry.at, message: entry.message }] : [],
      ),
    read: textReader(blobs),
    slice: (content, from, to) => bytesOf(content, from, to, blobs),
    path: (ref) => blobs.path(ref),
    tools: settings.tools,
  }
}
