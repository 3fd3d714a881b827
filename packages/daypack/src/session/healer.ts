import type { RenderedMessage } from '../model/codec.ts'
import { toolCalls } from '../model/message.ts'
import { heal, type Healed } from '../wire/index.ts'

/** Heals a growing list: messages that were found whole before, and are the same objects, are not looked at again. */
export class Healer {
  private last: readonly RenderedMessage[] = []
  private clean = 0
  private used = new Set<string>()

  heal(messages: readonly RenderedMessage[]): Healed<RenderedMessage> {
    let same = 0
    while (same < this.clean && messages[same] === this.last[same]) same++
    while (same > 0 && same < this.clean && messages[same]?.role !== 'assistant') same--
    for (const message of this.last.slice(same, this.clean))
      for (const call of toolCalls(message)) this.used.delete(call.callId)
    this.clean = same
    const tail = heal(same === 0 ? messages : messages.slice(same), (id) => this.used.has(id))
    if (tail.healed.length > 0) {
      const healed = tail.healed.map((healing) => ({ ...healing, at: healing.at + same }))
      return { messages: [...messages.slice(0, same), ...tail.messages], healed }
    }
    this.remember(messages, same)
    return { messages, healed: [] }
  }

  /** Up to the last assistant message: what follows it may still change. */
  private remember(messages: readonly RenderedMessage[], from: number): void {
    const end = messages.findLastIndex((message) => message.role === 'assistant')
    for (let index = from; index < end; index++) {
      for (const call of toolCalls(messages[index] as RenderedMessage)) this.used.add(call.callId)
    }
    this.clean = Math.max(from, end)
    this.last = messages
  }
}
