import fc from 'fast-check'
import { createDaypack } from '../../src/daypack.ts'
import { memoryDriver } from '../../src/drivers/memory/index.ts'
import type { JsonObject } from '../../src/model/json.ts'
import type { Message } from '../../src/model/message.ts'
import { arbMessages } from '../../../daypack-testing/src/arbitraries.ts'
import { bareRequests, codecsByWire } from '../../../daypack-testing/test/wire-arbitraries.ts'
import { byBytes } from '../../src/tokens/count.ts'
import { brokenThinking, ledger, noteReply } from '../wire/bound-thinking.ts'
import type { WireName } from '../../../daypack-testing/test/wire-extras.ts'
import { validate } from '../../src/wire/validate.ts'
import { failureOf, WIRES, type Figure } from './codec-fuzz.ts'

type Case = {
  readonly wire: WireName
  readonly messages: readonly Message[]
  readonly window: number
  readonly isBound: boolean
}

const arbSession: fc.Arbitrary<Case> = fc.record({
  wire: fc.constantFrom(...WIRES),
  messages: arbMessages({ maxTurns: 8, maxText: 6_000, reasoning: true, open: false }),
  window: fc.constantFrom(1_500, 3_000, 6_000),
  isBound: fc.boolean(),
})

/** Sessions that outgrow small windows, each request checked as the provider would; cases are requests. */
export async function fuzzEngine(sessions: number, seed: number): Promise<Figure> {
  const started = performance.now()
  let cases = 0
  const property = fc.asyncProperty(arbSession, async (session) => {
    cases += await grows(session)
  })
  const result = await fc.check(property, { numRuns: sessions, seed, endOnFailure: true })
  const seconds = (performance.now() - started) / 1_000
  return { cases, seconds, ...(result.failed ? { failure: failureOf(result) } : {}) }
}

async function grows({ wire, messages, window, isBound }: Case): Promise<number> {
  const codec = codecsByWire[wire]
  let now = Date.UTC(2026, 0, 1)
  const driver = memoryDriver({ now: () => now, zone: 'UTC' })
  const pack = await createDaypack({
    dir: 'memory',
    driver,
    window,
    retention: false,
    tuning: { now: () => now, maxOutput: 300, counter: byBytes(4), inlineMaxBytes: 512, strict: true },
  })
  const session = await pack.session('fuzz')
  const problems: unknown[] = []
  session.on('problem', (error) => problems.push(error))
  const known = ledger()
  const bare = {
    ...bareRequests[wire],
    ...(wire === 'anthropic' ? { model: isBound ? 'claude-fable-5-1' : 'claude-opus-4-5' } : {}),
  }
  let count = 0
  for (const [at, reply] of messages.entries()) {
    if (reply.role !== 'assistant') continue
    now += 30_000
    const request = codec.encode({ messages: messages.slice(0, at) }, bare)
    const prepared = await session.prepare(codec, request).catch((error: unknown) => {
      if ((error as { code?: string }).code === 'unfit') return undefined
      throw error
    })
    if (!prepared) break
    count++
    const moved = wire === 'anthropic' && isBound ? brokenThinking(known, prepared.request) : []
    const found = [...validate(codec, prepared.request).filter(({ level }) => level === 'error'), ...moved]
    const given = prepared.violations?.filter(({ level }) => level === 'error') ?? []
    if (found.length + given.length + problems.length > 0)
      throw new Error(`request ${at} of ${wire}: ${JSON.stringify([...found, ...given, ...problems.map(String)])}`)
    if (wire === 'anthropic')
      noteReply(
        known,
        prepared.request,
        contentOf(codec.encode({ messages: [messages[0] ?? reply, reply] }, bare)) as never,
      )
  }
  await pack.close()
  return count
}

function contentOf(request: JsonObject): unknown {
  const last = (request['messages'] as readonly JsonObject[]).at(-1)
  return last?.['content'] ?? []
}
