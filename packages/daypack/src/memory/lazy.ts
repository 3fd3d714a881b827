import type { Memory } from './api.ts'
import type { MemoryLines } from './notes/line-edits.ts'
import { tool, TOOL_NAMES } from './tools/tool.ts'

/** A memory that `open` makes at the first use: a process that never asks for notes loads no code for them. */
export function lazyMemory(open: () => Promise<Memory>): Memory & { load(): Promise<Memory> } {
  let opened: Promise<Memory> | undefined
  const load = (): Promise<Memory> =>
    (opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    }))
  const call =
    <Name extends Asked>(name: Name) =>
    async (...given: Parameters<Memory[Name]>): Promise<Answered<Memory[Name]>> => {
      const method = (await load())[name] as (...of: Parameters<Memory[Name]>) => Promise<Answered<Memory[Name]>>
      return method(...given)
    }
  const line =
    <Name extends keyof MemoryLines>(name: Name) =>
    async (...given: Parameters<MemoryLines[Name]>): Promise<Answered<MemoryLines[Name]>> => {
      const { lines } = await load()
      const method = lines[name] as (...of: Parameters<MemoryLines[Name]>) => Promise<Answered<MemoryLines[Name]>>
      return method(...given)
    }
  const soon = (work: (memory: Memory) => void): void => void load().then(work, () => undefined)
  const every = <Key extends string, Method>(names: readonly Key[], made: (name: Key) => Method) =>
    Object.fromEntries(names.map((name) => [name, made(name)]))
  return {
    load,
    ...(every(ASKED, call) as Pick<Memory, Asked>),
    lines: every(LINES, line) as MemoryLines,
    offerModel: (session, model) => soon((memory) => memory.offerModel(session, model)),
    follow: (session) => soon((memory) => memory.follow(session)),
    tools: () =>
      TOOL_NAMES.map((name) =>
        tool(name, async (input, context) => {
          const tools = (await load()).tools()
          return tools.find((each) => each.name === name)!.run(input, context)
        }),
      ),
    async close() {
      await (await opened?.catch(() => undefined))?.close()
    },
  }
}

type Answered<Method extends (...given: never[]) => unknown> = Awaited<ReturnType<Method>>
const ASKED = [
  ...(['ready', 'embed', 'search', 'get', 'write', 'edit', 'remember', 'forget', 'forgetRequest', 'eraser'] as const),
  ...([
    'why',
    'log',
    'diff',
    'revert',
    'flush',
    'drain',
    'consolidate',
    'brief',
    'recall',
    'reindex',
    'status',
  ] as const),
]
type Asked = (typeof ASKED)[number]
const LINES = ['list', 'get', 'change', 'end', 'history'] as const
