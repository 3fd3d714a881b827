import { fileActions, fileTool } from '../files/tools.ts'
import type { Json } from '../model/json.ts'

/** What a tool call does to which file, as far as its name and input tell. */
export type ToolFacts = {
  readonly kind: ToolKind
  /** As the call gives it. */
  readonly path?: string
  /** Lines asked for, both included, counted from 1; `to` absent: up to the end. Absent: the whole file. */
  readonly range?: { readonly from: number; readonly to?: number }
  /** Files it wrote as a whole. */
  readonly written: readonly string[]
}
export type ToolKind = 'read' | 'write' | 'edit' | 'search' | 'list' | 'shell' | 'other'

export function toolFacts(tool: string, input: Json | undefined): ToolFacts {
  const actions = fileActions(tool, input ?? null)
  const written = actions.flatMap((action) => (action.type === 'write' ? [action.path] : []))
  const [first] = actions
  if (first?.type === 'read') {
    const from = first.from ?? 1
    const range = first.count === undefined ? (from > 1 ? { from } : undefined) : { from, to: from + first.count - 1 }
    return { kind: 'read', path: first.path, written, ...(range && { range }) }
  }
  const kind = kindOf(tool, first?.type)
  return first?.path === undefined ? { kind, written } : { kind, path: first.path, written }
}

/** `./src\\a.ts` and `src/b/../a.ts` are the same file. */
export function normalPath(path: string): string {
  const parts: string[] = []
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else parts.push(part)
  }
  return (/^[/\\]/.test(path) ? '/' : '') + parts.join('/')
}

const LISTS = new Set(['glob', 'listfiles', 'listdir', 'listdirectory', 'ls', 'tree', 'findfiles'])
const SEARCHES = new Set([
  'search',
  'searchfiles',
  'searchcode',
  'rg',
  'codebasesearch',
  'filesearch',
  'websearch',
  'find',
])
const SHELLS = new Set([
  'exec',
  'execcommand',
  'runterminalcmd',
  'runinterminal',
  'terminal',
  'executeshellcommand',
  'shellcommand',
  'powershell',
  'runtests',
])

function kindOf(tool: string, action: string | undefined): ToolKind {
  if (action === 'write' || action === 'search') return action
  if (action === 'edit' || action === 'insert' || action === 'append' || action === 'replace') return 'edit'
  const does = fileTool(tool)?.does
  if (does === 'shell' || does === 'search' || does === 'read' || does === 'write') return does
  if (does !== undefined) return 'edit'
  const name = (tool.split(/__|[.:/]/).at(-1) ?? tool).toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  if (LISTS.has(name)) return 'list'
  if (SEARCHES.has(name)) return 'search'
  return SHELLS.has(name) ? 'shell' : 'other'
}
