import { isObject, type Json, type JsonObject } from '../model/json.ts'
import NAMES from './arguments.json' with { type: 'json' }
import { reachOfOther, reachOfSubagent, type Reach } from './may-change.ts'
import { shellActions } from './shell.ts'
import { toolOf, type ToolTable } from './table.ts'

/** Lines of a file, counted from 1; `rev`: as it was in this revision, not as it is now. */
export type Lines = {
  readonly path: string
  readonly from?: number
  readonly count?: number
  readonly rev?: string
}

export type FileAction =
  | ({ readonly type: 'read' } & Lines)
  /** Several files in one output, separated by their lengths and by lines between them. */
  | { readonly type: 'show'; readonly path?: undefined; readonly parts: readonly Piece[] }
  | { readonly type: 'write' | 'append'; readonly path: string; readonly text: string }
  | { readonly type: 'edit'; readonly path: string; readonly changes: readonly Replacement[] }
  | { readonly type: 'insert'; readonly path: string; readonly after: number; readonly text: string }
  /** The same text replaced in every line that contains it: its first occurrence, or all. */
  | ({ readonly type: 'replace'; readonly path: string } & Required<Replacement>)
  | { readonly type: 'search'; readonly path?: string }
  /** Gone: what was known of it no longer counts. */
  | { readonly type: 'forget'; readonly path: string }
  | { readonly type: 'move'; readonly path: string; readonly to: string }
  | { readonly type: 'commit'; readonly path?: undefined }
  /** Back to what was committed, at and below the path. */
  | { readonly type: 'undo'; readonly path: string }
  /** Changed perhaps, in a way we cannot follow. */
  | { readonly type: 'doubt'; readonly path?: undefined; readonly reach: Reach }

export type Piece =
  | ({ readonly type: 'file' } & Lines)
  | { readonly type: 'search'; readonly path?: string }
  | { readonly type: 'line'; readonly text: string }
  | { readonly type: 'silent' }

export type Replacement = { readonly old: string; readonly next: string; readonly all?: boolean }

export function fileActions(tool: string, input: Json, tools?: ToolTable): FileAction[] {
  const known = toolOf(tool, tools)
  if (known?.isElsewhere) return []
  const args = isObject(input) ? input : {}
  if (!known) return doubt(reachOfOther(tool, args))
  const path = text(args, known.path ?? NAMES.path)
  switch (known.does) {
    case 'read':
      return path ? [{ type: 'read', path, ...range(args) }] : []
    case 'write': {
      const content = text(args, NAMES.text)
      if (!path || content === undefined) return doubt(unknownAt(path))
      return [{ type: appends(args) ? 'append' : 'write', path, text: content }]
    }
    case 'edit':
      if (known.isPatch)
        return patch(typeof input === 'string' ? input : (text(args, ['patch', 'input', 'diff']) ?? ''))
      return path ? edit(args, path) : doubt('all')
    case 'search':
      return [path ? { type: 'search', path } : { type: 'search' }]
    case 'shell':
      return shellActions(command(args), patch, folderOf(args))
    case 'subagent':
      return doubt(reachOfSubagent(args))
    default:
      return []
  }
}

function appends(args: JsonObject): boolean {
  return args['append'] === true || /^(?:a|ab|a\+|append)$/i.test(text(args, ['mode', 'write_mode', 'writeMode']) ?? '')
}

function unknownAt(path: string | undefined): Reach {
  return path === undefined ? 'all' : [path]
}

function doubt(reach: Reach): FileAction[] {
  return reach.length > 0 ? [{ type: 'doubt', reach }] : []
}

/** The folder a command is run in, where the call says so; a relative one is below an unknown folder. */
export function folderOf(args: JsonObject): string {
  const folder = args['workdir'] ?? args['cwd'] ?? args['working_directory'] ?? args['directory']
  return typeof folder === 'string' && folder.startsWith('/') ? folder : ''
}

