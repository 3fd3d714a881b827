// A model writes the note: it is asked again with its faults, with less where the story is too long, and no further.
import { describe, expect, test } from 'vitest'
import { answer, openDesk, request, step } from '../../../../daypack-testing/src/desk.ts'
import type { Summarize } from '../../model/summarize.ts'
import type { Item, View } from '../../view/view.ts'
import { gather } from '../read/evidence.ts'
import { narrative } from './note.ts'
import { writeNote } from './write.ts'

const NOTE = '## Goal\n- mend the login\n## Progress\n### Done\n- looked at login.ts\n## Next Steps\n- test it'
const INVENTED = NOTE.replace('login.ts', 'zebraCrossing.ts')
const MESSAGES = [request('Please mend login.ts.'), answer('I looked at login.ts.')]

/** A model that gives these answers one after the other; an error is thrown. */
function model(...answers: readonly (string | Error)[]) {
  const asked: Parameters<Summarize>[0][] = []
  const summarize = async (one: Parameters<Summarize>[0]) => {
    asked.push(one)
    const next = answers[Math.min(asked.length, answers.length) - 1] ?? ''
    if (next instanceof Error) throw next
    return next
  }
  return { asked, summarize }
}
const tooLong = (window?: number) =>
  Object.assign(new Error(`prompt is too long: 9000 tokens > ${window ?? 5_000} maximum`), { statusCode: 400 })

describe('asking', () => {
  const written = async (
    answers: readonly (string | Error)[],
    more: { messages?: typeof MESSAGES; signal?: AbortSignal } = {},
  ) => {
    const { messages = MESSAGES, signal = new AbortController().signal } = more
    const { asked, summarize } = model(...answers)
    const evidence = gather(messages)
    const options = {
      evidence,
      events: evidence.timeline.events,
      maxChars: 3_000,
      maxTokens: 1_000,
      previous: undefined,
      known: '',
    }
    const made = await writeNote(openDesk().context(), { ...options, summarize, signal })
    return { ...made, asked }
  }
  test('an answer without faults is the note', async () => {
    const { note, calls, problems, tokens, asked } = await written([NOTE])
    expect([note?.sections.goal, calls, problems, asked.length]).toEqual([['mend the login'], 1, [], 1])
    expect(tokens).toBeGreaterThan(50)
    expect([
      asked[0]?.maxTokens,
      asked[0]?.prompt.includes('Please mend login.ts.'),
      asked[0]?.question !== undefined,
    ]).toEqual([1_000, true, true])
  })
  test('one with faults is asked for once more, with them; then there is none', async () => {
    const second = await written(['no sections at all', NOTE])
    expect([second.note?.sections.goal, second.calls, second.problems.length > 0]).toEqual([
      ['mend the login'],
      2,
      true,
    ])
    expect(second.asked[1]?.prompt).toContain(second.problems[0])
    const never = await written(['nothing', 'nothing'])
    expect([never.note, never.calls]).toEqual([undefined, 2])
  })
  test('what failed for another reason is not asked again', async () => {
    const { note, calls, problems } = await written([new Error('no key')])
    expect([note, calls, problems]).toEqual([undefined, 1, ['no key']])
  })
  test('a story that is too long is told with less, three times at most, and no longer asked behind the conversation', async () => {
    const messages = [
      MESSAGES[0] ?? request(''),
      ...Array.from({ length: 300 }, (_, at) => answer(`Step ${at}: ${'all is well. '.repeat(20)}`)),
    ]
    const { note, asked } = await written([tooLong(), NOTE], { messages })
    expect([note?.sections.goal, asked.length, asked[0]?.question !== undefined, asked[1]?.question]).toEqual([
      ['mend the login'],
      2,
      true,
      undefined,
    ])
    expect(asked[1]?.prompt.length).toBeLessThan((asked[0]?.prompt.length ?? 0) / 2)
    const never = await written([tooLong()], { messages })
    expect([never.note, never.calls, never.problems.length]).toEqual([undefined, 3, 3])
  })
  test('once it is stopped nothing more is asked', async () => {
    const { note, calls } = await written([tooLong()], { signal: AbortSignal.abort() })
    expect([note, calls <= 1]).toEqual([undefined, true])
  })
})

