// LangChain: trimMessages, ClearToolUsesEdit and summarizationMiddleware of the published packages.
import { ToolMessage, trimMessages, type BaseMessage } from '@langchain/core/messages'
import { FakeListChatModel } from '@langchain/core/utils/testing'
import { ClearToolUsesEdit, summarizationMiddleware } from 'langchain'
import type { Bill, Strategy } from '../../../lab/src/measure/replay.ts'
import type { ReplaySession } from '../../../lab/src/measure/session.ts'
import { summaryOf } from '../summarizer.ts'
import { counter, langchainMessages, positionOf } from './langchain-messages.ts'
import { fixedTokens, OUTPUT_ROOM, PeerState } from './state.ts'
import { messagesOf, user, type Wire } from './wire.ts'

/** trimMessages to what fits, beginning with a person's message. */
export const langchainTrim: Strategy = {
  name: 'LangChain trimMessages',
  open: (session, window) => ({
    async step(step) {
      const wires = messagesOf(step)
      const maxTokens = window - OUTPUT_ROOM - fixedTokens(session)
      const list = langchainMessages(wires)
      const tokenCounter = counter(session, wires)
      if (tokenCounter(list) <= maxTokens) return { request: step.request }
      const options = { maxTokens, strategy: 'last', includeSystem: true, startOn: 'human' } as const
      const [first] = await trimMessages(list, { ...options, tokenCounter })
      return { request: { ...step.request, messages: wires.slice(first ? positionOf(first) : wires.length) } }
    },
  }),
}

/** ClearToolUsesEdit at half the window, keeping three, on a copy of the state for every request. */
export const langchainClear: Strategy = {
  name: 'LangChain ClearToolUses',
  open: (session, window, bill) =>
    onState(session, bill, async (state, wires) => {
      const edit = new ClearToolUsesEdit({
        trigger: { tokens: Math.min(100_000, window / 2) },
        keep: { messages: 3 },
      })
      const list = langchainMessages(wires)
      const tokens = counter(session, wires)(list)
      // It counts everything again after each result it clears, and uses only the first count.
      await edit.apply({ messages: list, model: undefined as never, countTokens: () => tokens })
      for (const message of list)
        if (ToolMessage.isInstance(message) && message.id === undefined)
          state.replaced.set(message.tool_call_id, message.text)
    }),
}

/** summarizationMiddleware at four fifths of the window, keeping 20 messages; the summarizer sees 4,000 tokens. */
export const langchainSummary: Strategy = {
  name: 'LangChain summarization',
  open: (session, window, bill) =>
    onState(session, bill, async (state, wires) => {
      const view = state.view(wires)
      if (state.tokens(view) > window * 0.8) {
        const answer = summaryOf(session, wires.length)
        const options: unknown = {
          model: new FakeListChatModel({ responses: ['SUMMARY'] }),
          trigger: { tokens: 1 },
          keep: { messages: 20 },
          tokenCounter: counter(session, wires),
        }
        const hook = summarizationMiddleware(options as never).beforeModel as unknown as (
          state: object,
          runtime: object,
        ) => Promise<{ messages: BaseMessage[] } | undefined>
        const list = langchainMessages(wires).filter((message) => positionOf(message) >= state.from)
        const done = await hook({ messages: list }, { context: {} })
        if (done) {
          const first = done.messages[2]
          bill({ prompt: 'x '.repeat(4_000), answer })
          state.from = first ? positionOf(first) : wires.length
          state.lead = [
            user(`Here is a summary of the conversation to date:\n\n${answer.replaceAll(/<\/?summary>\n?/g, '')}`),
          ]
        }
      }
    }),
}

/** A strategy that changes what it keeps of a session, and sends what is left. */
function onState(
  session: ReplaySession,
  bill: Bill,
  change: (state: PeerState, wires: readonly Wire[]) => Promise<void>,
): ReturnType<Strategy['open']> {
  const state = new PeerState(session, bill)
  return {
    async step(step) {
      const wires = messagesOf(step)
      await change(state, wires)
      return { request: { ...step.request, messages: state.view(wires) } }
    },
  }
}
