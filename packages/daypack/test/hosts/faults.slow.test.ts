import Anthropic from '@anthropic-ai/sdk'
import type { Middleware } from '@anthropic-ai/sdk/core/middleware'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDaypack } from '../../src/daypack.ts'
import { daypackMiddleware } from '../../src/hosts/anthropic.ts'
import { size, tell } from '../../../daypack-testing/test/size.ts'
import {
  startProvider,
  type Fault,
  type ProviderCall,
  type ScriptedReply,
} from '../../../daypack-testing/src/provider/index.ts'
import { answer, finalAnswer, sailor } from '../../../../examples/hosts/voyage.ts'
import { temporary } from '../temporary.ts'
import { anthropicLoop } from './loops.ts'

const dir = temporary()
const WINDOW = 16_000
/** One voyage is about 60 requests, repeated ones included. */
const VOYAGES = Number(process.env['DAYPACK_VOYAGES'] ?? size(4, 340))

const fault: fc.Arbitrary<Fault | undefined> = fc.oneof(
  { weight: 8, arbitrary: fc.constant(undefined) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(429, 500, 529)
      .map((status) => ({ kind: 'status', status, retryAfterSeconds: 0.001 }) as const),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('stream-error', 'cut'), after: fc.nat(6) }),
  },
)

test(
  'whatever breaks on the way: no request is invalid, none is sent twice by us, and the voyage ends well',
  { timeout: 1_900_000 },
  async () => {
    const seen = { requests: 0, faults: 0 }
    let voyage = 0
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fault), async (faults) => {
        const script = (call: ProviderCall): ScriptedReply => {
          const next = faults.next().value
          return next ? { ...sailor(call), fault: next } : sailor(call)
        }
        const provider = await startProvider({ script, window: WINDOW })
        const pack = await createDaypack({
          dir,
          window: WINDOW,
          // The notes of one voyage would stand in front of the next, and its sailor takes the latest days it sees.
          memory: false,
          tuning: { maxOutput: 1000 },
        })
        const session = await pack.session(`voyage-${++voyage}`)
        let attempts = 0
        const counted: Middleware = (request, next) => {
          attempts++
          return next(request)
        }
        const client = new Anthropic({
          apiKey: 'test',
          baseURL: provider.url,
          maxRetries: 2,
          middleware: [counted, daypackMiddleware(session)],
        })
        const answers = await anthropicLoop(persistent(client))
        expect(answers.map(finalAnswer)).toEqual([answer(1, 22), answer(23, 44)])
        expect(provider.requests.flatMap((request) => request.violations)).toEqual([])
        expect(provider.requests.length).toBe(attempts)
        const said = session.view.slots.filter((slot) => slot.message.role === 'assistant')
        expect(said.length).toBe(provider.requests.filter((request) => request.status === 200 && !request.fault).length)
        seen.requests += provider.requests.length
        seen.faults += provider.requests.filter((request) => request.fault).length
        await pack.close()
        await provider.close()
      }),
      { numRuns: VOYAGES, interruptAfterTimeLimit: 1_800_000 },
    )
    tell(seen.requests, 'requests')
    expect(seen.faults).toBeGreaterThan(0)
  },
)

/** A client that asks again when an answer broke off, as a person would. */
function persistent(client: Anthropic): Anthropic {
  const stream = (ask: Anthropic.MessageStreamParams) => ({
    async finalMessage() {
      for (let attempt = 0; attempt < 50; attempt++) {
        try {
          return await client.messages.stream(ask).finalMessage()
        } catch (error) {
          if (error instanceof Anthropic.APIError && error.status === 400) throw error
        }
      }
      throw new Error('it never went through')
    },
  })
  return { messages: { stream } } as unknown as Anthropic
}
