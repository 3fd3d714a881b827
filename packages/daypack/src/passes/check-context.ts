import { type Tokens, sumOf } from '../model/json.ts'
import { toolCalls, toolResults, type Message } from '../model/message.ts'
import { byBytes, messageSizes } from '../tokens/count.ts'

export type CheckContextOptions = {
  readonly threshold: Tokens
  readonly reserve: Tokens
  readonly count?: (text: string) => Tokens
}

export type CheckedContext = {
  readonly total: Tokens
  readonly messagesToCompact: readonly Message[]
  readonly messagesToKeep: readonly Message[]
  /** What stays has every call with its results. */
  readonly isValid: boolean
}

/**
 * QwenPaw's context check, for hosts that compact themselves; the newest message always stays.
 *
 * @example
 * import { checkContext } from 'daypack/presets'
 *
 * const says = (role: 'user' | 'assistant') => ({ role, blocks: [{ type: 'text', text: 'words '.repeat(100) }] }) as const
 * const talk = [says('user'), says('assistant'), says('user'), says('assistant')]
 * const { messagesToCompact, isValid } = checkContext(talk, { threshold: 400, reserve: 310 })
 * if (messagesToCompact.length !== 2 || !isValid) throw new Error('the older half')
 */
export function checkContext(messages: readonly Message[], options: CheckContextOptions): CheckedContext {
  const { threshold, reserve, count = byBytes().count } = options
  const sizes = messages.map((message) => sumOf(messageSizes(message, count), ({ tokens }) => tokens))
  const total = sumOf(sizes, (size) => size)
  if (total <= threshold) return { total, messagesToCompact: [], messagesToKeep: messages, isValid: true }
  let start = messages.length
  for (let kept = 0; start > 0;) {
    const from = unitStart(messages, start - 1)
    kept += sumOf(sizes.slice(from, start), (size) => size)
    if (kept > reserve && start < messages.length) break
    start = from
  }
  const messagesToKeep = messages.slice(start)
  return { total, messagesToCompact: messages.slice(0, start), messagesToKeep, isValid: isPaired(messagesToKeep) }
}

/** Where what belongs together begins: results with their calls, an answer with its request. */
function unitStart(messages: readonly Message[], at: number): number {
  let from = at
  while (from > 0 && messages[from]?.role === 'tool') from--
  const isAnswer = messages[from]?.role === 'assistant' && messages[from - 1]?.role === 'user'
  return isAnswer ? from - 1 : from
}

function isPaired(messages: readonly Message[]): boolean {
  const calls = new Set(messages.flatMap((message) => toolCalls(message).map(({ callId }) => callId)))
  const results = messages.flatMap((message) => toolResults(message).map(({ callId }) => callId))
  return results.every((id) => calls.delete(id)) && calls.size === 0
}
