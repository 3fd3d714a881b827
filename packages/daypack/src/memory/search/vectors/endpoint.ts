import { DaypackError } from '../../../model/errors.ts'
import { readText } from '../../../model/wait.ts'
import type { Millis } from '../../../model/json.ts'
import type { Embed } from '../../index/search-api.ts'

/** The seeds' EMBEDDING_* settings as a plain object; only the CLI reads them from the environment. */
export type EndpointOptions = {
  /** Default https://dashscope.aliyuncs.com/compatible-mode/v1 */
  readonly baseUrl?: string
  readonly apiKey?: string
  /** Default text-embedding-v4 */
  readonly model?: string
  /** Default 1024 */
  readonly dimensions?: number
  /** Characters of one input; longer ones are cut. Default 8192. */
  readonly maxInputLength?: number
  /** Texts in one request; default 10. */
  readonly maxBatchSize?: number
  /** For one request; default 30,000. */
  readonly timeoutMs?: Millis
  /** Further tries after a failure that may pass; default 3. */
  readonly retries?: number
  /** First pause between tries, doubled each time unless the server names one; default 500. */
  readonly backoffMs?: Millis
  readonly fetch?: typeof fetch
  readonly sleep?: (ms: Millis, signal?: AbortSignal) => Promise<void>
}

const MAX_PAUSE_MS = 30_000
/** Bytes of an error that are read. */
const MOST_SAID = 1024 * 1024

/**
 * Any OpenAI-compatible embedding endpoint, over plain fetch. Rejects rather than making vectors up.
 *
 * @example
 * import { embeddingEndpoint } from 'daypack/memory'
 *
 * const embed = embeddingEndpoint({ baseUrl: 'http://127.0.0.1:9/v1', model: 'small', dimensions: 64 })
 * if (embed.dimensions !== 64) throw new Error('for createDaypack({ memory: { embed } })')
 */
export function embeddingEndpoint(options: EndpointOptions = {}): Embed {
  const {
    baseUrl = 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    model = 'text-embedding-v4',
    dimensions = 1024,
    maxInputLength = 8192,
    maxBatchSize = 10,
  } = options
  const address = `${baseUrl.replace(/(?<!\/)\/+$/, '')}/embeddings`
  return {
    model,
    dimensions,
    batch: maxBatchSize,
    async embed(texts, signal) {
      const vectors: Float32Array[] = []
      for (let from = 0; from < texts.length; from += maxBatchSize) {
        const input = texts.slice(from, from + maxBatchSize).map((text) => cut(text, maxInputLength))
        const reply = await request(address, { model, input, dimensions, encoding_format: 'float' }, options, signal)
        vectors.push(...readVectors(reply, input.length, dimensions))
      }
      return vectors
    },
  }
}

async function request(
  address: string,
  body: unknown,
  options: EndpointOptions,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const { retries = 3, backoffMs = 500, sleep = pause } = options
  for (let attempt = 0; ; attempt++) {
    const outcome = await once(address, body, options, signal)
    if ('reply' in outcome) return outcome.reply
    if (attempt >= retries || !outcome.passing || signal?.aborted) throw outcome.error
    await sleep(Math.min(MAX_PAUSE_MS, outcome.pauseMs ?? backoffMs * 2 ** attempt), signal)
  }
}

type Outcome = { reply: unknown } | { error: DaypackError; passing: boolean; pauseMs?: Millis }

async function once(
  address: string,
  body: unknown,
  options: EndpointOptions,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const limit = AbortSignal.timeout(options.timeoutMs ?? 30_000)
  try {
    const response = await (options.fetch ?? fetch)(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(options.apiKey && { authorization: `Bearer ${options.apiKey}` }),
      },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    if (response.ok) return { reply: JSON.parse(await readText(response)) as unknown }
    const said = (await readText(response, MOST_SAID)).slice(0, 200)
    const pauseMs = retryAfter(response)
    const passing = response.status === 408 || response.status === 429 || response.status >= 500
    return {
      error: failure(`the embedding endpoint answered ${response.status}: ${said}`),
      passing,
      ...(pauseMs !== undefined && { pauseMs }),
    }
  } catch (cause) {
    return {
      error: failure(`the embedding endpoint cannot be reached: ${(cause as Error).message}`, cause),
      passing: true,
    }
  }
}

function retryAfter(response: Response): Millis | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : undefined
}

/** Checked before anything is stored: count, dimensions, finite, not all zero; then made unit length. */
function readVectors(reply: unknown, expected: number, dimensions: number): Float32Array[] {
  const data = (reply as { data?: unknown } | null)?.data
  if (!Array.isArray(data) || data.length !== expected)
    throw failure(`the embedding endpoint did not return ${expected} vectors`)
  const sorted = data.toSorted((a: { index?: number }, b: { index?: number }) => (a.index ?? 0) - (b.index ?? 0))
  return sorted.map((item: { embedding?: unknown }) => {
    const values = item.embedding
    if (!Array.isArray(values) || values.length !== dimensions) {
      throw failure(
        `the embedding endpoint answered ${Array.isArray(values) ? values.length : 'no'} dimensions, but ${dimensions} are configured`,
      )
    }
    return unitLength(Float32Array.from(values as number[]))
  })
}

export function unitLength(vector: Float32Array): Float32Array {
  let sum = 0
  for (const value of vector) sum += value * value
  if (!(sum > 0) || !Number.isFinite(sum)) throw failure('the embedding endpoint returned a zero vector')
  const scale = 1 / Math.sqrt(sum)
  return vector.map((value) => value * scale)
}

/** Never between the halves of a surrogate pair. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length)
}

function failure(message: string, cause?: unknown): DaypackError {
  return new DaypackError('io', `${message}. Keyword search still works; vectors are tried again later.`, { cause })
}

function pause(ms: Millis, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}
