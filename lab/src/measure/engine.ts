import { createDaypack, type DaypackOptions, type Driver, type Message, type Summarize } from 'daypack'
import { anthropic } from 'daypack/codecs'
import { memoryDriver } from 'daypack/drivers'
import { COMMON_PRICE, relative, type Awaitable, type JsonObject } from 'daypack/internal'
import type { Strategy } from './replay.ts'
import type { ReplaySession } from './session.ts'

export type EngineOptions = Omit<DaypackOptions, 'dir' | 'driver' | 'window' | 'summarize'> & {
  /** Where the session is kept; in memory without them. */
  readonly dir?: string
  readonly driver?: Driver
}
/** Writes a summary of the conversation up to a step: a stand-in from the recording alone, a model from what it is asked. */
export type Summarizer = (session: ReplaySession, at: number, ask: Parameters<Summarize>[0]) => Awaitable<string>

/** Our engine as a strategy. With a summarizer its calls are billed like everybody's. */
export function engine(name: string, optionsOf: () => EngineOptions, summarizer?: Summarizer): Strategy {
  return {
    name,
    async open(session, window, bill) {
      let now = 0
      let at = 0
      const options = optionsOf()
      const { dir, driver, ...rest } = options
      const counter = options.tuning?.counter ?? { name: 'o200k', count: session.count }
      const summarize: Summarize = async (ask) => {
        const { prompt, request } = ask
        const answer = (await summarizer?.(session, at, ask)) ?? ''
        bill(request === undefined ? { prompt, answer } : { request: request as JsonObject, answer })
        return answer
      }
      const clock = () => now
      const { price = COMMON_PRICE, ttlMs } = session.meter
      const pack = await createDaypack({
        ...rest,
        ...(dir === undefined ? { driver: driver ?? memoryDriver({ now: clock }) } : { dir }),
        window,
        ...(summarizer && { summarize }),
        tuning: {
          prices: relative(price),
          ...(ttlMs !== undefined && { cacheTtlMs: ttlMs }),
          ...options.tuning,
          counter,
          now: clock,
        },
      })
      const handle = await pack.session(session.name)
      const { model } = session.transcript
      // The wire is ours, the model is the recording's: the log has its name and its bills.
      const codec: typeof anthropic = {
        ...anthropic,
        decode: (request) => {
          const { model: _, ...decoded } = anthropic.decode(request)
          return { ...decoded, ...(model !== undefined && { model }) }
        },
      }
      let reply: Message | undefined
      return {
        async step(step) {
          now = step.now
          at = step.at
          reply = step.reply
          const { request, plan, problem, violations } = await handle.prepare(codec, step.request as never)
          const ours = violations?.some(({ level }) => level === 'error') ? violations : undefined
          return {
            request: request as unknown as JsonObject,
            plan,
            view: handle.view,
            ...((problem ?? ours) !== undefined && { problem: problem ?? ours }),
          }
        },
        record: (billed) => handle.record({ reply: () => ({ messages: [], billed }) }, {}),
        async close() {
          if (reply) await handle.append(reply)
          await pack.close()
        },
      }
    },
  }
}
