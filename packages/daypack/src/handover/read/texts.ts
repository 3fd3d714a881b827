import { isStored, type Message } from '../../model/message.ts'
import type { Json } from '../../model/json.ts'

/** Whose words they are: arguments the agent wrote, what a tool answered, what the agent or the person said. */
export type SaidIn = 'call' | 'result' | 'assistant' | 'user'
export type Said = { readonly source: SaidIn; readonly text: string }

/** Everything a message says, as decoded values: never the escaped text of JSON. */
export function texts(message: Message): Said[] {
  const said: Said[] = []
  for (const block of message.blocks) {
    if (block.type === 'text') {
      said.push({ source: message.role === 'assistant' ? 'assistant' : 'user', text: block.text })
    } else if (block.type === 'tool-call') {
      for (const text of leaves(block.input)) said.push({ source: 'call', text })
    } else if (block.type === 'tool-result' && !isStored(block.content)) {
      for (const text of decoded(block.content.text)) said.push({ source: 'result', text })
    }
  }
  return said
}

/** Every string inside a JSON value. */
export function leaves(value: Json): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(leaves)
}

function decoded(text: string): string[] {
  const first = text.trimStart()[0]
  if (first !== '{' && first !== '[') return [text]
  try {
    return leaves(JSON.parse(text) as Json)
  } catch {
    return [text]
  }
}
