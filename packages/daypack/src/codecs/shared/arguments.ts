import { isObject, parsedJson, type Json } from '../../model/json.ts'
import type { Block } from '../../model/message.ts'

/** `raw`: the JSON string, where it is written otherwise than by us, or is no JSON at all and the input is the string itself. */
export type Arguments = { readonly input: Json; readonly raw?: string }

export function parseArguments(text: string): Arguments {
  const parsed = text === '' ? {} : parsedJson(text)
  const input = parsed === undefined ? text : (parsed as Json)
  return JSON.stringify(input) === text ? { input } : { input, raw: text }
}

/** The string again, exactly, as long as the input is still the one it was parsed into. */
export function writeArguments({ input, raw }: Arguments): string {
  const own = JSON.stringify(input)
  return raw !== undefined && JSON.stringify(parseArguments(raw).input) === own ? raw : own
}

/** A call as Anthropic and Gemini take it: its input is an object. */
export function objectInput<B extends Block>(block: B): B {
  return block.type === 'tool-call' && !isObject(block.input) ? { ...block, input: { input: block.input } } : block
}