describe('when it is due', () => {
  const evidence = gather(MESSAGES)
  async function told(answers: readonly string[], context: object = {}, options: object = {}, mark?: object) {
    const desk = openDesk()
    await desk.say(...MESSAGES)
    if (mark) desk.mark('unused-note', mark as never)
    const { asked, summarize } = model(...answers)
    const ctx = { ...desk.context({ summarize }), asked: false, ...context }
    const { text, by, why, model: became } = await narrative(desk.view, evidence, ctx, options)
    return { text, by, why, became, calls: asked.length }
  }
  test('at the first epoch; where there is no model, or it is not to be asked, it is told without', async () => {
    expect(await told([NOTE])).toMatchObject({
      by: 'model',
      why: 'with a note by the model (1 calls)',
      became: 'answered',
      calls: 1,
    })
    const without = { text: '', by: 'extractive', why: 'told without a model', became: undefined, calls: 0 }
    expect(await told([NOTE], { summarize: undefined })).toEqual(without)
    expect(await told([NOTE], {}, { model: false })).toEqual(without)
  })
  test('a model that keeps failing rests', async () => {
    const { by, why, calls } = await told([NOTE], { modelRests: true })
    expect([by, calls, why]).toEqual([
      'extractive',
      0,
      expect.stringMatching(/it failed \d times in a row and rests until asked/),
    ])
  })
  test('a note of an epoch that was given up is used, unless the user wants another one', async () => {
    const early = { text: '## Goal\n- early', grown: 0, through: 2 }
    const used = await told([NOTE], {}, {}, early)
    expect([used.calls, used.why, used.text.includes('early')]).toEqual([
      0,
      'with a note by the model, written earlier',
      true,
    ])
    expect((await told([NOTE], { instruction: 'shorter' }, {}, early)).calls).toBe(1)
    expect((await told([NOTE], {}, {}, { ...early, text: '' })).calls).toBe(1)
  })
  test('a message that was changed since takes the note along; a fold that came after it, too', async () => {
    const early = { text: '## Goal\n- early', grown: 0, through: 2 }
    const desk = openDesk()
    await desk.say(...MESSAGES)
    desk.mark('unused-note', early)
    const { summarize } = model(NOTE)
    const goalOf = async (view: View): Promise<string> =>
      (await narrative(view, evidence, { ...desk.context({ summarize }), asked: false }, {})).text.split('\n')[2] ?? ''
    const { slots } = desk.view
    const changed = (at: number) => slots.map((slot, index) => (index === at ? { ...slot, since: 9 } : slot))
    const kept = { kind: 'fold', batch: 9, seq: 1, to: 1, summary: { text: '', by: '' } } as unknown as Item
    expect([
      await goalOf({ ...desk.view, slots: changed(1) }),
      await goalOf({
        ...desk.view,
        slots: [
          ...slots,
          ...changed(1)
            .slice(1)
            .map((slot) => ({ ...slot, seq: 3 })),
        ],
      }),
      await goalOf({ ...desk.view, items: [kept] }),
      await goalOf({ ...desk.view, items: [{ ...kept, batch: 3 } as Item] }),
    ]).toEqual(['- mend the login', '- early', '- mend the login', '- early'])
  })
  test('with a note in the last fold the next is due when enough is new; it is written of what came since', async () => {
    const data = { narrative: { text: '## Goal\n- kept', grown: 100, through: 1 } }
    const after = async (grown: number, more: { context?: object; options?: object; data?: object } = {}) => {
      const desk = openDesk()
      await desk.say(...MESSAGES, ...step({ tool: 'useThatTool', output: 'ok' }))
      const fold = { kind: 'fold', batch: 1, seq: 1, to: 1, summary: { text: '', by: '', data: more.data ?? data } }
      const items = [fold as unknown as Item, ...desk.view.items.slice(1)]
      const view = { ...desk.view, items, grown: { tokens: grown, steps: 0 } }
      const { asked, summarize } = model(NOTE.replace('looked at', 'used useThatTool on'))
      const ctx = { ...desk.context({ summarize }), asked: false, ...more.context }
      const { text, why, data: kept } = await narrative(view, evidence, ctx, { everyTokens: 50, ...more.options }, true)
      return { text: text.split('\n')[1], why, kept, prompt: asked[0]?.prompt ?? '', maxTokens: asked[0]?.maxTokens }
    }
    expect((await after(149)).text).toBe('- kept')
    const { text, why, kept, prompt, maxTokens } = await after(150)
    expect([text, why, maxTokens]).toEqual(['- mend the login', 'with a note by the model (1 calls)', 6_000])
    expect(kept).toMatchObject({ grown: 150, through: 4, calls: 1, invented: [], unproven: [], problems: [] })
    expect([prompt.includes('Please mend'), prompt.includes('I looked at'), prompt.includes('- kept')]).toEqual([
      false,
      true,
      true,
    ])
    expect((await after(0, { context: { asked: true } })).text).toBe('- mend the login')
    expect((await after(0, { data: { narrative: { text: 1 } } })).kept).toMatchObject({ through: 4 })
    expect((await after(0, { data: { narrative: 'x' } })).prompt).toContain('Please mend')
    expect((await after(150, { options: { maxTokens: 90 } })).maxTokens).toBe(90)
    expect((await after(150, { context: { modelRests: true } })).kept).toEqual(data.narrative)
  })
  test('once the user has asked for something else it tells what was wanted and done by when, and no next step', async () => {
    const note =
      '## Goal\n- g\n## Progress\n### Done\n- d\n### In Progress\n- p\n## Key Decisions\n- k\n## Next Steps\n- n'
    const { text } = await told([NOTE], {}, {}, { text: note, grown: 0, through: 0 })
    expect(text).toBe(
      [
        '(written by a model, as of message 0; the story goes on from there)',
        '## Goal (as of message 0, before the latest request)\n- g',
        '## Constraints & Preferences\n(none)\n## Progress',
        '### Done (as of message 0)\n- d',
        '## Key Decisions (as of message 0)\n- k',
        '## Critical Context\n(none)',
      ].join('\n'),
    )
  })
  test('what it says is true for its time, and says when that was', async () => {
    const { text } = await told([NOTE])
    expect(text).toMatch(/^\(written by a model, as of message 2; the story goes on from there\)\n## Goal\n/)
  })
  test('an answer that is none leaves the story to itself, with the reason', async () => {
    const { by, why, became } = await told(['nothing'])
    expect([by, became, why.startsWith('told without a model: ')]).toEqual(['extractive', 'failed', true])
  })
})

test('a name that no message holds is named as invented', async () => {
  const evidence = gather(MESSAGES)
  const { summarize } = model(INVENTED)
  const options = { evidence, events: evidence.timeline.events, maxChars: 3_000, maxTokens: 1_000, previous: undefined }
  const signal = new AbortController().signal
  const { note } = await writeNote(openDesk().context(), { ...options, summarize, signal, known: '' })
  const { note: known } = await writeNote(openDesk().context(), {
    ...options,
    summarize,
    signal,
    known: 'zebraCrossing.ts',
  })
  expect([note?.invented, known?.invented]).toEqual([['zebraCrossing.ts'], []])
})
