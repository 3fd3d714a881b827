import type { LanguageModelV4CallOptions, LanguageModelV4Middleware, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { jsonSchema, tool, generateText, Output, wrapLanguageModel } from 'ai'
import type { Instructions, ModelMessage, PrepareStepFunction, StepResult, ToolSet, LanguageModel } from 'ai'
import type { LanguageModelMiddleware } from 'ai'
import { aiSdk, type AiSdkResponse } from '../codecs/ai-sdk/index.ts'
import type { ModelTool } from '../model/tool.ts'
import type { Session } from '../session/session.ts'
import { partCollector } from './support/collect-parts.ts'
import { recordReply } from './support/record-reply.ts'
import { sessionOrPassThrough } from '../session/session-argument.ts'
import type { Summarize } from '../passes/pass.ts'

export { aiSdk } from '../codecs/ai-sdk/index.ts'

/** Rides on `providerOptions`, which every layer passes on: this call was prepared already. */
const MARK = 'daypack'

/**
 * For `wrapLanguageModel({ model, middleware })`: every call of that model stays inside the window.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 * import { daypackMiddleware } from 'daypack/hosts/ai-sdk'
 * import { wrapLanguageModel } from 'ai'
 * import { MockLanguageModelV4 } from 'ai/test'
 *
 * const pack = await createDaypack({ driver: memoryDriver() })
 * const session = await pack.session('s')
 * const model = wrapLanguageModel({ model: new MockLanguageModelV4(), middleware: daypackMiddleware(session) })
 * if (model.modelId === '') throw new Error('a model like the one it wraps')
 * await pack.close()
 */
export function daypackMiddleware(given: Session): LanguageModelV4Middleware {
  const session = sessionOrPassThrough('daypackMiddleware', given)
  return {
    specificationVersion: 'v4',
    async transformParams({ params, model }) {
      if (isPrepared(params)) return params
      const { request, aside } = await session.prepare(aiSdk, { ...params, model: model.modelId })
      if (aside) return params
      session.offerModel(aiSdkSummarizer({ model }))
      const { prompt } = request
      return { ...params, prompt, providerOptions: { ...params.providerOptions, [MARK]: { session: session.id } } }
    },
    async wrapGenerate({ doGenerate, params }) {
      const result = await doGenerate()
      if (isOwn(params, session)) await recordReply(session, aiSdk, result)
      return result
    },
    async wrapStream({ doStream, params }) {
      const { stream, ...rest } = await doStream()
      if (!isOwn(params, session)) return { stream, ...rest }
      const collector = partCollector()
      const watched = stream.pipeThrough(
        new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
          async transform(part, controller) {
            collector.add(part)
            const reply = part.type === 'finish' ? collector.response() : undefined
            if (reply) await recordReply(session, aiSdk, reply)
            controller.enqueue(part)
          },
        }),
      )
      return { stream: watched, ...rest }
    },
  }
}

/** Looks at no tool, and so fits the steps of every set of them. */
export type DaypackSteps = {
  // oxlint-disable-next-line typescript/no-explicit-any -- the tool set occurs in both parameters and results
  prepareStep: PrepareStepFunction<any, any>
  // oxlint-disable-next-line typescript/no-explicit-any
  onStepEnd(step: StepResult<any, any>): Promise<void>
}

/**
 * For `generateText({ …, ...daypackSteps(session) })`: the same for agents whose model is not wrapped.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 * import { daypackSteps } from 'daypack/hosts/ai-sdk'
 *
 * const pack = await createDaypack({ driver: memoryDriver() })
 * const session = await pack.session('s')
 * if (typeof daypackSteps(session).prepareStep !== 'function') throw new Error('for generateText and agents')
 * await pack.close()
 */
export function daypackSteps(given: Session): DaypackSteps {
  const session = sessionOrPassThrough('daypackSteps', given)
  return {
    async prepareStep(step) {
      // What an earlier step returned is carried forward in `messages`; we always start from the whole history.
      const messages = [...step.initialMessages, ...step.responseMessages]
      const model = typeof step.model === 'string' ? step.model : step.model.modelId
      const system = systemOf(step.initialInstructions)
      const { request } = await session.prepare(aiSdk, { messages: [...system, ...messages], model }, { aside: false })
      session.offerModel(aiSdkSummarizer({ model: step.model }))
      const prepared = (request.messages as ModelMessage[]).slice(system.length)
      return { messages: prepared, providerOptions: { [MARK]: { session: session.id, steps: true } } }
    },
    onStepEnd: async (step) => {
      const reply: AiSdkResponse = {
        content: step.content.flatMap(asGenerated),
        usage: usageOf(step.usage),
        finishReason: step.finishReason,
      }
      await recordReply(session, aiSdk, reply)
    },
  }
}

