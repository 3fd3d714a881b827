import { isStored, type Message } from '../../model/message.ts'
import type { Json } from '../../model/json.ts'
import { identifiers } from '../text/identifiers.ts'
import { parsedJson } from '../text/json.ts'

/** Whose words they are: arguments the agent wrote, what a tool answered, what the agent or the person said. */
export type SaidIn = 'call' | 'result' | 'assistant' | 'user'
export type Said = { readonly source: SaidIn; readonly text: string }

/** Everything a message says, as decoded values: never the escaped text of JSON. */
export function texts(message: Message): Said[] {
  return message.blocks.flatMap((block): Said[] => {
    if (block.type === 'text')
      return [{ source: message.role === 'assistant' ? 'assistant' : 'user', text: block.text }]
    if (block.type === 'tool-call') return leaves(block.input).map((text) => ({ source: 'call', text }))
    if (block.type !== 'tool-result' || isStored(block.content)) return []
    return leaves(parsedJson(block.content.text) ?? block.content.text).map((text) => ({ source: 'result', text }))
  })
}

/** Every string inside a JSON value. */
function leaves(value: Json): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(leaves)
}

/** The names of one text, whose it is, and how long it was. */
export type Named = { readonly source: SaidIn; readonly names: readonly string[]; readonly chars: number }

/** The names in a message by source. Not remembered: who takes a message in needs them once. */
export function namesIn(message: Message): readonly Named[] {
  return texts(message).map(({ source, text }) => ({ source, names: identifiers(text), chars: text.length }))
}
