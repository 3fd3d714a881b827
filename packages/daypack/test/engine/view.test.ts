import { describe, expect, test } from 'vitest'
import type { Entry } from '../../src/model/entry.ts'
import type { Message } from '../../src/model/message.ts'
import type { SizedEdit } from '../../src/model/edit.ts'
import { extend, project } from '../../src/view/project.ts'
import { assistant, calls, results, system, thinks, user } from './say.ts'
import { log, crop, fold, texts } from './view-log.ts'

describe('project', () => {
  test('the newer crop of a block counts, whether anything sent moved or not', () => {
    const entries = log(
      user('a'),
      calls('x'),
      results({ x: 'long result' }),
      { edits: [crop('3.0', '[one]')] },
      { edits: [crop('3.0', '[two]')] },
    )
    expect(project(entries).items[2]).toMatchObject({ blocks: [{ crop: { note: { text: '[two]' } } }], whole: false })
    const sent = [
      ...entries,
      ...log(assistant('ok'), { edits: [crop('3.0', '[three]')], epoch: 7 }).map((entry, at) => ({
        ...entry,
        seq: 6 + at,
      })),
    ]
    expect(project(sent).items[2]).toMatchObject({ blocks: [{ crop: { note: { text: '[three]' } } }] })
  })

  test('attachments are cropped apart from the result', async () => {
    const image = { type: 'media', mediaType: 'image/png', content: { text: 'AAAA' }, width: 750, height: 100 } as const
    const answer: Message = {
      role: 'tool',
      blocks: [{ type: 'tool-result', callId: 'x', tool: 't', content: { text: 'see' }, attachments: [image, image] }],
    }
    const noted: SizedEdit = { op: 'crop', block: '3.0.1', keep: [], note: { text: '[picture]' }, tokens: 3, bytes: 9 }
    const entries = log(user('a'), calls('x'), answer, { edits: [noted] })
    const whole = project(entries.slice(0, 3)).size.tokens
    expect(project(entries).size.tokens).toBe(whole - 100 + 3)
    const again = [...entries, ...log({ mark: 'pin', data: { seq: 1 } }).map((entry) => ({ ...entry, seq: 5 }))]
    expect(project(again).size).toEqual(project(entries).size)
    const [shown] = (await texts(entries)).slice(-1)
    expect(shown).toContain('see\\n[picture]')
    expect(shown?.match(/AAAA/g)).toHaveLength(1)
  })

  test('a fold cuts a loop only when the reasoning that opened it is inside; its rest was there already, or comes', () => {
    const cuts = (...bodies: Parameters<typeof log>) =>
      project(log(...bodies)).items.flatMap((item) => (item.kind === 'fold' ? [item.cuts] : []))
    const loop = [user('go'), thinks('a'), results({ a: '1' }), calls('b'), results({ b: '2' })]
    const begin = { edits: [fold(1, 3, { request: 1 })], epoch: 6 }
    expect(cuts(...loop, begin)).toEqual([true])
    expect(cuts(...loop, begin, calls('c'), results({ c: '3' }))).toEqual([true])
    expect(cuts(...loop, { edits: [fold(1, 5, { request: 1 })], epoch: 6 }, calls('c'))).toEqual([true])
    expect(cuts(...loop, assistant('done'), begin)).toEqual([false])
    expect(cuts(...loop, assistant('done'), user('more'), calls('d'), begin)).toEqual([false])
    expect(cuts(user('go'), calls('a'), results({ a: '1' }), ...loop.slice(3), begin)).toEqual([false])
  })

  test('a rewind drops later messages, and folds that reach beyond it', () => {
    const entries = log(
      user('a'),
      assistant('b'),
      user('c'),
      assistant('d'),
      { edits: [fold(1, 4, { request: 3 })], epoch: 5 },
      { mark: 'rewind', data: { after: 2 } },
      user('x'),
    )
    expect(project(entries).items.map((item) => `${item.kind} ${item.seq}`)).toEqual([
      'message 1',
      'message 2',
      'message 7',
    ])
    expect(project(entries).sent).toBe(2)
    expect(project(log(user('a'), { mark: 'rewind' })).items).toEqual([])
  })

  test('a message changed in place keeps its slot; crops of the old one no longer count', () => {
    const [first, second, third, cut] = log(user('a'), calls('x'), results({ x: 'old' }), { edits: [crop('3.0')] }) as [
      Entry,
      Entry,
      Entry,
      Entry,
    ]
    const [fresh] = log(results({ x: 'new' })) as [Entry]
    const changed = { ...fresh, seq: 5, replaces: 3 } as Entry
    const view = project([first, second, third, cut, changed])
    expect(view.items[2]).toMatchObject({ seq: 3, slot: { since: 5 }, whole: true, at: 1_002 })
    const lost = { ...changed, replaces: 77 } as Entry
    expect(project([first, second, third, cut, lost]).items).toHaveLength(3)
  })

  test('the system prompt is separate and can be replaced; one in the middle is a message', () => {
    const [lead] = log(system('one')) as [Entry]
    const entries = [
      { ...lead, replaces: 0 } as Entry,
      ...log(user('a'), system('note')).map((entry, at) => ({ ...entry, seq: 2 + at })),
    ]
    expect(project(entries)).toMatchObject({ system: { seq: 1 }, items: [{ seq: 2 }, { seq: 3 }] })
    const [next] = log(system('two')) as [Entry]
    const replaced = project([...entries, { ...next, seq: 4, replaces: 0 } as Entry])
    expect(replaced.system).toMatchObject({ seq: 1, message: system('two') })
    expect(extend(replaced, [])).toBe(replaced)
  })
})

describe('stale reasoning', () => {
  const history = [
    user('a'),
    thinks('x'),
    results({ x: 'one' }),
    thinks('y'),
    results({ y: 'two' }),
    assistant('done'),
    user('b'),
  ]
  const stale = (entries: Entry[]) =>
    project(entries).items.flatMap((item) =>
      item.kind === 'message' && item.blocks.some((block) => block.stale) ? [item.seq] : [],
    )
  const more = (entries: Entry[], ...bodies: Parameters<typeof log>) => [
    ...entries,
    ...log(...bodies).map((entry, at) => ({ ...entry, seq: entries.length + 1 + at })),
  ]

  test('reasoning made while a crop stood is stale once the crop is gone, and good again when it is back', () => {
    const entries = more(
      log(...history),
      { edits: [crop('3.0')], epoch: 8 },
      thinks('z'),
      results({ z: 'three' }),
      assistant('so'),
      user('c'),
    )
    const undone = more(entries, { edits: [{ op: 'revert', seq: 8 }], epoch: 13 })
    expect(stale(undone)).toEqual([9])
    expect(stale(more(undone, { edits: [{ op: 'revert', seq: 13 }], epoch: 14 }))).toEqual([4])
  })

  test("the open loop's own reasoning is spared by the epoch inside it", () => {
    const entries = more(log(user('a'), thinks('x'), results({ x: 'one' }), thinks('y'), results({ y: 'two' })), {
      edits: [crop('3.0')],
      epoch: 6,
    })
    expect(stale(entries)).toEqual([])
    const later = more(entries, thinks('z'), results({ z: 'three' }), { edits: [crop('5.0')], epoch: 9 })
    expect(stale(later)).toEqual([])
    expect(stale(more(later, { edits: [fold(1, 3, { request: 1 })], epoch: 10 }))).toEqual([4])
  })
})

test('a log without entries is a view of nothing', () => {
  expect(project([])).toMatchObject({ head: 0, sent: 0, touchedAt: 0, size: { tokens: 0, bytes: 0 }, items: [] })
})
