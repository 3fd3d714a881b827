import type { Middleware } from '@anthropic-ai/sdk/core/middleware'
import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool'
import { countBlocks, placeBreakpoints, type BreakpointOptions } from '../cache/breakpoints.ts'
import { anthropic } from '../codecs/anthropic/index.ts'
import type { JsonObject } from '../model/json.ts'
import type { ModelTool } from '../model/tool.ts'
import type { Session } from '../session/session.ts'
import { anthropicCollector } from './support/collect.ts'
import { exchange, type Endpoint } from './support/exchange.ts'
import { manageOnServer, withBeta, type ServerEditing } from './support/server-edits.ts'
import { sessionOrPassThrough } from '../session/session-argument.ts'
import type Anthropic from '@anthropic-ai/sdk'
import type { Summarize } from '../passes/pass.ts'

export { providerFirst } from './support/server-edits.ts'

type Conversation = JsonObject & { readonly messages: readonly unknown[] }

export type AnthropicHostOptions = {
  /** Let the provider clear old tool results before we have to; the log keeps the whole history. */
  readonly serverEditing?: ServerEditing
  /** Add cache markers to the client's own, up to the four that are allowed: `true`, or how. Default: the preset's, else none. */
  readonly markers?: boolean | Omit<BreakpointOptions, 'sentBlocks'>
}

/**
 * Middleware for `new Anthropic({ middleware: [daypackMiddleware(session)] })`: messages, streams and the tool runner of
 * that client stay inside the window. Message threads keep the history on the server, out of our reach: give the tool
 * runner `thread: false`.
 *
 * @example
 * import Anthropic from '@anthropic-ai/sdk'
 * import { createDaypack } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 * import { daypackMiddleware } from 'daypack/hosts/anthropic'
 *
 * const pack = await createDaypack({ driver: memoryDriver() })
 * const session = await pack.session('s')
 * const client = new Anthropic({ apiKey: 'yours', middleware: [daypackMiddleware(session)] })
 * if (!client.messages) throw new Error('used as before')
 * await pack.close()
 */
export function daypackMiddleware(given: Session, options: AnthropicHostOptions = {}): Middleware {
  const session = sessionOrPassThrough('daypackMiddleware', given)
  const { serverEditing, markers = session.markers ?? false } = options
  let sentBlocks = 0
  // Latched: once a beta was named it is named with every request, or the cache would break on the header alone.
  let isLatched = false
  const finish = (request: JsonObject): JsonObject => {
    const edited = serverEditing ? manageOnServer(request, serverEditing) : request
    if (markers === false) return edited
    const how = markers === true ? {} : markers
    const marked = placeBreakpoints(edited as Conversation, { ...how, sentBlocks })
    sentBlocks = countBlocks(marked)
    return marked
  }
  const endpoint: Endpoint = {
    path: '/v1/messages',
    codec: anthropic,
    collector: anthropicCollector,
    finish,
  }
  const run = exchange(session, [endpoint])
  return (request, next, { logger }) => {
    if (typeof request.body === 'string' && /"thread":\{"type"/.test(request.body)) {
      logger.warn(
        "daypack: this request uses a message thread, so it can't be managed; pass thread: false to the tool runner",
      )
    }
    return run(request.url, request.body, (body) => {
      const isOurs = body !== request.body && typeof request.body === 'string'
      if (!isOurs && !isLatched) return next(request)
      if (isOurs) request.headers.delete('content-length')
      isLatched ||= serverEditing !== undefined
      if (isLatched && serverEditing)
        request.headers.set('anthropic-beta', withBeta(request.headers.get('anthropic-beta')))
      return next(isOurs ? { ...request, body } : request)
    })
  }
}

/**
 * Tools of the pack for the tool runner: `tools: [...daypackTools(pack.tools(session))]`.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 * import { daypackTools } from 'daypack/hosts/anthropic'
 *
 * const pack = await createDaypack({ driver: memoryDriver() })
 * const session = await pack.session('s')
 * const [first] = daypackTools(pack.tools(session))
 * if (typeof first?.run !== 'function') throw new Error('for the tool runner')
 * await pack.close()
 */
export function daypackTools(tools: readonly ModelTool[]): BetaRunnableTool<object>[] {
  return tools.map((one) => ({
    type: 'custom',
    name: one.name,
    description: one.description,
    input_schema: { ...one.inputSchema, type: 'object' },
    run: (input) => one.run(input),
    parse: (input) => input as object,
  }))
}

/** The official client, and the model to ask. */
type AnthropicSummarizerOptions = { readonly model: string; readonly client: Pick<Anthropic, 'messages'> }

/**
 * Summaries by Claude through the official client. Never retries: what failed may have been billed.
 *
 * @example
 * import Anthropic from '@anthropic-ai/sdk'
 * import { anthropicSummarizer } from 'daypack/hosts/anthropic'
 *
 * const summarize = anthropicSummarizer({ model: 'claude-haiku-4-5', client: new Anthropic({ apiKey: 'yours' }) })
 * if (typeof summarize !== 'function') throw new Error('for createDaypack({ summarize })')
 */
export function anthropicSummarizer({ model, client }: AnthropicSummarizerOptions): Summarize {
  return async (ask) => {
    const request = ask.request as Anthropic.MessageCreateParams | undefined
    const body: Anthropic.MessageCreateParamsNonStreaming = request
      ? { ...request, max_tokens: ask.maxTokens + thinkingRoom(request), stream: false }
      : { model, max_tokens: ask.maxTokens, system: ask.system, messages: [{ role: 'user', content: ask.prompt }] }
    const reply = await client.messages.create(body, { maxRetries: 0, ...(ask.signal && { signal: ask.signal }) })
    return reply.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
  }
}

/** A request with thinking switched on needs its thinking budget besides the answer. */
function thinkingRoom(request: Anthropic.MessageCreateParams): number {
  return request.thinking?.type === 'enabled' ? request.thinking.budget_tokens : 0
}
