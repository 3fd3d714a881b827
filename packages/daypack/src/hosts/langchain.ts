import {
  coerceMessageLikeToMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  type BaseMessage,
} from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { convertToOpenAITool } from '@langchain/core/utils/function_calling'
import { createMiddleware, type AgentMiddleware } from 'langchain'
import { langchain } from '../codecs/langchain/index.ts'
import type { BlobStore } from '../model/driver.ts'
import type { Summarize } from '../model/summarize.ts'
import type { ModelTool } from '../model/tool.ts'
import type { Session } from '../session/session.ts'
import { recordReply } from './support/record-reply.ts'
import { sessionIn } from '../session/session-argument.ts'

export { langchain } from '../codecs/langchain/index.ts'

export type LangchainHostOptions = {
  /** Store big tool results as blobs when they are made; the agent's state keeps only their beginning. */
  readonly offload?: { readonly blobs: BlobStore; readonly maxBytes?: number }
  /** Given to the agent with the middleware: `pack.tools(session)`. */
  readonly tools?: readonly ModelTool[]
}

type Stub = { readonly daypack: { readonly ref: string; readonly bytes: number; readonly lines: number } }

const PREVIEW_CHARS = 1_000
const MAX_BYTES = 32_000

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
  const session = sessionIn('daypackMiddleware', given)
  const codec = langchain((fields) => coerceMessageLikeToMessage(fields))
  const restored = new WeakMap<BaseMessage, BaseMessage>()
  const { offload } = options
  return createMiddleware({
    name: 'Daypack',
    tools: (options.tools ?? []).map(toolOf),
    async wrapModelCall(request, handler) {
      const messages = await Promise.all(request.messages.map(whole))
      const ask = {
        messages,
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
    async wrapToolCall(request, handler) {
      const result = await handler(request)
      if (!offload || !ToolMessage.isInstance(result) || typeof result.content !== 'string') return result
      if (Buffer.byteLength(result.content) <= (offload.maxBytes ?? MAX_BYTES) || result.artifact !== undefined)
        return result
      return stubOf(result, result.content, offload.blobs)
    },
  }) as AgentMiddleware

  async function whole(message: BaseMessage): Promise<BaseMessage> {
    const stub = ToolMessage.isInstance(message) ? (message.artifact as Stub | undefined)?.daypack : undefined
    if (!stub || !ToolMessage.isInstance(message)) return message
    const known = restored.get(message)
    if (known) return known
    const content = await session.readBack(stub).catch(() => undefined)
    if (content === undefined) return message
    const copy = withContent(message, content)
    restored.set(message, copy)
    return copy
  }
}

async function stubOf(result: ToolMessage, content: string, blobs: BlobStore): Promise<ToolMessage> {
  const { ref, bytes, lines } = await blobs.put(content)
  const artifact: Stub = { daypack: { ref, bytes, lines } }
  const preview = `${content.slice(0, PREVIEW_CHARS)}\n… (${bytes} bytes in all, whole in ${blobs.path(ref)})`
  return withContent(result, preview, { artifact })
}

function withContent(message: ToolMessage, content: string, extra: { artifact?: Stub } = {}): ToolMessage {
  const { id, name, status, tool_call_id, additional_kwargs, response_metadata } = message
  const named = { ...(id && { id }), ...(name && { name }), ...(status && { status }) }
  return new ToolMessage({ content, tool_call_id, additional_kwargs, response_metadata, ...named, ...extra })
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
