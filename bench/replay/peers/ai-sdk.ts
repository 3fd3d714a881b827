import { pruneMessages, type ModelMessage } from 'ai'
import { keptOf, modelMessages, type Tagged } from './ai-messages.ts'
import { peer } from './state.ts'

/** AI SDK: pruneMessages on every step, as prepareStep is documented to call it. */
export const aiSdkPrune = peer('AI SDK pruneMessages', (_state, messages) => {
  const model = messages.flatMap((message, at) => modelMessages(message, at))
  const pruned: unknown = pruneMessages({
    messages: model as unknown as ModelMessage[],
    reasoning: 'none',
    toolCalls: 'before-last-20-messages',
    emptyMessages: 'remove',
  })
  return keptOf(messages, pruned as readonly Tagged[])
})
