import { isStored, type ToolResultBlock } from '../../model/block.ts'
import type { BlobStore } from '../../model/driver.ts'
import type { Seq } from '../../model/edit.ts'
import type { Entry } from '../../model/entry.ts'
import type { Json } from '../../model/json.ts'
import { textOf } from '../../model/message.ts'
import type { Heard } from '../trust/lineage.ts'
import { leastTrusted, type Provenance, PROVENANCES } from '../trust/provenance.ts'

/** A tool call and how it went. */
export type Attempt = {
  readonly seq: Seq
  readonly resultSeq: Seq
  readonly tool: string
  readonly input: Json
  readonly failed: boolean
  /** Beginning and end of the result. */
  readonly output: string
}

/** What was said and tried in a stretch of a log. */
export type Speech = { readonly heard: readonly Heard[]; readonly attempts: readonly Attempt[] }

/** A user message longer than this is a pasted document, not something the user says. */
const MAX_SPOKEN = 4_000
const MAX_OUTPUT_BYTES = 2_000
const DOCUMENT_TOOL = /read|fetch|open|web|browse|search|page|url|file|pdf|doc|mail|slack|issue|pull|crawl|scrape/i
/** Answers of memory itself: never material for memory again. */
const MEMORY_TOOL = /^(?:mcp__.*__)?(?:memory_|recall)/i

/** Read the messages of a log; of what memory itself has put there only the provenance. */
export async function speechOf(entries: readonly Entry[], blobs?: BlobStore): Promise<Speech> {
  const heard: Heard[] = []
  const attempts: Attempt[] = []
  const calls = new Map<string, { seq: Seq; tool: string; input: Json }>()
  for (const entry of entries) {
    if (entry.kind !== 'message') continue
    if ((entry.origin ?? 'caller') !== 'caller') {
      if (entry.origin === 'memory') heard.push(echo(textOf(entry.message), entry.seq))
      continue
    }
    const { role, blocks } = entry.message
    for (const block of blocks) {
      if (block.type === 'text' && role === 'user') heard.push(...spoken(block.text, entry.seq))
      else if (block.type === 'text' && role === 'assistant')
        heard.push({ seq: entry.seq, by: 'model', text: block.text })
      else if (block.type === 'text' && role === 'tool') heard.push(...spoken(block.text, entry.seq))
      else if (block.type === 'tool-call')
        calls.set(block.callId, { seq: entry.seq, tool: block.tool, input: block.input })
      else if (block.type === 'media') heard.push({ seq: entry.seq, by: 'document', text: '' })
      else if (block.type === 'tool-result') {
        const call = calls.get(block.callId)
        const tool = call?.tool ?? block.tool
        const output = await outputOf(block, blobs)
        if (MEMORY_TOOL.test(tool)) {
          heard.push(echo(output, entry.seq))
          continue
        }
        heard.push({ seq: entry.seq, by: resultProvenance(tool), text: output })
        const failed = block.isError === true || looksFailed(output)
        if (call !== undefined) attempts.push({ ...call, resultSeq: entry.seq, failed, output })
      }
    }
  }
  return { heard, attempts }
}

/**
 * Recalled text is no material for memory again, but who said it still counts: a note from a web page does not become
 * trusted by being recalled. The labels are ours; what a note itself says stands behind a bar or inside a JSON string.
 */
function echo(text: string, seq: Seq): Heard {
  const labels = [...text.matchAll(/^\[\d+\] .* \((?:[\d-]+, )?from (\w+)\)$|^ +"from": "(\w+)"$/gm)]
  const by = labels.flatMap(([, fenced, listed]) => PROVENANCES.filter((each) => each === (fenced ?? listed)))
  return { seq, by: labels.length === 0 ? 'document' : leastTrusted(by), text: '' }
}

function resultProvenance(tool: string): Provenance {
  return DOCUMENT_TOOL.test(tool) ? 'document' : 'tool'
}

/** What the user says is theirs; what they quote or paste is a document. */
function spoken(text: string, seq: Seq): Heard[] {
  if (text.length > 10 * MAX_SPOKEN) return [{ seq, by: 'document', text }]
  const pasted: string[] = []
  const own = text
    .replace(/(^|\n)\s*(`{3,}|~{3,})[\s\S]*?(?:\n\s*\2|$)/g, (found) => (pasted.push(found), '\n'))
    .replace(/(^|\n)\s*>[^\n]*/g, (found) => (pasted.push(found), '\n'))
    .replace(/<([a-z][\w-]{0,40})(?:\s[^<>]{0,200})?>[\s\S]*?<\/\1>/gi, (found) => (pasted.push(found), '\n'))
  const document = pasted.map((part): Heard => ({ seq, by: 'document', text: part }))
  if (own.length > MAX_SPOKEN) return [...document, { seq, by: 'document', text: own }]
  return own.trim() === '' ? document : [{ seq, by: 'user', text: own }, ...document]
}

async function outputOf(block: ToolResultBlock, blobs: BlobStore | undefined): Promise<string> {
  const { content } = block
  if (!isStored(content)) return ends(content.text)
  if (blobs === undefined) return ''
  const half = MAX_OUTPUT_BYTES
  const head = await blobs.get(content.ref, { from: 0, to: Math.min(half, content.bytes) })
  const tail =
    content.bytes > half
      ? await blobs.get(content.ref, { from: Math.max(half, content.bytes - half), to: content.bytes })
      : undefined
  const texts = [head, tail].map((part) => (part instanceof Uint8Array ? new TextDecoder().decode(part) : ''))
  return texts.filter(Boolean).join('\n')
}

function ends(text: string): string {
  return text.length <= 2 * MAX_OUTPUT_BYTES
    ? text
    : `${text.slice(0, MAX_OUTPUT_BYTES)}\n${text.slice(-MAX_OUTPUT_BYTES)}`
}

/** A result without an error flag failed when it says so early, or ends with a bad exit code. */
function looksFailed(output: string): boolean {
  const code = /exit(?:ed)?(?: with)?(?: code| status)?[:= ]+(\d+)/i.exec(output)?.[1]
  if (code !== undefined) return code !== '0'
  return /^\s*(?:\w*error\b|fatal:|traceback|exception|npm err!|command not found|bash: )/i.test(output)
}
