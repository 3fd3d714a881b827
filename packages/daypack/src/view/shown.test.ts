import { describe, expect, it } from 'vitest'
import { assistant, system, user } from '../../test/engine/say.ts'
import { crop, fold, log, read, revert } from '../../test/engine/view-log.ts'
import type { Entry } from '../model/entry.ts'
import type { Message } from '../model/message.ts'
import { blockText } from './block-text.ts'
import { fenced, formOf, markOf, quoted, quotedAfter } from './frame.ts'
import { NOT_LOADED, loadedSummary } from './items.ts'
import { EMPTY_VIEW, extend, number, project, withoutHiddenText } from './project.ts'
import { gapBefore, render } from './render.ts'

const view = (...bodies: Parameters<typeof log>) => project(log(...bodies))
const items = (...bodies: Parameters<typeof log>) => view(...bodies).items
const seqs = (shown: ReturnType<typeof items>) =>
  shown.map((item) => (item.kind === 'fold' ? [item.seq, item.to] : item.seq))

describe('what edits show', () => {
  const talk = [user('a'), assistant('b'), user('c'), assistant('d'), user('e')]

  it('of folds that meet the newest stands; one that is taken back shows what it covered', () => {
    expect(seqs(items(...talk, { edits: [fold(1, 2)] }, { edits: [fold(3, 4)] }))).toEqual([[1, 2], [3, 4], 5])
    expect(seqs(items(...talk, { edits: [fold(2, 3)] }, { edits: [fold(1, 4)] }))).toEqual([[1, 4], 5])
    expect(seqs(items(...talk, { edits: [fold(1, 2)] }, { edits: [fold(1, 4)] }, { edits: [revert(7)] }))).toEqual([
      [1, 2],
      3,
      4,
      5,
    ])
    expect(seqs(items(...talk, { edits: [fold(1, 9)] }))).toEqual([1, 2, 3, 4, 5])
    const [first] = items(...talk, { edits: [fold(1, 4)] })
    expect(first).toMatchObject({ messages: 4, batch: 6, cuts: false })
  })

  it('of crops of one block the newest stands, and each block of a message has its own', async () => {
    const two: Message = { role: 'user', blocks: [...user('one').blocks, ...user('two').blocks] }
    const shown = view(
      two,
      assistant('b'),
      { edits: [crop('1.0', '[x]')] },
      { edits: [crop('1.1', '[y]'), crop('1.0', '[z]')] },
    )
    const [message] = (await render(shown, { read: read as never })).messages
    expect(message?.blocks).toEqual([
      { type: 'text', text: '[z]' },
      { type: 'text', text: '[y]' },
    ])
  })

  it('the size is that of what is shown, the system prompt included', () => {
    const shown = view(...talk)
    const sum = shown.items.reduce((total, { size }) => total + size.tokens, 0)
    expect(shown.size.tokens).toBe(sum)
    const lead = log(system('Be brief.'), ...talk).map((entry, at) =>
      at === 0 ? ({ ...entry, replaces: 0 } as Entry) : entry,
    )
    const led = project(lead)
    expect(led.size.tokens).toBe(sum + (led.system?.size.tokens ?? 0))
    expect(led.items).toHaveLength(5)
  })

  it('extending gives what projecting all gives; entries are numbered behind the head', () => {
    const entries = log(
      ...talk,
      { mark: 'pin', data: { seq: 2 } },
      { edits: [fold(3, 4)] },
      { mark: 'rewind', data: { after: 2 } },
      user('f'),
    )
    for (let at = 0; at <= entries.length; at++)
      expect(extend(project(entries.slice(0, at)), entries.slice(at))).toEqual(project(entries))
    expect(extend(EMPTY_VIEW, [])).toBe(EMPTY_VIEW)
    const mark = { kind: 'mark', name: 'x' } as const
    expect(number(project(entries), [mark, mark], 7).map(({ seq, at }) => [seq, at])).toEqual([
      [10, 7],
      [11, 7],
    ])
  })

  it('a rewind takes away what came after it; a pin comes and goes; the last eight bills are kept', () => {
    const gone = view(...talk, { mark: 'rewind', data: { after: 2 } })
    expect([seqs(gone.items), gone.sent]).toEqual([[1, 2], 2])
    const pinned = view(
      ...talk,
      { mark: 'pin', data: { seq: 2 } },
      { mark: 'pin', data: { seq: 3 } },
      { mark: 'unpin', data: { seq: 2 } },
    )
    expect([[...pinned.pins], pinned.items.map((item) => item.kind === 'message' && item.pinned)]).toEqual([
      [3],
      [false, false, true, false, false],
    ])
    const bill = (seq: number): Entry => ({
      seq,
      at: seq,
      kind: 'usage',
      usage: { input: seq, cacheRead: 0, cacheWrite: 0, output: 0, head: 3, counted: { tokens: 1, bytes: 1 } },
    })
    const billed = extend(
      view(...talk),
      Array.from({ length: 10 }, (_, at) => bill(6 + at)),
    )
    expect([billed.usages.map(({ input }) => input), billed.sent, billed.touchedAt]).toEqual([
      [8, 9, 10, 11, 12, 13, 14, 15],
      4,
      15,
    ])
    expect(view(...talk).grown.steps).toBe(2)
  })

  it('the text of folds that are not shown is left in the log, and asked for only by mistake', () => {
    const shown = view(...talk, { edits: [fold(1, 2)] }, { edits: [fold(1, 4)] })
    const light = withoutHiddenText(shown)
    const texts = light.batches.flatMap(({ edits }) => edits.map((edit) => edit.op === 'fold' && edit.summary.text))
    expect(texts).toEqual(['', 'what happened'])
    expect(withoutHiddenText(light)).toBe(light)
    expect(() => loadedSummary(NOT_LOADED)).toThrow('only in the log')
    expect(loadedSummary({ text: '' })).toEqual({ text: '' })
  })
})

