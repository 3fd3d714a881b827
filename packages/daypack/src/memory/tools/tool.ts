import { isDaypackError, reasonOf } from '../../model/errors.ts'
import type { Entry } from '../../model/entry.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import definitions from './definitions.json' with { type: 'json' }

/** A tool as every framework can take it: JSON Schema in, text out. `run` never throws: errors are texts for the model. */
export type MemoryTool = {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  run(input: Json, call?: ToolCallContext): Promise<string>
}

/** Where the call comes from. Without the session's entries nothing can be told apart from what a tool said. */
export type ToolCallContext = { readonly session?: string; readonly entries?: readonly Entry[] }

export const TOOL_NAMES = ['memory_search', 'memory_get', 'memory_write', 'memory_edit', 'memory_forget'] as const
export type ToolName = (typeof TOOL_NAMES)[number]

export function tool(name: ToolName, work: (input: Json, call: ToolCallContext) => Promise<string>): MemoryTool {
  return {
    name,
    ...definitions[name],
    async run(input, call = {}) {
      try {
        return await work(input, call)
      } catch (error) {
        const message = reasonOf(error)
        return isDaypackError(error) ? `Error: ${message}` : `Error: memory is not available right now (${message}).`
      }
    },
  }
}
