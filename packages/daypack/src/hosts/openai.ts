import type OpenAI from 'openai'
import { openaiChat } from '../codecs/openai-chat/index.ts'
import { openaiResponses } from '../codecs/openai-responses/index.ts'
import { isDaypackError } from '../model/errors.ts'
import { parsedJson } from '../model/json.ts'
import type { ModelTool } from '../model/tool.ts'
import type { Session } from '../session/session.ts'
import { chatCollector, responsesCollector } from './support/collect.ts'
import { exchange, type Endpoint } from './support/exchange.ts'
import { sessionOrPassThrough } from '../session/session-argument.ts'
import type { Summarize } from '../passes/pass.ts'

/**
 * A client like this one whose chat completions and responses stay inside the window.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 * import { withDaypack } from 'daypack/hosts/openai'
 * import OpenAI from 'openai'
 *
 * const pack = await createDaypack({ driver: memoryDriver() })
 * const session = await pack.session('s')
 * const client = withDaypack(new OpenAI({ apiKey: 'yours' }), session)
 * if (!client.responses) throw new Error('used as before')
 * await pack.close()
 */
export function withDaypack<C extends OpenAI>(client: C, session: Session): C {
  return client.withOptions({ fetch: daypackFetch(session, client as unknown as { fetch: typeof fetch }) })
}

/**
 * The same as a fetch function, for clients of any make that speak OpenAI's formats.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 * import { daypackFetch } from 'daypack/hosts/openai'
 *
 * const pack = await createDaypack({ driver: memoryDriver() })
 * const session = await pack.session('s')
 * const inner: typeof fetch = async () => Response.json({ ok: true })
 * const answer = await daypackFetch(session, { fetch: inner })('http://127.0.0.1/v1/models')
 * if (answer.status !== 200) throw new Error('what is no conversation passes as it is')
 * await pack.close()
 */
export function daypackFetch(
  given: Session,
  { fetch: inner = fetch }: { readonly fetch?: typeof fetch } = {},
): typeof fetch {
  const session = sessionOrPassThrough('daypackFetch', given)
  const endpoints: readonly Endpoint[] = [
    { path: '/chat/completions', codec: openaiChat, collector: chatCollector },
    { path: '/responses', codec: openaiResponses, collector: responsesCollector },
  ]
  const run = exchange(session, endpoints)
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (init?.method?.toUpperCase() !== 'POST' || typeof init.body !== 'string') return inner(input, init)
    try {
      return await run(url, init.body, (body) => inner(input, { ...init, body, headers: withoutLength(init.headers) }))
    } catch (error) {
      if (!isDaypackError(error, 'unfit')) throw error
      const details = {
        message: error.message,
        type: 'invalid_request_error',
        param: 'input',
        code: 'context_length_exceeded',
      }
      return Response.json({ error: details }, { status: 400 })
    }
  }
}

export type DaypackTools = {
  readonly chat: readonly OpenAI.ChatCompletionFunctionTool[]
  readonly responses: readonly OpenAI.Responses.FunctionTool[]
  /** The answer to a call, or undefined when it is for none of these tools. `json`: the arguments as they came. */
  readonly run: (name: string, json: string) => Promise<string | undefined>
}

/**
 * Tools of the pack as definitions of either API, and what answers their calls.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 * import { daypackTools } from 'daypack/hosts/openai'
 *
 * const pack = await createDaypack({ driver: memoryDriver() })
 * const session = await pack.session('s')
 * const { chat, responses } = daypackTools(pack.tools(session))
 * if (chat.length !== responses.length) throw new Error('for either API')
 * await pack.close()
 */
export function daypackTools(tools: readonly ModelTool[]): DaypackTools {
  const named = tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    parameters: { ...inputSchema },
  }))
  return {
    chat: named.map((one) => ({ type: 'function', function: one })),
    responses: named.map((one) => ({ type: 'function', strict: false, ...one })),
    run: async (name, json) => tools.find((one) => one.name === name)?.run(parsedJson(json) ?? json),
  }
}

function withoutLength(headers: RequestInit['headers']): Headers {
  const copy = new Headers(headers)
  copy.delete('content-length')
  return copy
}

type OpenAISummarizerOptions = {
  readonly model: string
  /** The official client, for OpenAI or any server that speaks its chat wire. */
  readonly client: Pick<OpenAI, 'chat' | 'responses'>
  /** What the server calls the limit on the answer; older servers say `max_tokens`, and may know no schemas. */
  readonly limit?: 'max_tokens' | 'max_completion_tokens'
}

/**
 * Summaries through the official client. With a chat or responses `request` the history comes from the provider's cache.
 *
 * @example
 * import { openaiSummarizer } from 'daypack/hosts/openai'
 * import OpenAI from 'openai'
 *
 * const summarize = openaiSummarizer({ model: 'gpt-5-mini', client: new OpenAI({ apiKey: 'yours' }) })
 * if (typeof summarize !== 'function') throw new Error('for createDaypack({ summarize })')
 */
export function openaiSummarizer(options: OpenAISummarizerOptions): Summarize {
  const { model, client, limit = 'max_completion_tokens' } = options
  return async (ask) => {
    const settings = { maxRetries: 0, ...(ask.signal && { signal: ask.signal }) }
    const request = ask.request as object | undefined
    if (request && 'input' in request) {
      const body = { ...request, stream: false, max_output_tokens: ask.maxTokens }
      const reply = await client.responses.create(body as OpenAI.Responses.ResponseCreateParamsNonStreaming, settings)
      return reply.output_text
    }
    const messages = [
      { role: 'system', content: ask.system },
      { role: 'user', content: ask.prompt },
    ]
    const isHeldToJson = ask.schema && limit === 'max_completion_tokens'
    const body = request
      ? { ...request, stream: false, stream_options: null, [limit]: ask.maxTokens }
      : { model, messages, [limit]: ask.maxTokens, ...(isHeldToJson && { response_format: { type: 'json_object' } }) }
    const reply = await client.chat.completions.create(body as OpenAI.ChatCompletionCreateParamsNonStreaming, settings)
    return reply.choices[0]?.message.content ?? ''
  }
}
