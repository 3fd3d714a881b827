import { inlineText, isStored, textOf, type ToolResultBlock } from '../../model/message.ts'
import type { BlobStore } from '../../model/driver.ts'
import type { Seq } from '../../model/edit.ts'
import type { Entry } from '../../model/entry.ts'
import type { Json } from '../../model/json.ts'
import { surelyOwn } from '../../speech/pasted.ts'
import { textSpeech } from '../../speech/speech.ts'
import { leastTrusted, type Provenance, PROVENANCES } from '../notes/provenance.ts'
import { anyLanguage } from '../language/index.ts'
import { isBrief } from '../trust/fence.ts'

/** Something a session has said or seen, in order. */
export type Heard = {
  readonly seq: Seq
  readonly by: Provenance
  readonly text: string
  /** The page it was fetched from. */
  readonly address?: string
  /** The user may well have said it: worth noting, but not as theirs. */
  readonly unsure?: true
}

export type Call = { readonly seq: Seq; readonly tool: string; readonly input: Json; readonly failed: boolean }

/** What was said and tried in a stretch of a log. */
export type Speech = { readonly heard: readonly Heard[]; readonly calls: readonly Call[] }

const MAX_OUTPUT_BYTES = 2_000
const DOCUMENT_TOOL = /read|fetch|open|web|browse|search|page|url|file|pdf|doc|mail|slack|issue|pull|crawl|scrape/i
/** Answers of memory itself, or of something that goes by its names: never material for memory again. */
const MEMORY_TOOL = /^(?:mcp__.*__)?(?:memory_|recall)/i
/** They say only whether it was written. */
const WRITING_TOOL = /^memory_(?:write|edit)$/

/** Read the messages of a log; of what memory itself has put there only the provenance. */
export async function speechOf(entries: readonly Entry[], blobs?: BlobStore): Promise<Speech> {
  const heard: Heard[] = []
  const made = new Map<string, Call>()
  let acts = false
  for (const entry of entries) {
    if (entry.kind !== 'message') continue
    if ((entry.origin ?? 'caller') !== 'caller') {
      if (entry.origin === 'memory') heard.push({ seq: entry.seq, by: recalledBy(textOf(entry.message)), text: '' })
      continue
    }
    const { role, blocks } = entry.message
    const isObserved = role === 'user' && acts
    if (role === 'user' || role === 'assistant') acts = role === 'assistant' && ACTION.test(textOf(entry.message))
    for (const block of blocks) {
      if (block.type === 'text' && role === 'user')
        heard.push(...(isObserved ? unsure(block.text, entry.seq) : spoken(block.text, entry.seq)))
      else if (block.type === 'text' && role === 'assistant')
        heard.push({ seq: entry.seq, by: 'model', text: block.text })
      else if (block.type === 'text' && role === 'tool') heard.push(...unsure(block.text, entry.seq))
      else if (block.type === 'tool-call')
        made.set(block.callId, { seq: entry.seq, tool: block.tool, input: block.input, failed: false })
      else if (block.type === 'media') heard.push({ seq: entry.seq, by: 'document', text: '' })
      else if (block.type === 'opaque' && block.purpose !== 'reasoning')
        heard.push({ seq: entry.seq, by: 'document', text: ends(wordsIn(block.wire).join('\n')) })
      else if (block.type === 'tool-result') {
        const call = made.get(block.callId)
        const tool = call?.tool ?? block.tool
        if (WRITING_TOOL.test(tool)) continue
        if (MEMORY_TOOL.test(tool)) {
          heard.push({
            seq: entry.seq,
            by: tool === 'memory_search' ? recalledBy(inlineText(block.content)) : 'document',
            text: '',
          })
          continue
        }
        const output = await outputOf(block, blobs)
        const address = addressIn(call?.input)
        heard.push({
          seq: entry.seq,
          by: resultProvenance(tool),
          text: output,
          ...(address !== undefined && { address }),
        })
        if (call !== undefined && block.isError === true) made.set(block.callId, { ...call, failed: true })
      }
    }
  }
  return { heard, calls: [...made.values()].filter(({ tool }) => !MEMORY_TOOL.test(tool)) }
}

