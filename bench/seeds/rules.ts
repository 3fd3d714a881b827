import type { Block, Message } from '../../packages/daypack/src/index.ts'

/** The documents' rules computed apart, on a plain list of messages and with nothing of the product: sizes only. */
export type Rules = {
  readonly recentBytes: number
  readonly oldBytes: number
  /** Markdown that was read, once it is old. */
  readonly markdownBytes: number
  readonly recent: number
  /** Tokens that are measured against `threshold`. */
  measured(messages: readonly Sized[]): number
  readonly threshold: number
  /** How many messages stay at the end. */
  kept(messages: readonly Sized[]): number
}

export type Sized = {
  readonly tokens: number
  readonly isResult: boolean
  readonly startsTurn: boolean
  readonly callIds: readonly string[]
  readonly resultIds: readonly string[]
}

const SLACK = 100
const tokensOf = (bytes: number): number => Math.floor(bytes / 4 + 0.5)

/** Bytes of a block once the truncations had it; read files count like any other result here. */
function bytesOf(block: Block, limit: number): number {
  switch (block.type) {
    case 'text':
      return Buffer.byteLength(block.text)
    case 'tool-call':
      return Buffer.byteLength(`${block.tool} ${JSON.stringify(block.input)}`)
    case 'tool-result': {
      const bytes = 'text' in block.content ? Buffer.byteLength(block.content.text) : block.content.bytes
      return bytes <= limit + SLACK ? bytes : limit + NOTICE
    }
    case 'opaque': {
      const { thinking } = (block.wire ?? {}) as { thinking?: unknown }
      return typeof thinking === 'string' ? Buffer.byteLength(thinking) : 0
    }
    case 'media':
      return IMAGE_BYTES
  }
}

/** A picture counts as its tokens, not as its base64 text. */
const IMAGE_BYTES = 6_400
/** What the notice of a cut adds. */
const NOTICE = 380

export function sizes(
  messages: readonly Message[],
  rules: Pick<Rules, 'recent' | 'recentBytes' | 'oldBytes' | 'markdownBytes'>,
): Sized[] {
  const isResult = (message: Message | undefined) =>
    message?.blocks.some((block) => block.type === 'tool-result') ?? false
  let run = 0
  while (run < messages.length && isResult(messages[messages.length - 1 - run])) run++
  const markdown = new Set(
    messages.flatMap((message) =>
      message.blocks.flatMap((block) =>
        block.type === 'tool-call' && /"[^"]*\.md"/.test(JSON.stringify(block.input)) && /read/i.test(block.tool)
          ? [block.callId]
          : [],
      ),
    ),
  )
  const limitOf = (block: Block, isRecent: boolean): number => {
    if (isRecent) return rules.recentBytes
    return block.type === 'tool-result' && markdown.has(block.callId) ? rules.markdownBytes : rules.oldBytes
  }
  const split = Math.max(0, messages.length - Math.max(run, rules.recent))
  return messages.map((message, at) => ({
    tokens: message.blocks.reduce((sum, block) => sum + tokensOf(bytesOf(block, limitOf(block, at >= split))), 0),
    isResult: isResult(message),
    startsTurn: message.role === 'user',
    callIds: message.blocks.flatMap((block) => (block.type === 'tool-call' ? [block.callId] : [])),
    resultIds: message.blocks.flatMap((block) => (block.type === 'tool-result' ? [block.callId] : [])),
  }))
}

export const sum = (list: readonly Sized[]): number => list.reduce((total, each) => total + each.tokens, 0)

/** The longest end within `reserve` whose calls and results match. */
export function alignedTail(list: readonly Sized[], reserve: number): number {
  let best = 1
  let total = 0
  for (let count = 1; count <= list.length; count++) {
    total += list[list.length - count]?.tokens ?? 0
    if (total > reserve) break
    const tail = list.slice(-count)
    const calls = new Set(tail.flatMap((each) => each.callIds))
    const results = tail.flatMap((each) => each.resultIds)
    if (results.length === calls.size && results.every((id) => calls.has(id))) best = count
  }
  return best
}
