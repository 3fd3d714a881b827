import { createHash } from 'node:crypto'
import type { RenderedMessage } from '../../model/codec.ts'

export type IdRules = { readonly pattern: RegExp; readonly maxLength: number }

/** Own ids stay; foreign ones are rewritten where the wire demands it, one to one. */
export function idRewriter(
  messages: readonly RenderedMessage[],
  codec: string,
  rules: IdRules,
): (id: string) => string {
  const isOwn = (message: RenderedMessage) => message.source !== undefined || message.codec === codec
  if (messages.every(isOwn)) return (id) => id
  const taken = new Set<string>()
  const foreign = new Set<string>()
  for (const message of messages) {
    const own = isOwn(message)
    for (const block of message.blocks) {
      if (block.type === 'tool-call' || block.type === 'tool-result') (own ? taken : foreign).add(block.callId)
    }
  }
  const names = new Map<string, string>()
  for (const id of foreign) if (!taken.has(id) && fits(id, rules)) taken.add(id)
  for (const id of foreign) {
    if (taken.has(id)) continue
    const name = free(id, taken, rules)
    taken.add(name)
    names.set(id, name)
  }
  return (id) => names.get(id) ?? id
}

function fits(id: string, rules: IdRules): boolean {
  return id.length > 0 && id.length <= rules.maxLength && rules.pattern.test(id)
}

function free(id: string, taken: ReadonlySet<string>, rules: IdRules): string {
  const front = id.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, rules.maxLength - 18)
  for (let salt = 0; ; salt++) {
    const hash = createHash('sha256').update(`${salt}:${id}`).digest('hex').slice(0, 16)
    const name = `${front}_${hash}`
    if (!taken.has(name)) return name
  }
}