/**
 * Recalled text is no material for memory again, but who said it still counts: a note from a web page does not become
 * trusted by being recalled, or searched for. The labels are ours; what a note itself says stands behind a bar or in a string.
 */
function recalledBy(text: string): Provenance {
  if (isBrief(text)) return 'user'
  if (/^\{\s*"hits":\s*\[\]/.test(text)) return 'model'
  // What was cut may lack the very label that counts.
  const isCut = text.startsWith('{') && !text.trimEnd().endsWith('}')
  const labels = [...text.matchAll(/^\[\d+\] .* \((?:[\d-]+, )?from (\w+)\)$|"from":\s*"(\w+)"/gm)]
  const by = labels.map(([, said, found]) => PROVENANCES.find((each) => each === (said ?? found)) ?? 'document')
  return isCut || by.length === 0 ? 'document' : leastTrusted(by)
}

function resultProvenance(tool: string): Provenance {
  return DOCUMENT_TOOL.test(tool) ? 'document' : 'tool'
}

/** The page a call asked for. */
function addressIn(input: Json | undefined): string | undefined {
  const fields = typeof input === 'object' && input !== null && !Array.isArray(input) ? Object.values(input) : [input]
  const found = fields.find((value) => typeof value === 'string' && /^https?:\/\/[^\s<>"']{1,1000}$/.test(value))
  return typeof found === 'string' ? found : undefined
}

/** An agent that writes its tool calls as text gets their results as the user's. */
const ACTION = /^\s{0,8}(?:\*\*)?(?:Action(?: Input)?|Tool call|Command)(?:\*\*)?\s?[:：]/im

/** What the user says is theirs; what they quote or paste is a document, and so is what a host says in their name. */
function spoken(text: string, seq: Seq): Heard[] {
  const said = textSpeech(text)
  const others = said.filter(({ by }) => by !== 'user' && by !== 'pasted' && by !== 'command')
  if (others.length === 0) return ownSpeech(text, seq)
  const rest = said.filter((part) => !others.includes(part)).map((part) => part.text)
  return [
    ...(rest.length > 0 ? ownSpeech(rest.join('\n'), seq) : []),
    ...others.map((part): Heard => ({ seq, by: 'document', text: part.text })),
  ]
}

const SIGN_OFF = anyLanguage(({ letter }) => letter && `^(?:${letter.signOff})[,.!]?$`)
const GREETING = anyLanguage(({ letter }) => letter && `^(?:${letter.greeting})(?!\\p{L}).{0,60}[,:!]?$`)

function ownSpeech(text: string, seq: Seq): Heard[] {
  const { own, between, pasted } = surelyOwn(text, { greeting: GREETING(), signOff: SIGN_OFF() })
  return [
    ...(own === '' ? [] : [{ seq, by: 'user' as const, text: own }]),
    ...between.map((part): Heard => ({ seq, by: 'document', text: part, unsure: true })),
    ...pasted.map((part): Heard => ({ seq, by: 'document', text: part })),
  ]
}

/**
 * Beside results stands what a host adds to them as well as what the user says meanwhile, and what comes after an action
 * written as text may be its result: worth noting, not as theirs.
 */
function unsure(text: string, seq: Seq): Heard[] {
  return spoken(text, seq).map((said) => (said.by === 'user' ? { ...said, by: 'document', unsure: true } : said))
}

/** Every text in a block only the provider understands: documents, search results, what hosted tools brought. */
function wordsIn(wire: Json): string[] {
  if (typeof wire === 'string') return isData(wire) ? [] : [wire]
  if (typeof wire !== 'object' || wire === null) return []
  return Object.values(wire).flatMap((value) => wordsIn(value))
}

function isData(text: string): boolean {
  return text.length > 200 && !/\s/.test(text.slice(0, 200))
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
