import type { Memory } from './api.ts'
import type { MemoryLines } from './notes/line-edits.ts'
import { tool, TOOL_NAMES } from './tools/tool.ts'

/** What waits for the memory; the rest is below. */
type Asked = Exclude<keyof Memory, 'lines' | 'offerModel' | 'follow' | 'tools' | 'close'>

/** A memory that `open` makes at the first use: a process that never asks for notes loads no code for them. */
export function lazyMemory(open: () => Promise<Memory>): Memory {
  let opened: Promise<Memory> | undefined
  const load = (): Promise<Memory> =>
    (opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    }))
  /** These methods, each of which waits for the memory. */
  const later = <Of extends object>(names: readonly (keyof Of)[], of: (memory: Memory) => Of): Of =>
    Object.fromEntries(
      names.map((name) => [
        name,
        async (...given: unknown[]): Promise<unknown> =>
          (of(await load())[name] as (...all: unknown[]) => unknown)(...given),
      ]),
    ) as Of
  const soon = (work: (memory: Memory) => void): void => void load().then(work, () => undefined)
  return {
    ...later(ASKED, (memory): Pick<Memory, Asked> => memory),
    lines: later(['list', 'get', 'change', 'end', 'history'], (memory): MemoryLines => memory.lines),
    offerModel: (session, model) => soon((memory) => memory.offerModel(session, model)),
    follow: (session) => soon((memory) => memory.follow(session)),
    tools: (over) =>
      TOOL_NAMES.map((name) =>
        tool(name, async (input, context) => {
          const tools = (await load()).tools(over)
          return tools.find((each) => each.name === name)!.run(input, context)
        }),
      ),
    async close() {
      await (await opened?.catch(() => undefined))?.close()
    },
  }
}

const ASKED =
  'ready embed search get write edit remember forget forgetRequest eraser why log diff revert flush drain consolidate brief recall origin reindex status'.split(
    ' ',
  ) as readonly Asked[]
