import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { DaypackError } from 'daypack'

export type Taken = {
  readonly text: string
  readonly day?: string
  /** A person wrote it, or a model made it of what a person said. */
  readonly by: 'user' | 'model'
}
export type Told = { readonly role: 'user' | 'assistant'; readonly text: string; readonly at?: number }
export type Memories = {
  readonly from: string
  readonly taken: readonly Taken[]
  readonly talks: readonly { readonly name: string; readonly told: readonly Told[] }[]
}

export function readMemories(given: string): Memories {
  if (!existsSync(given)) throw new DaypackError('not-found', `There is no ${given}.`)
  if (statSync(given).isDirectory()) return readFolder(given)
  const text = readText(given)
  const name = path.basename(given)
  if (/\.(?:md|markdown)$/i.test(given)) return { from: name, taken: statementsIn(text), talks: [] }
  if (/\.jsonl$/i.test(given))
    return { from: 'a session of Claude Code', taken: [], talks: [{ name, told: readTranscript(text) }] }
  const found = fromJson(parseFile(text, given), name)
  if (found !== undefined) return found
  throw new DaypackError(
    'bad-config',
    `${given} is not something that can be imported: mem0 memories (get_all), LangChain messages, LangGraph store items, a Claude Code session (.jsonl), Markdown, or a folder: ~/.claude, one of its projects, or a workspace with MEMORY.md.`,
  )
}

const KEPT = ['USER.md', 'PROFILE.md', 'CLAUDE.md', 'MEMORY.md']

function readFolder(dir: string): Memories {
  const projects = filesIn(path.join(dir, 'projects')).map((name) => path.join('projects', name))
  const places = ['', ...projects]
  const notes = places.flatMap((at) => [
    ...KEPT.map((name) => path.join(at, name)),
    ...filesIn(path.join(dir, at, 'memory'), '.md').map((name) => path.join(at, 'memory', name)),
  ])
  const sessions = places.flatMap((at) => filesIn(path.join(dir, at), '.jsonl').map((name) => path.join(at, name)))
  const there = notes.filter((name) => existsSync(path.join(dir, name)))
  if (there.length === 0 && sessions.length === 0)
    throw new DaypackError(
      'not-found',
      `${dir} has no ${KEPT.join(', ')}, no memory/ and no sessions (.jsonl): there is nothing to import.`,
    )
  const taken = there.flatMap((name) => {
    const day = /(\d{4}-\d{2}-\d{2})\.md$/.exec(name)?.[1]
    return statementsIn(readText(path.join(dir, name))).map((each) => ({ ...each, ...(day && { day }) }))
  })
  const talks = sessions.map((name) => ({ name, told: readTranscript(readText(path.join(dir, name))) }))
  return {
    from: path.basename(path.resolve(dir)),
    taken,
    talks: talks.toSorted((a, b) => startOf(a.told) - startOf(b.told)),
  }
}

/** As written on any system: without the mark some editors begin a file with, and without carriage returns. */
function readText(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
}

function filesIn(dir: string, ending = ''): string[] {
  return existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith(ending)) : []
}

function startOf(told: readonly Told[]): number {
  return told[0]?.at ?? 0
}

/** List items and paragraphs; headings, code, tables, comments, quotes and `@imports` are skipped. */
function statementsIn(markdown: string): Taken[] {
  const lines = markdown
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[^\n]*$/gm, '')
    .split('\n')
  const said: string[] = []
  let goesOn = false
  for (const line of lines) {
    const item = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/.exec(line)
    const text = (item?.[1] ?? line).trim()
    const tells = text !== '' && !/^(?:#|\||@\S+$|[-*_=]{3,}$|>)/.test(text)
    if (tells && item === null && goesOn) said.push(`${said.pop()} ${text}`)
    else if (tells) said.push(text)
    goesOn = tells
  }
  return said
    .map((text) => text.replace(/^(\*\*|__)(.+?)\1/, '$2'))
    .filter((text) => text.length > 3)
    .map((text) => ({ text, by: 'user' }))
}

/** Only what the user and the assistant said; tool results, host additions and sub-agents are skipped. */
function readTranscript(text: string): Told[] {
  return text.split('\n').flatMap((line): Told[] => {
    if (line.trim() === '') return []
    const record = tryJson(line)
    const role = field(record, 'type')
    if (role !== 'user' && role !== 'assistant') return []
    if (['isMeta', 'isSidechain', 'isCompactSummary'].some((name) => field(record, name) === true)) return []
    const said = contentText(field(field(record, 'message'), 'content'))
    const at = Date.parse(String(field(record, 'timestamp')))
    return said === '' ? [] : [{ role, text: said, ...(!Number.isNaN(at) && { at }) }]
  })
}

function fromJson(value: unknown, name: string): Memories | undefined {
  const buffer = field(field(value, 'chat_memory'), 'messages')
  const list = [value, buffer, ...['results', 'messages', 'memories'].map((key) => field(value, key))].find(
    Array.isArray,
  )
  if (list === undefined) return undefined
  const items: readonly unknown[] = list
  const memories = items.flatMap((item) => memoryIn(item) ?? [])
  if (memories.length > 0) return { from: 'mem0 or a LangGraph store', taken: memories, talks: [] }
  const told = items.flatMap((item) => messageIn(item) ?? [])
  return told.length > 0 ? { from: 'messages of LangChain', taken: [], talks: [{ name, told }] } : undefined
}

/** mem0: `{ memory, created_at }`; a LangGraph store: `{ namespace, key, value }`, with langmem's `value.content.content`. */
function memoryIn(item: unknown): Taken | undefined {
  const value = field(item, 'value')
  const inner = field(value, 'content') ?? field(value, 'text') ?? field(value, 'memory') ?? field(value, 'data')
  const text = field(item, 'memory') ?? (typeof inner === 'string' ? inner : field(inner, 'content'))
  if (typeof text !== 'string' || text.trim() === '') return undefined
  const at =
    field(item, 'updated_at') ?? field(item, 'created_at') ?? field(item, 'updatedAt') ?? field(item, 'createdAt')
  const day = typeof at === 'string' ? /^\d{4}-\d{2}-\d{2}/.exec(at)?.[0] : undefined
  return { text: text.replace(/\s+/g, ' ').trim(), by: 'model', ...(day !== undefined && { day }) }
}

/** `{ type: 'human', data: { content } }`, the same without `data`, and `{ type: 'constructor', id: […, 'HumanMessage'], kwargs }`. */
function messageIn(item: unknown): Told | undefined {
  const inner = field(item, 'data') ?? field(item, 'kwargs') ?? item
  const id = field(item, 'id')
  const kind = Array.isArray(id) ? String(id.at(-1)) : String(field(item, 'type') ?? field(item, 'role'))
  const role = /^(?:human|user|HumanMessage)/.test(kind)
    ? 'user'
    : /^(?:ai|assistant|AIMessage)/.test(kind)
      ? 'assistant'
      : undefined
  const text = contentText(field(inner, 'content'))
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

function parseFile(text: string, file: string): unknown {
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
