import { describe, expect, it } from 'vitest'
import type { Json } from '../model/json.ts'
import { answer, openDesk, request } from '../../../daypack-testing/src/desk.ts'
import { modelSummary, type ModelSummary } from './model-summary.ts'
import type { Pass, PassContext } from './pass.ts'

type Ask = Parameters<NonNullable<PassContext['summarize']>>[0]
const WORDS: ModelSummary = {
  system: 'You sum up.',
  question: 'Sum it up.',
  maxTokens: 100,
  show: (said, handover) => `said: ${said}; handed over: ${handover}`,
}
const ESSENTIALS = ['Never touch the production database schema.', 'Deploy only on Tuesday mornings.']

async function summed(
  reply: string | Error | undefined,
  words: Partial<ModelSummary> = {},
  changes: Partial<PassContext> = {},
  data: Json = { essentials: [...ESSENTIALS, 7] },
) {
  const desk = openDesk({ window: 10_000 })
  await desk.say(request('Build the login.'), answer('It is built.'), request('Later words.'))
  const crop = { op: 'crop', block: '3.0', keep: [], note: { text: 'cut' } } as const
  const fold = { op: 'fold', from: 1, to: 2, summary: { text: 'the hand-over', by: 'x', data } } as const
  const inner: Pass = { name: 'inner', propose: () => ({ why: 'folded', edits: [crop, fold] }) }
  const asks: Ask[] = []
  const summarize = (ask: Ask) => {
    asks.push(ask)
    return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply as string)
  }
  const pass = modelSummary(inner, { ...WORDS, ...words })
  expect([pass.name, pass.costly]).toEqual(['inner', true])
  const context = desk.context(reply === undefined ? changes : { summarize, ...changes })
  const { edits, why } = await pass.propose(desk.view, context)
  const summary = edits[1]?.op === 'fold' ? edits[1].summary : undefined
  if (edits.length > 0) expect(edits[0]).toEqual(crop)
  return { asks, why, edits, summary, text: summary?.text }
}
const WHOLE = `The login is built. ${ESSENTIALS.join(' ')}`

describe('a summary by a model', () => {
  it('is asked for with what is folded, in the words of the document, and shown in its form', async () => {
    const { asks, why, summary } = await summed(WHOLE, { reply: 'Understood.' })
    expect(asks).toEqual([
      {
        system: 'You sum up.',
        prompt: expect.stringMatching(
          /^<conversation>\n[^]*Build the login\.[^]*<\/conversation>\n\nSum it up\.$/,
        ) as unknown,
        question: 'Sum it up.',
        maxTokens: 100,
      },
    ])
    expect(asks[0]?.prompt).not.toContain('Later words')
    expect(summary).toMatchObject({
      text: `said: ${WHOLE}; handed over: the hand-over`,
      by: 'model',
      reply: 'Understood.',
    })
    expect(why).toBe('folded; told by the model')
  })

  it('takes the wish of the user and the signal along', async () => {
    const { signal } = new AbortController()
    const { asks } = await summed(WHOLE, {}, { instruction: 'Keep names.', signal })
    expect(asks[0]).toMatchObject({ question: 'Sum it up.\nExtra wish of the user: Keep names.', signal })
    expect(asks[0]?.prompt.endsWith('Sum it up.\nExtra wish of the user: Keep names.')).toBe(true)
  })

  it('gets back what it did not tell; where it told nothing of it, it is no summary', async () => {
    const [first = '', second = ''] = ESSENTIALS
    expect((await summed(`Built. ${first}`)).text).toBe(
      `said: Built. ${first}\n\nAlso holds:\n- ${second}; handed over: the hand-over`,
    )
    const none = await summed('All went well.')
    expect([none.text, none.summary?.by, none.why]).toEqual([
      'said: ; handed over: the hand-over',
      'x',
      'folded; told without a model',
    ])
    expect((await summed('All went well.', {}, {}, { essentials: [] })).text).toContain('said: All went well.;')
    expect((await summed('All went well.', {}, {}, null)).text).toContain('said: All went well.;')
  })

  it('is the hand-over where there is no model; an empty answer is a failure, unless the document has words for it', async () => {
    expect((await summed(undefined)).text).toBe('said: ; handed over: the hand-over')
    await expect(summed('')).rejects.toMatchObject({ code: 'summary-failed', message: 'The model gave no summary.' })
    const empty = await summed('<analysis>hm</analysis>', { empty: 'Nothing was said.' })
    expect(empty.text).toBe('said: ; handed over: Nothing was said.\n\nthe hand-over')
    expect((await summed(null as never, { empty: 'Nothing.' })).text).toBe(
      'said: ; handed over: Nothing.\n\nthe hand-over',
    )
    await expect(summed(new Error('529'))).rejects.toThrow('529')
    expect((await summed(WHOLE, { empty: 'Nothing was said.' })).text).toBe(
      `said: ${WHOLE}; handed over: the hand-over`,
    )
  })

  it('is not made of fewer messages than asked for', async () => {
    const few = await summed(WHOLE, { minMessages: 4 })
    expect([few.why, few.edits]).toEqual(['there are only 3 messages, fewer than 4', []])
    expect((await summed(WHOLE, { minMessages: 3 })).edits).toHaveLength(2)
  })

  it('what it is asked about fits its window: four fifths of it, less the answer and the question', async () => {
    const desk = openDesk({ window: 1_000 })
    await desk.say(...[1, 2, 3, 4].flatMap((at) => [request(`Ask ${at}. ${'word '.repeat(300)}`), answer('Ok.')]))
    const fold = { op: 'fold', from: 1, to: 8, summary: { text: 'told', by: 'x' } } as const
    const inner: Pass = { name: 'inner', propose: () => ({ why: 'folded', edits: [fold] }) }
    const prompts: number[] = []
    for (const maxTokens of [100, 400]) {
      const summarize = (ask: Ask) => Promise.resolve(String(prompts.push(desk.context().count(ask.prompt))))
      await modelSummary(inner, { ...WORDS, maxTokens }).propose(desk.view, desk.context({ summarize }))
    }
    const [wide = 0, narrow = 0] = prompts
    expect(wide).toBeLessThanOrEqual(800 - 100)
    expect(narrow).toBeLessThanOrEqual(800 - 400)
    expect(wide).toBeGreaterThan(narrow + 150)
  })
})
