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
  return {
    load,
    ready: call('ready'),
    embed: call('embed'),
    search: call('search'),
    get: call('get'),
    write: call('write'),
    edit: call('edit'),
    remember: call('remember'),
    forget: call('forget'),
    forgetRequest: call('forgetRequest'),
    eraser: call('eraser'),
    why: call('why'),
    log: call('log'),
    diff: call('diff'),
    revert: call('revert'),
    flush: call('flush'),
    drain: call('drain'),
    consolidate: call('consolidate'),
    brief: call('brief'),
    recall: call('recall'),
    reindex: call('reindex'),
    status: call('status'),
    lines: {
      list: line('list'),
      get: line('get'),
      change: line('change'),
      end: line('end'),
      history: line('history'),
    },
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
type Asked = Exclude<keyof Memory, 'lines' | 'offerModel' | 'follow' | 'tools' | 'close'>
