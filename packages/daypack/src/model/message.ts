import type { Block, TextBlock, ToolCallBlock, ToolResultBlock } from './block.ts'
import type { Json } from './json.ts'

export type Role = 'system' | 'user' | 'assistant' | 'tool'

/**
 * One utterance. `tool` carries tool results; a message of the user that also answers tool calls is a `tool` message
 * with its text blocks behind the results.
 */
export type Message = {
  readonly role: Role
  readonly blocks: readonly Block[]
  /** The codec whose residues the blocks carry; other codecs ignore them. */
  readonly codec?: string
  /** The codec's residue for the message as a whole. */
  readonly wire?: Json
}

export function toolCalls(message: Message): ToolCallBlock[] {
  return message.blocks.filter((block) => block.type === 'tool-call')
}

export function toolResults(message: Message): ToolResultBlock[] {
  return message.blocks.filter((block) => block.type === 'tool-result')
}

/** The text of a message's text blocks, one per line. */
export function textOf(message: Message): string {
  return message.blocks
    .filter((block): block is TextBlock => block.type === 'text')
    .map((block) => block.text)
    .join('\n')
}
