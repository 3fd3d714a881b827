// What a re-implemented peer keeps between requests, and the strategy made of its rule.
import type { JsonObject, Tokens } from '../../../packages/daypack/src/model/json.ts'
import type { Bill, Strategy } from '../../../lab/src/measure/replay.ts'
import type { ReplaySession, Step } from '../../../lab/src/measure/session.ts'
import { summaryOf } from '../summarizer.ts'
import { field, messagesOf, results, type Wire } from './wire.ts'

/** What a peer keeps between requests: a summary of everything before `from`, and results it has replaced. */
export class PeerState {
  from = 0
  lead: Wire[] = []
  readonly replaced = new Map<string, string>()
  private readonly session: ReplaySession
  private readonly bill: Bill
  private readonly shown = new WeakMap<Wire, { key: string; wire: Wire }>()

  constructor(session: ReplaySession, bill: Bill) {
    this.session = session
    this.bill = bill
  }

  view(messages: readonly Wire[]): Wire[] {
    return [...this.lead, ...messages.slice(this.from).map((message) => this.show(message))]
  }

  tokens(messages: readonly Wire[]): Tokens {
    return messages.reduce((sum, message) => sum + this.session.digest(message).tokens, 0) + fixedTokens(this.session)
  }

  count(text: string): Tokens {
    return this.session.count(text)
  }

  /** Ask for a summary behind the view as it stands; the cache pays most of it. */
  summarize(step: Step, view: readonly Wire[], upTo: number): string {
    const answer = summaryOf(this.session, upTo)
    this.bill({
      request: { ...step.request, messages: [...view, { role: 'user', content: [{ type: 'text', text: ASK }] }] },
      answer,
    })
    return answer.replaceAll(/<\/?summary>\n?/g, '')
  }

  show(message: Wire): Wire {
    const ids = results(message).flatMap(({ id }) => (this.replaced.has(id) ? [id] : []))
    if (ids.length === 0) return message
    const key = ids
      .map((id) => `${id} ${this.replaced.get(id)?.length} ${this.replaced.get(id)?.slice(-40)}`)
      .join('\n')
    const known = this.shown.get(message)
    if (known?.key === key) return known.wire
    const content = (message['content'] as readonly JsonObject[]).map((block) => {
      const text = block['type'] === 'tool_result' ? this.replaced.get(field(block, 'tool_use_id')) : undefined
      return text === undefined ? block : { ...block, content: [{ type: 'text', text }] }
    })
    const wire: Wire = { ...message, content }
    this.shown.set(message, { key, wire })
    return wire
  }
}

const ASK = 'Stop here and write a summary of the conversation above for an agent that goes on with the work.'

export function peer(
  name: string,
  step: (state: PeerState, messages: readonly Wire[], window: Tokens, step: Step) => Wire[],
): Strategy {
  return {
    name,
    open(session, window, bill) {
      const state = new PeerState(session, bill)
      return {
        step(one) {
          const messages = step(state, messagesOf(one), window, one)
          return { request: { ...one.request, messages } }
        },
      }
    },
  }
}

/** Constants made for 200k windows, scaled down for smaller ones: at most this share of it. */
export const scaled = (tokens: Tokens, window: Tokens, share = 0.1) => Math.min(tokens, Math.floor(window * share))

/** New results only: everything before was decided when it came. */
export function atWrite(state: PeerState, messages: readonly Wire[], cut: (text: string) => string | undefined): void {
  for (const message of messages.slice(-4)) {
    for (const { id, text } of results(message)) {
      const less = state.replaced.has(id) ? undefined : cut(text)
      if (less !== undefined) state.replaced.set(id, less)
    }
  }
}

/** What every request carries beside its messages. */
function fixedTokens(session: ReplaySession): Tokens {
  return session.fixed.blocks.reduce((sum, block) => sum + block.tokens, 0)
}