export function command(args: JsonObject): string {
  const value = args['command'] ?? args['cmd'] ?? args['script']
  if (typeof value === 'string') return value
  const words = Array.isArray(value) ? value.filter((part) => typeof part === 'string') : []
  const [program = '', flag = '', script] = words
  if (program === 'apply_patch') return `apply_patch <<'PATCH'\n${flag}\nPATCH`
  return script !== undefined && /^-l?c$/.test(flag) ? script : words.join(' ')
}

function edit(args: JsonObject, path: string): FileAction[] {
  const verb = args['command']
  if (verb === 'view') return [{ type: 'read', path, ...range(args) }]
  if (verb === 'create') return [{ type: 'write', path, text: text(args, NAMES.text) ?? '' }]
  if (verb === 'insert') {
    const after = args['insert_line']
    const inserted = text(args, ['new_str', 'insert_text', ...NAMES.text]) ?? ''
    return typeof after === 'number' ? [{ type: 'insert', path, after, text: inserted }] : []
  }
  const list = args['edits'] ?? args['replacements']
  const changes = (Array.isArray(list) ? list : [args]).filter(isObject).flatMap((one): Replacement[] => {
    const old = text(one, NAMES.old)
    const next = text(one, NAMES.next)
    if (old === undefined || next === undefined) return []
    return [{ old, next, ...((one['replace_all'] === true || one['replaceAll'] === true) && { all: true }) }]
  })
  return changes.length > 0 ? [{ type: 'edit', path, changes }] : doubt(unknownAt(path))
}

function range(args: JsonObject): { from?: number; count?: number } {
  const view = args['view_range']
  if (Array.isArray(view) && typeof view[0] === 'number') {
    const end = view[1]
    return { from: view[0], ...(typeof end === 'number' && end > 0 && { count: end - view[0] + 1 }) }
  }
  const from = number(args, NAMES.from)
  const to = number(args, NAMES.to)
  const count = number(args, NAMES.count) ?? (to === undefined ? undefined : to - (from ?? 1) + 1)
  return { ...(from !== undefined && { from: Math.max(1, from) }), ...(count !== undefined && { count }) }
}

function patch(body: string): FileAction[] {
  const actions: FileAction[] = []
  for (const part of body.split(/^\*\*\* (?=Add|Update|Delete)/m).slice(1)) {
    const [head = '', ...lines] = part.split('\n')
    const [, verb, path] = /^(Add|Update|Delete) File: (.+)$/.exec(head.trim()) ?? []
    if (!path) continue
    if (verb === 'Delete') actions.push({ type: 'forget', path })
    else if (verb === 'Add') {
      const added = lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1))
      actions.push({ type: 'write', path, text: added.join('\n') })
    } else {
      const changes = hunks(lines)
      const to = /^\*\*\* Move to: (.+)$/.exec(lines[0]?.trim() ?? '')?.[1]
      if (changes.length > 0) actions.push({ type: 'edit', path, changes })
      if (to !== undefined) actions.push({ type: 'move', path, to })
    }
  }
  return actions
}

function hunks(lines: readonly string[]): Replacement[] {
  const changes: Replacement[] = []
  let old: string[] = []
  let next: string[] = []
  const flush = () => {
    if (old.length + next.length > 0) changes.push({ old: old.join('\n'), next: next.join('\n') })
    old = []
    next = []
  }
  const end = lines.findLastIndex((line) => /^[-+ @]/.test(line))
  for (const line of lines.slice(0, end + 1)) {
    if (line.startsWith('@@')) flush()
    else if (line.startsWith('-')) old.push(line.slice(1))
    else if (line.startsWith('+')) next.push(line.slice(1))
    else if (line === '' || line.startsWith(' ')) {
      old.push(line.slice(1))
      next.push(line.slice(1))
    }
  }
  flush()
  return changes
}

function text(args: JsonObject, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = args[name]
    if (typeof value === 'string') return value
  }
  return undefined
}

function number(args: JsonObject, names: readonly string[]): number | undefined {
  for (const name of names) {
    const value = args[name]
    if (typeof value === 'number' && Number.isFinite(value)) return Math.trunc(value)
    if (typeof value === 'string' && /^\d+$/.test(value)) return Number(value)
  }
  return undefined
}