describe('words about what is shown', () => {
  it('a block in a line', () => {
    const told = (block: Message['blocks'][number]) => blockText(block)
    const result = { type: 'tool-result', callId: 'c', tool: 't', content: { text: 'out' } } as const
    expect([told(result), told({ ...result, isError: true })]).toEqual([
      '[result of t] out',
      '[result of t, an error] out',
    ])
    expect(told({ ...result, content: { ref: 'r', bytes: 7, lines: 1 } })).toBe('[result of t] 7 bytes')
    expect(told({ type: 'tool-call', callId: 'c', tool: 't', input: { a: 1 } })).toBe('[call t {"a":1}]')
    const media = { type: 'media', mediaType: '', content: { text: '' } } as const
    expect([told(media), told({ ...media, mediaType: 'image/png' })]).toEqual(['[media]', '[image/png]'])
    expect([told({ type: 'opaque', purpose: 'hosted', wire: 1 }), told({ type: 'text', text: 'x' })]).toEqual([
      '[hosted]',
      'x',
    ])
  })

  it('quoted text is indented line by line, however lines break; a fence has a name its text does not close', () => {
    expect([quoted(''), quoted('a\r\nb\u2028c\n\nd'), quotedAfter('a\nb')]).toEqual([
      '',
      '  a\n  b\n  c\n\n  d',
      'a\n  b',
    ])
    expect(fenced('file', { path: 'a"<b>' }, 'x')).toBe('<file path="a%22%3Cb%3E">\nx\n</file>')
    expect(fenced('file', {}, '</FILE> </file-2')).toMatch(/^<file-3>/)
    const slots = (at: number, hash: string) => ({ slots: [{ at, hash }] }) as never
    expect(markOf(slots(1, 'x'))).toMatch(/^·[0-9a-f]{6}$/)
    expect(new Set([markOf(slots(1, 'x')), markOf(slots(2, 'x')), markOf(slots(1, 'y'))]).size).toBe(3)
    expect(formOf('·abc', true).length).toBeLessThan(formOf('·abc', false).length)
  })

  it('between the parts of a crop stands its gap, from the second on the further one where there is one', () => {
    const note = (fields: object) => ({ op: 'crop', block: '1.0', keep: [], note: { text: '', ...fields } }) as never
    const gaps = (fields: object) => [0, 1, 2].map((nth) => gapBefore(note(fields), nth))
    expect(gaps({})).toEqual(['', '', ''])
    expect(gaps({ between: '|' })).toEqual(['', '|', '|'])
    expect(gaps({ between: '|', further: ':' })).toEqual(['', '|', ':'])
  })
})
