import { isStored } from '../../model/message.ts'
import type { BlobStore } from '../../model/driver.ts'
import type { Entry } from '../../model/entry.ts'
import { unsaidIn } from '../evidence/check.ts'
import { labelled } from '../notes/statement.ts'

/** Of a stored result this much is read. */
const MAX_BLOB = 256_000
/** What the model writes with these is what is checked, not what bears it out. */
const WRITING_TOOL = /(?:^|__)memory_(?:write|edit)$/

export type HeardLines = { readonly text: string; readonly refused: readonly string[] }

/**
 * A text an agent wants to write, apart from those of its lines that name what nobody said: names, numbers and dates that
 * stand nowhere in the session. Its own experience it may word as it likes. `today` and what is `known` need not be said.
 */
export async function heardLines(
  text: string,
  entries: readonly Entry[],
  { today, known = '', blobs }: { readonly today: string; readonly known?: string; readonly blobs?: BlobStore },
): Promise<HeardLines> {
  const everything = [await everythingSaid(entries, blobs), known, today].join('\n')
  const refused: string[] = []
  const kept = text.split('\n').filter((line) => {
    if (/^\s*(?:#|`{3}|~{3}|$)/.test(line)) return true
    const stated = labelled(line.replace(/^\s*(?:[-*•+]|\d{1,3}[.)])\s+/, '')).text
    if (unsaidIn(stated, everything, '', today) === undefined) return true
    refused.push(line.trim())
    return false
  })
  return { text: refused.length === 0 ? text : kept.join('\n').trim(), refused }
}

async function everythingSaid(entries: readonly Entry[], blobs: BlobStore | undefined): Promise<string> {
  const said: string[] = []
  for (const entry of entries) {
    if (entry.kind !== 'message') continue
    for (const block of entry.message.blocks) {
      if (block.type === 'text') said.push(block.text)
      else if (block.type === 'opaque') said.push(JSON.stringify(block.wire))
      else if (block.type === 'tool-call' && !WRITING_TOOL.test(block.tool)) said.push(JSON.stringify(block.input))
      else if (block.type === 'tool-result') {
        const { content } = block
        if (!isStored(content)) said.push(content.text)
        else if (blobs !== undefined) {
          const read = await blobs.get(content.ref, { from: 0, to: Math.min(MAX_BLOB, content.bytes) })
          if (read instanceof Uint8Array) said.push(new TextDecoder().decode(read))
        }
      }
    }
  }
  return said.join('\n')
}
