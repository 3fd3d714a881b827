import type { SessionId } from '../model/driver.ts'
import type { RetrievalSource } from '../retrieval/index.ts'
import type { SessionParts } from './parts.ts'
import { numberOf, type MessageNumber } from '../view/read.ts'
import type { Seq } from '../model/edit.ts'
import type { View } from '../view/view.ts'
import { bytesOf, textReader } from './planning.ts'

export function retrievalSource(
  id: SessionId,
  { log, blobs, settings }: SessionParts,
  view: () => View,
): RetrievalSource {
  return {
    seen: async () =>
      (await log.read(id)).entries.flatMap((entry) =>
        entry.kind === 'message'
          ? [{ number: numberIn(view(), entry.replaces || entry.seq), at: entry.at, message: entry.message }]
          : [],
      ),
    read: textReader(blobs),
    slice: (content, from, to) => bytesOf(content, from, to, blobs),
    path: (ref) => blobs.path(ref),
    tools: settings.tools,
  }
}

function numberIn(view: View, seq: Seq): MessageNumber {
  const number = numberOf(view, seq)
  return view.slots[number - 1]?.seq === seq ? number : -seq
}
