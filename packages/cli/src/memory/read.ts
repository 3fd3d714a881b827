import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { DaypackError } from 'daypack'

/** One statement of another program's memory. */
export type Taken = {
  readonly text: string
  /** When it was noted there, as a day. */
  readonly day?: string
  /** A person wrote it, or a model made it of what a person said. */
  readonly by: 'user' | 'model'
}
/** What somebody said in a conversation, for the rules or a model to note. */
export type Told = { readonly role: 'user' | 'assistant'; readonly text: string }
export type Memories = { readonly from: string; readonly taken: readonly Taken[]; readonly told: readonly Told[] }

/** The memory of another program, by the form of its file: mem0, LangChain and LangGraph, Claude Code, OpenClaw, Markdown. */
export function readMemories(given: string): Memories {
  if (!existsSync(given)) throw new DaypackError('not-found', `There is no ${given}.`)
  if (statSync(given).isDirectory()) return folder(given)
  const text = readFileSync(given, 'utf8')
  if (/\.(?:md|markdown)$/i.test(given)) return { from: path.basename(given), taken: statements(text), told: [] }
  if (/\.jsonl$/i.test(given)) return { from: 'a session of Claude Code', taken: [], told: transcript(text) }
  const found = fromJson(json(text, given))
  if (found !== undefined) return found
  throw new DaypackError(
    'bad-config',
    `${given} is not something that can be imported: mem0 memories (get_all), LangChain messages, LangGraph store items, a Claude Code session (.jsonl), Markdown, or a folder with MEMORY.md.`,
  )
}

/** A workspace of OpenClaw: what a person keeps about themselves, and the notes. */
function folder(dir: string): Memories {
  const days = path.join(dir, 'memory')
  const names = existsSync(days) ? readdirSync(days).filter((name) => name.endsWith('.md')) : []
  const files = ['USER.md', 'MEMORY.md', ...names.map((name) => path.join('memory', name))]
  const there = files.filter((name) => existsSync(path.join(dir, name)))
  if (there.length === 0)
    throw new DaypackError('not-found', `${dir} has no MEMORY.md, USER.md or memory/: there is nothing to import.`)
  const taken = there.flatMap((name) => {
    const day = /(\d{4}-\d{2}-\d{2})\.md$/.exec(name)?.[1]
    return statements(readFileSync(path.join(dir, name), 'utf8')).map((each) => ({ ...each, ...(day && { day }) }))
  })
  return { from: path.basename(dir), taken, told: [] }
}

/** List items and paragraphs; headings, code, tables, comments and `@imports` say nothing by themselves. */
function statements(markdown: string): Taken[] {
  const lines = markdown
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[^\n]*$/gm, '')
    .split('\n')
  return lines
    .map((line) => line.replace(/^\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/, '').trim())
    .filter((line) => line.length > 3 && !/^(?:#|\||@\S+$|[-*_=]{3,}$|>)/.test(line))
    .map((text) => ({ text, by: 'user' }))
}

/** Lines of the kind `{ type: 'user', message: { content } }`; results of tools and what the host adds are nobody's words. */
function transcript(text: string): Told[] {
  return text.split('\n').flatMap((line): Told[] => {
    if (line.trim() === '') return []
    const record = tryJson(line)
    const role = field(record, 'type')
    if ((role !== 'user' && role !== 'assistant') || field(record, 'isMeta') === true) return []
    const said = contentText(field(field(record, 'message'), 'content'))
    return said === '' ? [] : [{ role, text: said }]
  })
}

function fromJson(value: unknown): Memories | undefined {
  const list = [value, field(value, 'results'), field(value, 'messages'), field(value, 'memories')].find(Array.isArray)
  if (list === undefined) return undefined
  const items: readonly unknown[] = list
  const memories = items.flatMap((item) => memory(item) ?? [])
  if (memories.length > 0) return { from: 'mem0 or a LangGraph store', taken: memories, told: [] }
  const told = items.flatMap((item) => message(item) ?? [])
  return told.length > 0 ? { from: 'messages of LangChain', taken: [], told } : undefined
}

/** mem0: `{ memory, created_at }`; a LangGraph store: `{ namespace, key, value }`, with langmem's `value.content.content`. */
function memory(item: unknown): Taken | undefined {
  const value = field(item, 'value')
  const inner = field(value, 'content') ?? field(value, 'text') ?? field(value, 'memory') ?? field(value, 'data')
  const text = field(item, 'memory') ?? (typeof inner === 'string' ? inner : field(inner, 'content'))
  if (typeof text !== 'string' || text.trim() === '') return undefined
  const at =
    field(item, 'updated_at') ?? field(item, 'created_at') ?? field(item, 'updatedAt') ?? field(item, 'createdAt')
  const day = typeof at === 'string' ? /^\d{4}-\d{2}-\d{2}/.exec(at)?.[0] : undefined
  return { text: text.replace(/\s+/g, ' ').trim(), by: 'model', ...(day !== undefined && { day }) }
}

/** `{ type: 'human', data: { content } }`, and the same without `data`. */
function message(item: unknown): Told | undefined {
  const kind = field(item, 'type') ?? field(item, 'role')
  const role =
    kind === 'human' || kind === 'user' ? 'user' : kind === 'ai' || kind === 'assistant' ? 'assistant' : undefined
  const text = contentText(field(field(item, 'data'), 'content') ?? field(item, 'content'))
  return role === undefined || text === '' ? undefined : { role, text }
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  const parts: readonly unknown[] = content
  return parts
    .map((part) => (field(part, 'type') === 'text' ? field(part, 'text') : undefined))
    .filter((part) => typeof part === 'string')
    .join('\n')
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

function json(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new DaypackError('bad-config', `${file} is not JSON.`, { cause })
  }
}

/** A broken line of a transcript is passed over. */
function tryJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