/**
 * Tools of the pack for `generateText({ tools: { ...daypackTools(pack.tools(session)) } })`.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 * import { daypackTools } from 'daypack/hosts/ai-sdk'
 *
 * const pack = await createDaypack({ driver: memoryDriver() })
 * const session = await pack.session('s')
 * if (!('read_ref' in daypackTools(pack.tools(session)))) throw new Error('the model reads back what was cut')
 * await pack.close()
 */
export function daypackTools(tools: readonly ModelTool[]): ToolSet {
  const made = tools.map((one) => {
    const schema = jsonSchema<object>(one.inputSchema)
    return [
      one.name,
      tool({ description: one.description, inputSchema: schema, execute: (input) => one.run(input) }),
    ] as const
  })
  return Object.fromEntries(made)
}

function systemOf(instructions: Instructions | undefined): readonly unknown[] {
  if (instructions === undefined) return []
  if (typeof instructions === 'string') return [{ role: 'system', content: instructions }]
  return Array.isArray(instructions) ? instructions : [instructions]
}

function isPrepared(params: LanguageModelV4CallOptions): boolean {
  return params.providerOptions?.[MARK] !== undefined
}

function isOwn(params: LanguageModelV4CallOptions, session: Session): boolean {
  const mark = params.providerOptions?.[MARK]
  return mark?.['session'] === session.id && mark['steps'] !== true
}

type Content = StepResult<ToolSet>['content'][number]

function asGenerated(part: Content): object[] {
  switch (part.type) {
    case 'tool-call':
      return [{ ...part, input: JSON.stringify(part.input) }]
    case 'tool-result':
    case 'tool-error':
      return part.providerExecuted ? [part] : []
    default:
      return [part]
  }
}

function usageOf(usage: StepResult<ToolSet>['usage']): AiSdkResponse['usage'] {
  const { noCacheTokens, cacheReadTokens, cacheWriteTokens } = usage.inputTokenDetails
  return {
    inputTokens: {
      total: usage.inputTokens,
      noCache: noCacheTokens,
      cacheRead: cacheReadTokens,
      cacheWrite: cacheWriteTokens,
    },
    outputTokens: { total: usage.outputTokens },
  }
}

type AiSdkSummarizerOptions = { readonly model: LanguageModel }

/**
 * Summaries by any model of the AI SDK.
 *
 * @example
 * import { aiSdkSummarizer } from 'daypack/hosts/ai-sdk'
 *
 * if (typeof aiSdkSummarizer({ model: 'anthropic/claude-haiku-4-5' }) !== 'function')
 *   throw new Error('for createDaypack({ summarize })')
 */
export function aiSdkSummarizer({ model }: AiSdkSummarizerOptions): Summarize {
  return async (ask) => {
    const { text } = await generateText({
      model: typeof model === 'string' ? model : wrapLanguageModel({ model, middleware: quiet }),
      system: ask.system,
      prompt: ask.prompt,
      maxOutputTokens: ask.maxTokens,
      maxRetries: 0,
      // A model with our own middleware around it: this call is not part of the conversation.
      providerOptions: { daypack: { own: true } },
      ...(ask.schema && { output: Output.object({ schema: jsonSchema(ask.schema) }) }),
      ...(ask.signal && { abortSignal: ask.signal }),
    })
    return text
  }
}

/** A model that cannot take the schema is still asked in words, so the SDK's warning would tell the user nothing. */
const quiet: LanguageModelMiddleware = {
  specificationVersion: 'v4',
  wrapGenerate: async ({ doGenerate }) => {
    const { warnings, ...result } = await doGenerate()
    const isOurs = (warning: (typeof warnings)[number]) =>
      warning.type === 'unsupported' && warning.feature === 'responseFormat'
    return { ...result, warnings: warnings.filter((warning) => !isOurs(warning)) }
  },
}
