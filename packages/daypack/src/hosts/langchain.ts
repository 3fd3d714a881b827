import { coerceMessageLikeToMessage, HumanMessage, SystemMessage, type BaseMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { convertToOpenAITool } from '@langchain/core/utils/function_calling'
import { createMiddleware, type AgentMiddleware } from 'langchain'
import { langchain } from '../codecs/langchain/index.ts'
import type { Summarize } from '../model/summarize.ts'
import type { ModelTool } from '../model/tool.ts'
import type { Session } from '../session/session.ts'
import { recordReply } from './support/record-reply.ts'
import { sessionOrPassThrough } from '../session/session-argument.ts'

export { langchain } from '../codecs/langchain/index.ts'

export type LangchainHostOptions = {
  /** Given to the agent with the middleware: `pack.tools(session)`. */
  readonly tools?: readonly ModelTool[]
}

/**
 * For `createAgent({ middleware: [daypackMiddleware(session)] })`: the agent's state stays whole, model calls fit.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 * import { daypackMiddleware } from 'daypack/hosts/langchain'
 *
 * const pack = await createDaypack({ driver: memoryDriver() })
 * const session = await pack.session('s')
 * const middleware = daypackMiddleware(session, { tools: pack.tools(session) })
 * if (middleware.name !== 'Daypack') throw new Error('for createAgent({ middleware: [middleware] })')
 * await pack.close()
 */
export function daypackMiddleware(given: Session, options: LangchainHostOptions = {}): AgentMiddleware {
  const session = sessionOrPassThrough('daypackMiddleware', given)
  const codec = langchain((fields) => coerceMessageLikeToMessage(fields))
  return createMiddleware({
    name: 'Daypack',
    tools: (options.tools ?? []).map(toolOf),
    async wrapModelCall(request, handler) {
      const ask = {
        messages: request.messages,
        systemMessage: request.systemMessage,
        model: nameOf(request.model),
        tools: schemasOf(request.tools),
      }
      const { request: prepared } = await session.prepare(codec, ask, { aside: false })
      session.offerModel(modelOf(request.model))
      const reply = await handler({ ...request, messages: prepared.messages })
      await recordReply(session, codec, reply as unknown)
      return reply
    },
  }) as AgentMiddleware
}

function toolOf(one: ModelTool) {
  const { name, description, inputSchema: schema } = one
  return tool(async (input: unknown) => one.run(input), { name, description, schema })
}

type Invoked = {
  invoke(input: BaseMessage[], options: { signal?: AbortSignal }): Promise<string | { readonly text: string }>
}

function modelOf(model: Invoked): Summarize {
  return async ({ system, prompt, signal }) => {
    const reply = await model.invoke([new SystemMessage(system), new HumanMessage(prompt)], signal ? { signal } : {})
    return typeof reply === 'string' ? reply : reply.text
  }
}

function nameOf(model: unknown): string | undefined {
  const { model: name, modelName } = model as { model?: unknown; modelName?: unknown }
  const found = name ?? modelName
  return typeof found === 'string' ? found : undefined
}

/** Counted, never changed. */
function schemasOf(tools: readonly unknown[]): string {
  return tools
    .map((tool) => {
      try {
        return JSON.stringify(convertToOpenAITool(tool as never))
      } catch {
        return JSON.stringify({ name: (tool as { name?: unknown }).name })
      }
    })
    .join('\n')
}
