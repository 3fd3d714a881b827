import type { Json } from '../model/json.ts'
import { fileActions } from './actions.ts'
import { toolOf, type ToolKind, type ToolTable } from './table.ts'

export type ToolFacts = {
  readonly kind: ToolKind
  readonly path?: string
  /** Lines asked for, both included, counted from 1; `to` absent: up to the end. Absent: the whole file. */
  readonly range?: { readonly from: number; readonly to?: number }
  readonly written: readonly string[]
}

export function toolFacts(tool: string, input: Json | undefined, tools?: ToolTable): ToolFacts {
  const all = fileActions(tool, input ?? null, tools)
  const actions = all.filter((action) => action.type !== 'doubt' && action.type !== 'show')
  const written = actions.flatMap((action) => (action.type === 'write' ? [action.path] : []))
  const [first] = actions
  if (first?.type === 'read' && first.rev === undefined && all.length === 1) {
    const from = first.from ?? 1
    const range = first.count === undefined ? (from > 1 ? { from } : undefined) : { from, to: from + first.count - 1 }
    return { kind: 'read', path: first.path, written, ...(range && { range }) }
  }
  const kind = kindOf(tool, first?.type, tools)
  return first?.path === undefined ? { kind, written } : { kind, path: first.path, written }
}

function kindOf(tool: string, action: string | undefined, tools: ToolTable | undefined): ToolKind {
  if (action === 'write' || action === 'search') return action
  if (action === 'edit' || action === 'insert' || action === 'append' || action === 'replace') return 'edit'
  return toolOf(tool, tools)?.does ?? 'other'
}
