import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { stringOf } from '../model/json.ts'
import type { InputProcessor, ProcessLLMRequestArgs, ProcessLLMRequestResult } from '@mastra/core/processors'
import type { ProcessLLMResponseArgs } from '@mastra/core/processors'
import { createTool } from '@mastra/core/tools'
import { Agent, type ToolsInput } from '@mastra/core/agent'
import { aiSdk, type AiSdkResponse } from '../codecs/ai-sdk/index.ts'
import type { Summarize } from '../model/summarize.ts'
import type { ModelTool } from '../model/tool.ts'
import type { Session } from '../session/session.ts'
import { recordReply } from './support/record-reply.ts'
import { partCollector } from './support/collect-parts.ts'
import { sessionOrPassThrough } from '../session/session-argument.ts'

type Chunk = ProcessLLMResponseArgs['chunks'][number]
type Payload = Readonly<Record<string, unknown>>

/**
 * For `new Agent({ inputProcessors: [daypackProcessor(session)] })`: last seam before the wire; memory and UI keep everything.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 * import { daypackProcessor } from 'daypack/hosts/mastra'
 *
 * const pack = await createDaypack({ driver: memoryDriver() })
 * const session = await pack.session('s')
 * if (daypackProcessor(session).id !== 'daypack') throw new Error('for new Agent({ inputProcessors: […] })')
 * await pack.close()
 */
export function daypackProcessor(given: Session): InputProcessor {
  const session = sessionOrPassThrough('daypackProcessor', given)
  return {
    id: 'daypack',
    async processLLMRequest({ prompt, model }: ProcessLLMRequestArgs): Promise<ProcessLLMRequestResult> {
      const { request } = await session.prepare(aiSdk, { prompt, model: model.modelId }, { aside: false })
      session.offerModel(modelOf(model))
      return { prompt: request.prompt }
    },
    async processLLMResponse({ chunks, fromCache }: ProcessLLMResponseArgs): Promise<void> {
      if (!fromCache) await recordReply(session, aiSdk, replyOf(chunks))
    },
  }
}

/**
 * Tools of the pack for `new Agent({ tools: { ...daypackTools(pack.tools(session)) } })`.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 * import { daypackTools } from 'daypack/hosts/mastra'
 *
 * const pack = await createDaypack({ driver: memoryDriver() })
 * const session = await pack.session('s')
 * if (!('read_ref' in daypackTools(pack.tools(session)))) throw new Error('the model reads back what was cut')
 * await pack.close()
 */
export function daypackTools(tools: readonly ModelTool[]): ToolsInput {
  const made = tools.map((one) => {
    const schema = one.inputSchema as Extract<Parameters<typeof createTool>[0]['inputSchema'], { $schema?: string }>
    return [
      one.name,
      createTool({
        id: one.name,
        description: one.description,
        inputSchema: schema,
        execute: async (input) => one.run(input),
      }),
    ] as const
  })
  return Object.fromEntries(made)
}

function modelOf(model: ProcessLLMRequestArgs['model']): Summarize {
  return async ({ system, prompt, maxTokens, signal }) => {
    const agent = new Agent({ id: 'daypack', name: 'daypack', instructions: system, model })
    const modelSettings = { maxOutputTokens: maxTokens, maxRetries: 0 }
    const { text } = await agent.generate(prompt, { modelSettings, ...(signal && { abortSignal: signal }) })
    return text
  }
}

function replyOf(chunks: readonly Chunk[]): AiSdkResponse {
  const collector = partCollector()
  for (const { type, payload } of chunks as readonly { type: string; payload: Payload }[])
    collector.add(partOf(type, payload) as LanguageModelV4StreamPart)
  return collector.response() ?? { content: [] }
}

/** Mastra's chunks are the parts of the AI SDK under other names. */
function partOf(type: string, payload: Payload): object {
  if (type === 'finish')
    return { type, usage: usageOf(payload), finishReason: (payload['stepResult'] as Payload | undefined)?.['reason'] }
  if (type !== 'tool-call') return { ...payload, type, delta: stringOf(payload['text']) }
  const { toolCallId, toolName, args, providerExecuted, providerMetadata } = payload
  return {
    ...{ type, toolCallId, toolName, input: JSON.stringify(args ?? {}) },
    ...(providerMetadata !== undefined && { providerMetadata }),
    ...(providerExecuted === true && { providerExecuted }),
  }
}

function usageOf(end: Payload): AiSdkResponse['usage'] {
  const usage = (end['output'] as Payload | undefined)?.['usage'] as Payload | undefined
  if (!usage) return undefined
  const raw = usage['raw'] as Payload | undefined
  if (raw && typeof raw['inputTokens'] === 'object') return raw
  return {
    inputTokens: {
      total: usage['inputTokens'],
      cacheRead: usage['cachedInputTokens'],
      cacheWrite: usage['cacheCreationInputTokens'],
    },
    outputTokens: { total: usage['outputTokens'] },
  }
}
