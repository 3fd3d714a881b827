import { DIALECTS } from '../dialects/dialects.ts'
import known from './tools.json' with { type: 'json' }

export type ToolKind =
  | 'read'
  | 'write'
  | 'edit'
  | 'search'
  | 'list'
  | 'shell'
  | 'retrieval'
  | 'subagent'
  | 'tasks'
  /** Asks the user: its result is the user's word. */
  | 'ask'
  | 'other'

export type Tool = {
  readonly does: Exclude<ToolKind, 'other'>
  readonly path?: readonly string[]
  /** Its input is a patch in the format of Codex. */
  readonly isPatch?: true
  /** Its results are not about files of the workspace, such as those of a search in the web. */
  readonly isElsewhere?: true
  /** Its results may be so long, in characters, where a preset asks tools for it. */
  readonly maxResultChars?: number
  readonly resume?: { readonly path: string; readonly line: string; readonly column: string }
  /** A task tool that names one task at a time. Absent: its input is the whole list. */
  readonly task?: 'add' | 'change'
}

export type ToolTable = Readonly<Record<string, Tool>>

/** Keys are lower case without separators, so that `mcp__files__read-file` and `Read` are found. */
export const TOOLS: ToolTable = {
  ...Object.fromEntries(
    (known as readonly (Tool & { readonly names: string })[]).flatMap(({ names, ...tool }) =>
      names.split(' ').map((name) => [name, tool]),
    ),
  ),
  ...readTools(),
}

export function toolTable(own: ToolTable = {}): ToolTable {
  const plain = Object.entries(own).map(([name, tool]) => [plainName(name), tool] as const)
  return { ...TOOLS, ...Object.fromEntries(plain), ...own }
}

/** What is known of a tool; namespaces such as `mcp__files__read_file` are looked through. */
export function toolOf(name: string, tools: ToolTable = TOOLS): Tool | undefined {
  if (Object.hasOwn(tools, name)) return tools[name]
  const plain = plainName(name)
  return Object.hasOwn(tools, plain) ? tools[plain] : undefined
}

export function lastName(name: string): string {
  return name.split(/__|[./:]/).at(-1) ?? name
}

function plainName(name: string): string {
  return lastName(name)
    .replaceAll(/[-_\s]/g, '')
    .toLowerCase()
}

function readTools(): ToolTable {
  return Object.fromEntries(
    DIALECTS.flatMap(({ readTool }) => {
      if (!readTool) return []
      const { name, ...resume } = readTool
      return [[name, { does: 'read' as const, resume }]]
    }),
  )
}
