import { expect, test } from 'vitest'
import type { Crop, Edit, Fold } from '../model/edit.ts'
import { answer, openDesk, request, step } from '../../../daypack-testing/src/desk.ts'
import { firstSeqOf, measureEdit, overlap } from './measure-edit.ts'

const read = async (content: { text?: string }, span?: { from: number; to: number }) =>
  (content.text ?? '').slice(span?.from, span?.to)
const crop = (text: string): Crop => ({ op: 'crop', block: '2.0', keep: [], note: { text } })
const byWords = (text: string) => text.split(/\s+/).filter(Boolean).length

async function weighed(text: string, said = 'one two three') {
  const desk = openDesk({ window: 100_000 })
  await desk.say(request('go'), answer(said), request('next'))
  // Counted by bytes / 4 when it came in: 13 bytes, 3 tokens.
  return measureEdit(desk.view, crop(text), byWords, read as never)
}

test('an edit is made when it saves a token, or bytes at the same tokens, and not when it costs tokens', async () => {
  expect(await weighed('one two')).toMatchObject({ saved: { tokens: 1, bytes: 6 } })
  expect(await weighed('a b c')).toMatchObject({ saved: { tokens: 0, bytes: 8 } })
  expect(await weighed('a b c d')).toEqual({ refused: 'it would save nothing' })
  expect(await weighed('one two three')).toEqual({ refused: 'it would save nothing' })
})

test('a result keeps what a call costs besides its text, a text does not', async () => {
  const desk = openDesk({ window: 100_000 })
  await desk.say(request('go'), ...step({ tool: 'bash', output: 'word '.repeat(100) }), request('next'))
  const result = await measureEdit(desk.view, { ...crop('cut'), block: '3.0' }, byWords, read as never)
  const text = await weighed('cut', 'word '.repeat(100))
  const [shown, plain] = [result, text].map((each) => ('edit' in each && 'tokens' in each.edit ? each.edit.tokens : 0))
  expect(plain).toBe(1)
  expect(shown).toBeGreaterThan(1)
})

test('what stays of a result counts with the note, and a text or a fold of which nothing stays is refused', async () => {
  const desk = openDesk({ window: 100_000 })
  await desk.say(
    request('go'),
    ...step({ tool: 'bash', output: 'word '.repeat(100) }),
    answer('word '.repeat(100)),
    request('next'),
  )
  const weigh = (edit: Edit) => measureEdit(desk.view, edit, byWords, read as never)
  const tokens = async (edit: Edit) => {
    const made = await weigh(edit)
    return 'edit' in made && 'tokens' in made.edit ? made.edit.tokens : undefined
  }
  const result: Crop = { ...crop('cut'), block: '3.0' }
  const nothing = { refused: 'nothing would be left to see' }
  expect(await tokens({ ...result, keep: [{ from: 0, to: 50 }] })).toBe(((await tokens(result)) ?? 0) + 10)
  const said: Crop = { ...crop('cut'), block: '4.0' }
  expect(await tokens({ ...said, keep: [{ from: 0, to: 50 }] })).toBe(((await tokens(said)) ?? 0) + 10)
  expect(await weigh({ ...crop(' '), block: '3.0' })).toHaveProperty('saved')
  expect(await weigh({ ...crop(' '), block: '4.0' })).toEqual(nothing)
  expect(await weigh({ op: 'fold', from: 1, to: 4, summary: { text: ' ' } })).toEqual(nothing)
})

test('an edit begins where it changes something; taking one back may change anything', () => {
  const fold = (from: number, to: number): Fold => ({ op: 'fold', from, to, summary: { text: 's' } })
  expect([crop('cut'), fold(3, 5), { op: 'revert', seq: 7 } as const].map(firstSeqOf)).toEqual([2, 3, 0])
  const met = [fold(1, 2), fold(1, 3), fold(5, 6), fold(6, 7)].map((other) => overlap(fold(3, 5), other))
  expect(met).toEqual([false, true, true, false])
})
