import type { Block, Message } from 'daypack'
import { hashOf, sha256 } from 'daypack/internal'

const HASHES = new WeakMap<Message, string>()

/** What a message says, whatever its calls are called: some clients rename them. */
export function fingerprint(message: Message): string {
  const known = HASHES.get(message)
  if (known !== undefined) return known
  const hash = hashOf({
    ...message,
    blocks: message.blocks.map((block) => ('callId' in block ? { ...block, callId: '' } : block)),
  })
  HASHES.set(message, hash)
  return hash
}

const PIECES = new WeakMap<Message, readonly string[]>()

/** The parts of a reply, one by one: clients regroup them into other messages, and trim their text. */
export function piecesOf(reply: Message): readonly string[] {
  const known = PIECES.get(reply)
  if (known) return known
  const pieces = reply.blocks.flatMap((block) => pieceOf(block) ?? [])
  PIECES.set(reply, pieces)
  return pieces
}

function pieceOf(block: Block): string | undefined {
  if (block.type === 'tool-call') return sha256(JSON.stringify([block.tool, block.input]))
  const text = block.type === 'text' ? block.text.trim() : ''
  return text === '' ? undefined : sha256(text)
}

export function callIdsOf(reply: Message): string[] {
  return reply.blocks.flatMap((block) => (block.type === 'tool-call' && block.callId !== '' ? [block.callId] : []))
}

export function repliesIn(messages: readonly Message[]): Message[] {
  return messages.filter((message) => message.role === 'assistant')
}
