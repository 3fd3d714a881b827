import { context, metrics, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Attributes, Meter, Span, Tracer } from '@opentelemetry/api'
import { reasonOf } from '../model/errors.ts'
import type { Daypack } from '../daypack.ts'
import type { Codec } from '../model/codec.ts'
import type { Summarize } from '../model/summarize.ts'
import type { Billed } from '../model/entry.ts'
import type { CompactionResult, Prepared, Session } from '../session/session.ts'
import { dollars, priceOf } from '../tokens/price.ts'
import { overrideFields } from './support/override-fields.ts'

export type Telemetry = {
  /** The pack with every session and search of it observed. */
  pack(pack: Daypack): Daypack
  /** A summarizer whose calls are spans. */
  summarize(summarize: Summarize): Summarize
}

/**
 * Spans and metrics by OpenTelemetry's GenAI conventions; no text of a conversation is in them.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 * import { openTelemetry } from 'daypack/hosts/opentelemetry'
 *
 * const pack = openTelemetry().pack(await createDaypack({ driver: memoryDriver() }))
 * await pack.close()
 */
export function openTelemetry(options: { readonly tracer?: Tracer; readonly meter?: Meter } = {}): Telemetry {
  const { tracer = trace.getTracer('daypack'), meter = metrics.getMeter('daypack') } = options
  const watch = spanRunner(tracer)
  const figures = figuresOn(meter)
  const sessions = new WeakMap<Session, Session>()

  const observed = (session: Session): Session => {
    const known = sessions.get(session)
    if (known) return known
    const made = overrideFields(session, {
      prepare: (codec: Codec, request: unknown, ...rest: never[]) =>
        watch('daypack.prepare', about(session), (span) =>
          sent(span, codec, request, () => session.prepare(codec, request, ...rest)),
        ),
      render: (codec: Codec, like: unknown) =>
        watch('daypack.prepare', about(session), (span) => sent(span, codec, like, () => session.render(codec, like))),
      compact: (...args: Parameters<Session['compact']>) =>
        watch('daypack.epoch', about(session), async (span) => folded(span, await session.compact(...args))),
      record: async (codec: Codec, response: unknown, ...rest: never[]) => {
        figures.billed(readable(() => codec.reply(response).billed))
        await session.record(codec, response, ...rest)
      },
    })
    sessions.set(session, made)
    return made
  }

  const sent = async (span: Span, codec: Codec, request: unknown, work: () => Promise<Prepared<unknown>>) => {
    const began = Date.now()
    const model = readable(() => codec.decode(request).model)
    if (model !== undefined) span.setAttribute('gen_ai.request.model', model)
    const prepared = await work()
    const { plan, problem, aside = false } = prepared
    span.setAttributes({
      'daypack.aside': aside,
      'daypack.tokens': plan?.after.tokens ?? 0,
      'daypack.tide': plan?.tide ?? 'none',
    })
    if (problem !== undefined) markFailed(span, problem)
    if (plan && plan.tide !== 'none') {
      const { before, after, tide } = plan
      const shape = { 'daypack.tide': tide, ...sizes(before.tokens, after.tokens) }
      tracer
        .startSpan('daypack.epoch', { startTime: began, attributes: shape }, trace.setSpan(context.active(), span))
        .end()
      figures.epoch(tide, before.tokens - after.tokens)
    }
    return prepared
  }
  const folded = (span: Span, made: CompactionResult): CompactionResult => {
    span.setAttributes({ 'daypack.tide': 'asked', ...sizes(made.before.tokens, made.after.tokens) })
    figures.epoch('asked', made.before.tokens - made.after.tokens)
    return made
  }

  return {
    pack: (pack) => ({
      ...pack,
      session: async (id, scope) => observed(await pack.session(id, scope)),
      memory: overrideFields(pack.memory, {
        search: (...args: Parameters<Daypack['memory']['search']>) =>
          watch('daypack.memory.search', {}, async (span) => {
            const found = await pack.memory.search(...args)
            span.setAttribute('daypack.hits', found.hits.length)
            return found
          }),
      }),
    }),
    summarize: (summarize) => (ask) =>
      watch(
        'chat',
        { 'gen_ai.operation.name': 'chat', 'gen_ai.request.max_tokens': ask.maxTokens, 'daypack.purpose': 'summary' },
        () => summarize(ask),
      ),
  }
}

type Watch = <T>(name: string, attributes: Attributes, work: (span: Span) => Promise<T>) => Promise<T>

function spanRunner(tracer: Tracer): Watch {
  return (name, attributes, work) =>
    tracer.startActiveSpan(name, { attributes }, async (span) => {
      try {
        return await work(span)
      } catch (error) {
        markFailed(span, error)
        throw error
      } finally {
        span.end()
      }
    })
}

function figuresOn(meter: Meter) {
  const usage = meter.createHistogram('gen_ai.client.token.usage', { unit: '{token}', description: 'Tokens billed' })
  const counter = (name: string, unit: string, description: string) => meter.createCounter(name, { unit, description })
  const cached = counter('daypack.cache.read', '{token}', 'Input tokens read from the cache')
  const cost = counter('daypack.cost', '{USD}', 'Billed, at list prices')
  const epochs = counter('daypack.epochs', '{epoch}', 'Rewrites of what was sent')
  const saved = counter('daypack.saved', '{token}', 'Tokens that left the view in epochs')
  return {
    billed(billed: Billed | undefined): void {
      if (!billed) return
      const { input, cacheRead, cacheWrite, output, model } = billed
      const by = { 'gen_ai.operation.name': 'chat', ...(model !== undefined && { 'gen_ai.response.model': model }) }
      usage.record(input + cacheRead + cacheWrite, { ...by, 'gen_ai.token.type': 'input' })
      usage.record(output, { ...by, 'gen_ai.token.type': 'output' })
      cached.add(cacheRead, by)
      const price = priceOf(model)
      if (price) cost.add(dollars(billed, price), by)
    },
    epoch(tide: string, tokens: number): void {
      epochs.add(1, { 'daypack.tide': tide })
      saved.add(Math.max(0, tokens), { 'daypack.tide': tide })
    },
  }
}

function about(session: Session): Attributes {
  return { 'gen_ai.conversation.id': session.id }
}

function sizes(before: number, after: number): Attributes {
  return { 'daypack.tokens.before': before, 'daypack.tokens.after': after, 'daypack.tokens.saved': before - after }
}

/** What a codec can't read, the session says; a span is never the reason a call fails. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

function markFailed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: reasonOf(error) })
}
