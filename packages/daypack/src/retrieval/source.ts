import { createHash } from 'node:crypto'
import { contentOf, isStored } from '../model/message.ts'
import type { Block, Content, Ref, StoredContent, Message } from '../model/message.ts'
import type { BlockId } from '../model/edit.ts'
import { parseBlockId, type MessageNumber } from '../view/read.ts'
import { isObject, type Awaitable, type Millis } from '../model/json.ts'
import { toolFacts } from '../tools/facts.ts'
import { normalPath } from '../tools/paths.ts'
import type { ToolTable } from '../tools/table.ts'

/** A message the session saw: shown, folded or taken back. The last have no number but minus their entry in the log. */
export type SeenMessage = { readonly number: MessageNumber; readonly at: Millis; readonly message: Message }

export type RetrievalSource = {
  /** Everything this session ever saw, oldest first; what was rewound and what only the archive holds included. */
  seen(): Awaitable<readonly SeenMessage[]>
  /** The whole text of a content; rejects when retention took it. */
  read(content: Content): Promise<string>
  /** Some bytes of a blob, so that a huge one need not be read whole. */
  slice?(content: StoredContent, from: number, to: number): Promise<Uint8Array>
  path(ref: Ref): string
  readonly tools?: ToolTable
  day?(day: string): Promise<string | undefined>
  note?(path: string): Promise<string | undefined>
  /** The start of our absolute paths: the workspace and the folder of the notes. */
  readonly dirs?: readonly string[]
  readonly dialog?: string
}

/** What a name refers to: a text, and in a few words its origin. */
export type Target = { readonly content: Content; readonly title: string }

/** A ref, a blob path, a message (`12`) or block (`12.0`), or a file as it was read; only what the session saw. */
export async function resolve(name: string, source: RetrievalSource): Promise<Target | undefined> {
  const seen = await source.seen()
  const ref = /[0-9a-f]{64}/.exec(name)?.[0]
  if (ref) return byRef(seen, ref, source)
  const number = /^(?:message\s*)?#?(-?\d+)((?:\.\d+){0,2})$/i.exec(name.trim())
  if (number) return byNumber(seen, Number(number[1]), number[2] ?? '')
  return (await byWorkspace(name.trim(), source)) ?? byPath(seen, name, source.tools)
}

const DAY = /^(\d{4}-\d\d-\d\d)\.jsonl$/
const NOTE = /^(?:MEMORY\.md|memory\/[^\0]+\.(?:md|markdown))$/i

async function byWorkspace(name: string, source: RetrievalSource): Promise<Target | undefined> {
  const path = below(withSlashes(name).replace(/^(?:\.\/)+/, ''), source.dirs ?? [])
  if (path.split('/').some((part) => part === '' || part === '.' || part === '..')) return undefined
  const folder = ['dialog', source.dialog ?? 'dialog'].find((each) => path.startsWith(`${each}/`))
  const [, date] = (folder !== undefined && DAY.exec(path.slice(folder.length + 1))) || []
  const text = date !== undefined ? await source.day?.(date) : NOTE.test(path) ? await source.note?.(path) : undefined
  return text === undefined ? undefined : { content: { text }, title: path }
}

function below(path: string, dirs: readonly string[]): string {
  const root = dirs.map((dir) => withSlashes(dir).replace(/\/$/, '')).find((dir) => path.startsWith(`${dir}/`))
  return root === undefined ? path : path.slice(root.length + 1)
}

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/')
}

/** A call by its tool, too; nothing of what only the provider reads. */
export function searchableContent(block: Block): Content {
  if (block.type === 'opaque') return { text: '' }
  return block.type === 'tool-call' ? { text: `${block.tool} ${JSON.stringify(block.input)}` } : contentOf(block)
}

function byRef(seen: readonly SeenMessage[], ref: Ref, source: RetrievalSource): Target | undefined {
  for (const { number, message } of seen) {
    for (const block of message.blocks.flatMap((each): Block[] =>
      each.type === 'tool-result' ? [each, ...(each.attachments ?? [])] : [each],
    )) {
      const content = searchableContent(block)
      if (isStored(content) && content.ref === ref)
        return { content, title: `${source.path(ref)}, from message ${number}` }
      if (!isStored(content) && content.text.length > 0 && block.type !== 'tool-call' && hashOf(content.text) === ref)
        return { content, title: `message ${number}` }
    }
  }
  return undefined
}

function byNumber(seen: readonly SeenMessage[], number: MessageNumber, rest: string): Target | undefined {
  const found = seen.findLast((each) => each.number === number)
  if (!found) return undefined
  if (rest === '' && found.message.blocks.length !== 1) return whole(found)
  const { index } = parseBlockId(`${number}${rest || '.0'}` as BlockId)
  const block = found.message.blocks[index]
  return block && { content: searchableContent(block), title: `message ${number}${rest}` }
}

/** Several blocks: inline texts in full, stored results by their number. */
function whole({ number, message }: SeenMessage): Target {
  const texts = message.blocks.map((block, index) => {
    const content = searchableContent(block)
    const text = isStored(content)
      ? `[${content.bytes} bytes, ${content.lines} lines: read ${number}.${index}]`
      : content.text
    return `[${number}.${index} ${block.type}]\n${text}`
  })
  return { content: { text: texts.join('\n') }, title: `message ${number}` }
}

/** The last reading of a file: what was seen then, whatever the file says now. */
function byPath(seen: readonly SeenMessage[], name: string, tools: ToolTable | undefined): Target | undefined {
  const wanted = normalPath(name)
  const calls = new Map(
    seen.flatMap(({ message }) =>
      message.blocks.flatMap((block) => (block.type === 'tool-call' ? [[block.callId, block] as const] : [])),
    ),
  )
  for (const { number, message } of seen.toReversed()) {
    for (const block of message.blocks) {
      const call = block.type === 'tool-result' && !block.isError ? calls.get(block.callId) : undefined
      if (!call || block.type !== 'tool-result') continue
      const facts = toolFacts(call.tool, call.input, tools)
      if (facts.kind === 'read' && facts.path !== undefined && normalPath(facts.path) === wanted) {
        return { content: block.content, title: `${name} as it was read in message ${number}` }
      }
    }
  }
  return undefined
}

function hashOf(text: string): Ref {
  return createHash('sha256').update(text).digest('hex')
}

export function objectIn(input: unknown): Record<string, unknown> {
  return isObject(input) ? input : {}
}

export function textIn(fields: Record<string, unknown>, name: string): string | undefined {
  const value = fields[name]
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

export function numberIn(fields: Record<string, unknown>, name: string): number | undefined {
  const value = fields[name]
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? Math.trunc(number) : undefined
}
