import { DIALECTS } from '../dialects/dialects.ts'

/** What a tool is, as far as anybody here cares. */
export type ToolKind =
  | 'read'
  | 'write'
  | 'edit'
  | 'search'
  | 'list'
  | 'shell'
  /** Gives back what was left out, bounded already: its results are never cut again. */
  | 'retrieval'
  | 'subagent'
  | 'tasks'
  /** Asks the user: its result is the user's word. */
  | 'ask'
  | 'other'

/** What is known of one tool. Everything but `does` has a default that fits most hosts. */
export type Tool = {
  readonly does: Exclude<ToolKind, 'other'>
  /** The argument that names the file, most likely first. */
  readonly path?: readonly string[]
  /** Its input is a patch in the format of Codex. */
  readonly isPatch?: true
  /** Its results are not about files of the workspace, such as those of a search in the web. */
  readonly isElsewhere?: true
  /** Its results may be so long, in characters, where a preset asks tools for it. */
  readonly maxResultChars?: number
  /** How a reading tool is told where to go on. */
  readonly resume?: { readonly path: string; readonly line: string; readonly column: string }
  /** A task tool that names one task at a time. Absent: its input is the whole list. */
  readonly task?: 'add' | 'change'
}

/** Tools by name. */
export type ToolTable = Readonly<Record<string, Tool>>

/**
 * The tools of common agents and our own. Keys are lower case without separators, so that `Read`, `read_file` and
 * `mcp__files__read-file` are found whatever their host calls them. This is the one list of tool names there is.
 */
export const TOOLS: ToolTable = {
  ...all('read', 'readfile view viewfile openfile readtextfile notebookread'),
  ...readTools(),
  ...all('write', 'write writefile writetofile create createfile'),
  ...all('edit', 'edit editfile multiedit replace strreplace replaceinfile searchreplace applydiff'),
  ...all('edit', 'strreplaceeditor strreplacebasededittool'),
  applypatch: { does: 'edit', isPatch: true },
  ...all('search', 'grep grepsearch searchfilecontent searchfiles searchcode rg'),
  ...all('search', 'search codebasesearch filesearch websearch find', { isElsewhere: true }),
  ...all('list', 'glob listfiles listdir listdirectory ls tree findfiles'),
  ...all('shell', 'bash shell runshell runshellcommand runcommand executecommand executebash localshell'),
  ...all(
    'shell',
    'exec execcommand startprocess runterminalcmd runinterminal terminal executeshellcommand shellcommand powershell',
  ),
  ...all('shell', 'runtests', { isElsewhere: true }),
  ...all('retrieval', 'readref recall memorysearch memoryget'),
  ...all('subagent', 'task agent dispatchagent newtask spawnagent delegate'),
  ...all('tasks', 'todowrite todoread updateplan writetodos tasklist'),
  ...all('ask', 'askuserquestion askuser askclarification askfollowupquestion requestuserinput askhuman'),
  taskcreate: { does: 'tasks', task: 'add' },
  taskupdate: { does: 'tasks', task: 'change' },
}

/** The table with a host's own tools in it; theirs win. */
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

/** A tool's name without the namespaces before it. */
export function lastName(name: string): string {
  return name.split(/__|[./:]/).at(-1) ?? name
}

function plainName(name: string): string {
  return lastName(name)
    .replaceAll(/[-_\s]/g, '')
    .toLowerCase()
}

/** The reading tools of agents, with the arguments that say where to go on. */
function readTools(): ToolTable {
  return Object.fromEntries(
    DIALECTS.flatMap(({ readTool }) => {
      if (!readTool) return []
      const { name, ...resume } = readTool
      return [[name, { does: 'read' as const, resume }]]
    }),
  )
}

function all(does: Tool['does'], names: string, more: Partial<Tool> = {}): ToolTable {
  return Object.fromEntries(names.split(' ').map((name) => [name, { does, ...more }]))
}
