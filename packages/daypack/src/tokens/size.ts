import { isStored, type Block, type MediaBlock } from '../model/block.ts'
import type { BlockSize } from '../model/entry.ts'
import type { Json, Size, Tokens } from '../model/json.ts'
import type { Message } from '../model/message.ts'

type Count = (text: string) => Tokens

/** What a message costs beside its blocks: role and separators. */
export const MESSAGE_OVERHEAD: Size = { tokens: 4, bytes: 24 }
export const CALL_OVERHEAD: Size = { tokens: 12, bytes: 96 }
/** Providers scale images down to about this many tokens. */
const IMAGE_TOKENS = 1_600
const PIXELS_PER_TOKEN = 750
/** Documents are billed by page; without parsing them, their size is the best guess there is. */
const DOCUMENT_BYTES_PER_TOKEN = 50
/** Signed and encrypted parts are carried but not read by the model in this form. */
const SEALED_KEYS = new Set(['signature', 'id', 'type', 'status', 'thoughtSignature'])
const ENCRYPTED_KEYS = new Set(['data', 'encrypted_content'])
const ENCRYPTED_CHARS_PER_TOKEN = 6

export function messageSizes(message: Message, count: Count): BlockSize[] {
  return message.blocks.map((block) => blockSize(block, count))
}

/** Size of a block in full, counted once, before big content is stored; what a host stored itself goes by its bytes. */
export function blockSize(block: Block, count: Count): BlockSize {
  switch (block.type) {
    case 'text':
      return textSize(block.text, count)
    case 'tool-call':
      return plus(textSize(`${block.tool} ${JSON.stringify(block.input)}`, count), CALL_OVERHEAD)
    case 'tool-result': {
      const text = isStored(block.content) ? storedSize(block.content.bytes) : textSize(block.content.text, count)
      const size = plus(text, CALL_OVERHEAD)
      const attachments = block.attachments?.map((part) => plain(blockSize(part, count)))
      return attachments?.length ? { ...size, attachments } : size
    }
    case 'media':
      return mediaSize(block)
    case 'opaque':
      return { tokens: opaqueTokens(block.wire, count), bytes: Buffer.byteLength(JSON.stringify(block.wire)) }
  }
}

/** Real sessions take about three bytes for a token. */
const STORED_BYTES_PER_TOKEN = 3

function storedSize(bytes: number): Size {
  return { tokens: Math.ceil(bytes / STORED_BYTES_PER_TOKEN), bytes }
}

export function textSize(text: string, count: Count): Size {
  return { tokens: count(text), bytes: Buffer.byteLength(text) }
}

export function plus(a: Size, b: Size): Size {
  return { tokens: a.tokens + b.tokens, bytes: a.bytes + b.bytes }
}

export function minus(a: Size, b: Size): Size {
  return { tokens: a.tokens - b.tokens, bytes: a.bytes - b.bytes }
}

function plain(size: BlockSize): Size {
  return { tokens: size.tokens, bytes: size.bytes }
}

/** By pixels or size, never by the length of the base64 text. */
function mediaSize(block: MediaBlock): Size {
  const bytes = isStored(block.content) ? block.content.bytes : Buffer.byteLength(block.content.text)
  const isAddress = !isStored(block.content) && /^[a-z][a-z0-9+.-]*:/i.test(block.content.text.slice(0, 32))
  if (isAddress || block.mediaType === '' || block.mediaType.startsWith('image/')) {
    const { width, height } = block
    const tokens = width && height ? Math.ceil((width * height) / PIXELS_PER_TOKEN) : IMAGE_TOKENS
    return { tokens: Math.min(IMAGE_TOKENS, tokens), bytes }
  }
  return { tokens: Math.max(IMAGE_TOKENS, Math.ceil((bytes * 0.75) / DOCUMENT_BYTES_PER_TOKEN)), bytes }
}

function opaqueTokens(value: Json, count: Count, key = ''): Tokens {
  if (typeof value === 'string') {
    if (SEALED_KEYS.has(key)) return 0
    return ENCRYPTED_KEYS.has(key) ? Math.ceil(value.length / ENCRYPTED_CHARS_PER_TOKEN) : count(value)
  }
  if (value === null || typeof value !== 'object') return 1
  let total = 0
  for (const [name, part] of Object.entries(value))
    total += opaqueTokens(part, count, Array.isArray(value) ? key : name)
  return total
}
