import type { Awaitable, JsonObject } from './json.ts'

/** A tool for the model as plain data and a handler: every framework's own form is a few lines away. */
export type ModelTool = {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  /** Must not throw on odd input: what is wrong with it is part of the answer. */
  run(input: unknown): Awaitable<string>
}
