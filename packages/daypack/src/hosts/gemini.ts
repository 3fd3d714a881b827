import { gemini, type GeminiRequest, type GeminiResponse } from '../codecs/gemini/index.ts'
import type { JsonObject } from '../model/json.ts'
import { textOf } from '../model/message.ts'
import type { Summarize } from '../model/summarize.ts'
import type { ModelTool } from '../model/tool.ts'
import type { Session } from '../session/session.ts'
import { geminiCollector } from './support/collect.ts'
import { recordReply } from './support/record-reply.ts'
import { overrideFields } from './support/override-fields.ts'
import { sessionOrPassThrough } from '../session/session-argument.ts'

/** What we need of `GoogleGenAI` of @google/genai: any client of this shape will do. */
type Client = { readonly models: Models }
type Models = {
  generateContent(params: never): Promise<object>
  generateContentStream(params: never): Promise<AsyncGenerator<object>>
}

/**
 * A client like this one whose `generateContent` and `generateContentStream` stay inside the window.
 *
 * @example
 * import { GoogleGenAI } from '@google/genai'
 * import { createDaypack } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 * import { withDaypack } from 'daypack/hosts/gemini'
 *
 * const pack = await createDaypack({ driver: memoryDriver() })
 * const session = await pack.session('s')
 * const client = withDaypack(new GoogleGenAI({ apiKey: 'yours' }), session)
 * if (!client.models.generateContent) throw new Error('used as before')
 * await pack.close()
 */
export function withDaypack<C extends Client>(client: C, given: Session): C {
  const session = sessionOrPassThrough('withDaypack', given)
  const { models } = client
  const offer = ({ model }: GeminiRequest): void => {
    if (typeof model === 'string') session.offerModel(modelOf(models, model))
  }
  const managed = {
    async generateContent(params: GeminiRequest) {
      const { request, aside } = await prepare(session, params)
      const response = await models.generateContent(request as never)
      if (aside) return response
      offer(params)
      await recordReply(session, gemini, response as GeminiResponse)
      return response
    },
    async generateContentStream(params: GeminiRequest) {
      const { request, aside } = await prepare(session, params)
      const stream = await models.generateContentStream(request as never)
      if (aside) return stream
      offer(params)
      return recordStream(stream, session)
    },
  }
  return overrideFields(client, { models: overrideFields(models, managed) })
}

/**
 * Tools of the pack: `config.tools: [{ functionDeclarations }]`, and what answers their calls.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 * import { daypackTools } from 'daypack/hosts/gemini'
 *
 * const pack = await createDaypack({ driver: memoryDriver() })
 * const session = await pack.session('s')
 * const { functionDeclarations } = daypackTools(pack.tools(session))
 * if (functionDeclarations.length === 0) throw new Error('for config.tools')
 * await pack.close()
 */
export function daypackTools(tools: readonly ModelTool[]): {
  readonly functionDeclarations: { name: string; description: string; parametersJsonSchema: unknown }[]
  readonly run: (name: string, args: unknown) => Promise<string | undefined>
} {
  return {
    functionDeclarations: tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      parametersJsonSchema: inputSchema,
    })),
    run: async (name, args) => tools.find((one) => one.name === name)?.run(args ?? {}),
  }
}

function modelOf(models: Models, model: string): Summarize {
  return async ({ system, prompt, maxTokens, signal }) => {
    const config = { systemInstruction: system, maxOutputTokens: maxTokens, ...(signal && { abortSignal: signal }) }
    const response = await models.generateContent({ model, contents: prompt, config } as never)
    return gemini
      .reply(response as GeminiResponse)
      .messages.map(textOf)
      .join('')
  }
}

async function prepare(session: Session, params: GeminiRequest) {
  const { config } = params
  const isHeld = typeof config === 'object' && config !== null && 'cachedContent' in config
  return isHeld ? { request: params, aside: true } : session.prepare(gemini, params)
}

/** Passes the chunks on; the reply they form is recorded before the last one is passed on. */
async function* recordStream(stream: AsyncGenerator<object>, session: Session): AsyncGenerator<object> {
  const collector = geminiCollector()
  for await (const chunk of stream) {
    collector.event(chunk as JsonObject)
    yield chunk
  }
  collector.end?.()
  const reply = collector.response()
  if (reply) await recordReply(session, gemini, reply)
}
