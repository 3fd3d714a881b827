import type { Strategy } from '../../../lab/src/measure/replay.ts'
import { keptOf, modelMessages, type Tagged } from './ai-messages.ts'
import { OUTPUT_ROOM, fixedTokens } from './state.ts'
import { messagesOf } from './wire.ts'

/** Not an import statement: the types of the repository are checked without the peers. */
const MASTRA: string = '@mastra/core/processors'
const { TokenLimiterProcessor } = (await import(MASTRA)) as {
  TokenLimiterProcessor: new (options: { limit: number }) => Limiter
}

type Limiter = {
  countTokens(text: string): number
  processLLMRequest(args: { prompt: readonly Tagged[] }): Promise<{ prompt: readonly Tagged[] } | undefined>
}

/** Mastra: TokenLimiterProcessor with its own defaults (best fit, its own estimates), directly before the model call. */
export const mastraLimiter: Strategy = {
  name: 'Mastra TokenLimiter',
  open: (session, window) => {
    const limiter = new TokenLimiterProcessor({ limit: window - OUTPUT_ROOM - fixedTokens(session) })
    remembered(limiter)
    return {
      async step(step) {
        const wires = messagesOf(step)
        const prompt = wires.flatMap((message, at) => modelMessages(message, at))
        const done = await limiter.processLLMRequest({ prompt })
        return { request: done ? { ...step.request, messages: keptOf(wires, done.prompt) } : step.request }
      },
    }
  },
}

/** It estimates the whole history anew for every request; the same texts are estimated once here. */
function remembered(limiter: Limiter): void {
  const known = new Map<string, number>()
  const estimate = limiter.countTokens.bind(limiter)
  limiter.countTokens = (text) => {
    let tokens = known.get(text)
    if (tokens === undefined) known.set(text, (tokens = estimate(text)))
    return tokens
  }
}
