import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import type * as Encoding from 'gpt-tokenizer/encoding/o200k_base'
import { sumOf, type Tokens, type Json, type Size } from '../model/json.ts'
import { isStored, type Block, type MediaBlock, type Message } from '../model/message.ts'
import type { BlockSize } from '../model/entry.ts'
import { textMemo } from '../model/text-memo.ts'

/** A way of counting. Its name is stored with the figures, so that two ways are never mixed. */
export type Counter = { readonly name: string; readonly count: (text: string) => Tokens }

/** Whole characters. */
const SLICES = /[^]{1,1024}/gu
const KEPT = 4_000
const NO_SPECIALS = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() }

/**
 * Exact o200k counts. Byte-pair merging is quadratic on unbroken runs, so texts are sliced; special tokens are text.
 *
 * @example
 * import { o200k } from 'daypack'
 *
 * const { count } = await o200k()
 * if (count('Hello, world') !== 3) throw new Error('three tokens')
 */
export async function o200k(): Promise<Counter> {
  const encoding = await laterEncoding()
  return {
    name: 'o200k',
    count: memoize(
      (text) => {
        const { countTokens } = encoding()
        return sumOf(text.match(SLICES) ?? [], (slice) => countTokens(slice, NO_SPECIALS))
      },
      // It remembers the runs of letters it has merged.
      () => encoding().clearMergeCache(),
    ),
  }
}

/** Loaded at the first count: it takes longer than all of Daypack. In a bundle it comes with the import. */
async function laterEncoding(): Promise<() => typeof Encoding> {
  try {
    const load = createRequire(import.meta.url)
    const file = load.resolve('gpt-tokenizer/encoding/o200k_base')
    return () => load(file) as typeof Encoding
  } catch {
    const encoding = await import('gpt-tokenizer/encoding/o200k_base')
    return () => encoding
  }
}

/**
 * The seeds' rule: UTF-8 bytes divided by a constant, rounded half up.
 *
 * @example
 * import { byBytes } from 'daypack'
 *
 * if (byBytes(4).count('twelve bytes') !== 3) throw new Error('four bytes are a token')
 */
export function byBytes(divisor = 4): Counter {
  return { name: `bytes/${divisor}`, count: (text) => Math.floor(Buffer.byteLength(text) / divisor + 0.5) }
}

function memoize(count: (text: string) => Tokens, forget: () => void): (text: string) => Tokens {
  const memo = textMemo({
    known: new Map<string, Tokens>(),
    clear() {
      if (this.known.size > 0) forget()
      this.known.clear()
    },
  })
  return (text) => {
    const { known } = memo
    if (text === '') return 0
    const key = text.length <= 64 ? text : createHash('sha256').update(text).digest('base64')
    const hit = known.get(key)
    if (hit !== undefined) return hit
    if (known.size >= KEPT) {
      let drop = KEPT / 2
      for (const old of known.keys()) if (drop-- > 0) known.delete(old)
    }
    const tokens = count(text)
    known.set(key, tokens)
    return tokens
  }
}

type Count = (text: string) => Tokens

/** What a message costs in addition to its blocks: role and separators. */
export const MESSAGE_OVERHEAD: Size = { tokens: 4, bytes: 24 }
export const CALL_OVERHEAD: Size = { tokens: 12, bytes: 96 }
/** Providers scale images down to about this many tokens. */
const IMAGE_TOKENS = 1_600
const PIXELS_PER_TOKEN = 750
/** Documents are billed by page; without parsing them, their size is the best guess there is. */
const DOCUMENT_BYTES_PER_TOKEN = 50
/** Signatures and ids are not read by the model. */
const SEALED_KEYS = new Set(['signature', 'id', 'type', 'status', 'thoughtSignature'])
const ENCRYPTED_KEYS = new Set(['data', 'encrypted_content'])
const ENCRYPTED_CHARS_PER_TOKEN = 6

export function messageSizes(message: Message, count: Count): BlockSize[] {
  return message.blocks.map((block) => blockSize(block, count))
}

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
export const BYTES_PER_TOKEN = 3

function storedSize(bytes: number): Size {
  return { tokens: Math.ceil(bytes / BYTES_PER_TOKEN), bytes }
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
