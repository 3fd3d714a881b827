// LangChain: summarizationMiddleware of the published package.
import type { BaseMessage } from '@langchain/core/messages'
import { FakeListChatModel } from '@langchain/core/utils/testing'
import { summarizationMiddleware } from 'langchain'
import type { Strategy } from '../../../lab/src/measure/replay.ts'
import { summaryOf } from '../summarizer.ts'
import { counter, langchainMessages, positionOf } from './langchain-messages.ts'
import { PeerState } from './state.ts'
import { messagesOf, user } from './wire.ts'

/** summarizationMiddleware at four fifths of the window, keeping 20 messages; the summarizer sees 4,000 tokens. */
export const langchainSummary: Strategy = {
  name: 'LangChain summarization',
  open(session, window, bill) {
    const state = new PeerState(session, bill)
    return {
      async step(step) {
        const wires = messagesOf(step)
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
        return { request: { ...step.request, messages: state.view(wires) } }
      },
    }
  },
}
