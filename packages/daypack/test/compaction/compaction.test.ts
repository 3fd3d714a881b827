import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createDaypack } from '../../src/daypack.ts'
import { memoryDriver } from '../../src/drivers/memory/index.ts'
import { isStored } from '../../src/model/message.ts'
import { compact } from '../../src/passes/compact.ts'
import type { Summarize } from '../../src/passes/pass.ts'
import { systemIn } from '../../src/handover/note/prompt.ts'
import { UNUSED_NOTE } from '../../src/handover/note/note.ts'
import { arbMessages, runs } from '../../../daypack-testing/src/arbitraries.ts'
import { bareRequests, codecsByWire } from '../../../daypack-testing/test/wire-arbitraries.ts'
import { byBytes } from '../../src/tokens/count.ts'
import { validate } from '../../src/wire/validate.ts'

const NOTE =
  '<analysis>hm</analysis><summary>\n## Goal\n- x\n## Progress\n### Done\n- [x] y\n## Next Steps\n- z\n</summary>'
/** For one note: tries with less to read, each with a second try. */
const CALLS_PER_NOTE = 6
/** So many notes that failed in a row end the asking. */
const FAILURE_LIMIT = 3

/** How a summarizer can behave; each call takes the next of its list. */
const arbAnswers = fc.array(
  fc.oneof(
    fc.constant(NOTE),
    fc.constant(''),
    fc.constant('Hello! How can I help you?'),
    fc.constant("I'm sorry, I can't."),
    fc.constant('Error: overloaded'),
    fc.constant(`${NOTE}${'x '.repeat(20_000)}`),
    fc.constant(new Error('429 too many requests')),
    fc.constant(new Error('prompt is too long: 9000 tokens > 800 maximum')),
    fc.constant(undefined as unknown as string),
    fc.string({ unit: 'grapheme', maxLength: 400 }),
  ),
  { minLength: 1, maxLength: 5 },
)

const arbCase = fc.record({
  wire: fc.constantFrom('anthropic', 'openai-chat', 'openai-responses', 'gemini'),
  messages: arbMessages({ maxTurns: 7, maxText: 5_000, reasoning: true, media: false, open: false }),
  window: fc.constantFrom(2_500, 5_000),
  answers: arbAnswers,
  everyTokens: fc.constantFrom(0, 3_000),
})

it('any history and any summarizer lead to valid requests with the latest request in view, nothing lost, within the caps', async () => {
  await fc.assert(
    fc.asyncProperty(arbCase, async ({ wire, messages, window, answers, everyTokens }) => {
      const codec = codecsByWire[wire as keyof typeof codecsByWire]
      const bare = bareRequests[wire as keyof typeof bareRequests]
      let now = Date.UTC(2026, 0, 1)
      let calls = 0
      const summarize: Summarize = (ask) => {
        // Memory asks the same model for its own notes, under its own caps.
        if (ask.system !== systemIn()) return Promise.resolve('')
        const answer = answers[calls++ % answers.length]
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer as string)
      }
      const driver = memoryDriver({ now: () => now, zone: 'UTC' })
      const passes = [compact({ narrative: { everyTokens } })]
      const options = {
        dir: 'memory',
        driver,
        window,
        tuning: { now: () => now, maxOutput: 200, counter: byBytes(4), inlineMaxBytes: 300, passes, strict: true },
      }
      const pack = await createDaypack({ ...options, summarize, retention: false })
      const session = await pack.session('s')
      const problems: unknown[] = []
      let failed = 0
      session.on('problem', (error) => problems.push(error))
      for (const [at, reply] of messages.entries()) {
        if (reply.role !== 'assistant') continue
        now += 30_000
        const before = session.view.batches.length
        const { head } = session.view
        const callsBefore = calls
        const request = codec.encode({ messages: messages.slice(0, at) }, bare)
        const prepared = await session.prepare(codec, request).catch((error: unknown) => {
          if ((error as { code?: string }).code === 'unfit') return undefined
          throw error
        })
        if (!prepared) break
        expect(validate(codec, prepared.request).filter(({ level }) => level === 'error')).toEqual([])
        expect(problems).toEqual([])
        const shown = JSON.stringify(codec.decode(prepared.request).messages)
        // As the wire tells it: there a remark behind results is a request of its own.
        const latest = codec.decode(request).messages.findLast((message) => message.role === 'user')
        for (const block of latest?.blocks ?? [])
          if (block.type === 'text') expect(shown).toContain(JSON.stringify(block.text).slice(1, -1))
        const epochs = new Set(session.view.batches.slice(before).flatMap((batch) => batch.epoch ?? []))
        expect(epochs.size).toBeLessThanOrEqual(1)
        const asked = calls - callsBefore
        expect(asked).toBeLessThanOrEqual(failed >= FAILURE_LIMIT ? 0 : CALLS_PER_NOTE)
        if (asked > 0) failed = hasNote(session, head) ? 0 : failed + 1
      }
      await everythingReadable(session, driver)
      await pack.close()
    }),
    { numRuns: Math.ceil(runs() / 4) },
  )
}, 120_000)

type Opened = Awaited<ReturnType<Awaited<ReturnType<typeof createDaypack>>['session']>>

/** What was asked since then brought a note: in the hand-over, or kept for the next one where the epoch was given up. */
function hasNote({ view }: Opened, since: number): boolean {
  const fold = view.items.findLast((item) => item.kind === 'fold')
  if ((view.marks.get(UNUSED_NOTE)?.seq ?? 0) > since) return true
  return fold?.kind === 'fold' && fold.batch > since && fold.summary.by === 'model'
}

/** Every folded message stands in its day file as it came, and its stored parts can be read. */
async function everythingReadable(session: Opened, driver: ReturnType<typeof memoryDriver>): Promise<void> {
  const { days, blobs } = driver
  const archived = new Map(
    (await Promise.all(((await days?.days()) ?? []).map((day) => days?.read(day) ?? [])))
      .flat()
      .map((record) => [record.seq, record]),
  )
  const folds = session.view.items.filter((item) => item.kind === 'fold')
  for (const slot of session.view.slots) {
    if (!folds.some((fold) => slot.seq >= fold.seq && slot.seq <= fold.to)) continue
    const record = archived.get(slot.seq)
    expect(record?.sha256).toBe(createHash('sha256').update(JSON.stringify(slot.message)).digest('hex').slice(0, 16))
    const line = JSON.stringify(record?.message)
    for (const block of slot.message.blocks)
      if (block.type === 'text') expect(line).toContain(JSON.stringify(block.text).slice(1, -1))
    for (const block of slot.message.blocks) {
      if (block.type === 'tool-result' && isStored(block.content))
        expect(await blobs?.get(block.content.ref)).toBeInstanceOf(Uint8Array)
    }
  }
}
