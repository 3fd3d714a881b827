import { createDaypack, type DaypackOptions, type Summarize } from 'daypack'
import { anthropic } from 'daypack/codecs'
import { memoryDriver } from 'daypack/drivers'
import type { Awaitable, JsonObject } from '../inside.ts'
import type { Strategy } from './replay.ts'
import type { ReplaySession } from './session.ts'

export type EngineOptions = Omit<DaypackOptions, 'dir' | 'driver' | 'window' | 'now' | 'summarize'>
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
      const counter = options.counter ?? { name: 'o200k', count: session.count }
      const summarize: Summarize = async (ask) => {
        const { prompt, request } = ask
        const answer = (await summarizer?.(session, at, ask)) ?? ''
        bill(request === undefined ? { prompt, answer } : { request: request as JsonObject, answer })
        return answer
      }
      const clock = () => now
      const { prices, ttlMs } = session.meter
      const pack = await createDaypack({
        ...(prices && { prices }),
        ...(ttlMs !== undefined && { cacheTtlMs: ttlMs }),
        ...options,
        counter,
        driver: memoryDriver({ now: clock }),
        window,
        now: clock,
        ...(summarizer && { summarize }),
      })
      const handle = await pack.session(session.name)
      return {
        async step(step) {
          now = step.now
          at = step.at
          const { request, problem, violations } = await handle.prepare(anthropic, step.request as never)
          const ours = violations?.some(({ level }) => level === 'error') ? violations : undefined
          return {
            request: request as unknown as JsonObject,
            ...((problem ?? ours) !== undefined && { problem: problem ?? ours }),
          }
        },
        settle: (billed) => handle.settle({ reply: () => ({ messages: [], billed }) }, undefined),
        close: () => pack.close(),
      }
    },
  }
}
