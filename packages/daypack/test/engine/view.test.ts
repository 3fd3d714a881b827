import { describe, expect, test } from 'vitest'
import type { Entry } from '../../src/model/entry.ts'
import type { Message } from '../../src/model/message.ts'
import type { SizedCrop, SizedEdit } from '../../src/model/edit.ts'
import { hashOf } from '../../src/log/intake.ts'
import { byBytes, messageSizes } from '../../src/tokens/count.ts'
import { diff } from '../../src/view/diff.ts'
import { extend, project } from '../../src/view/project.ts'
import {
  atoms,
  boundLoop,
  isRequest,
  latestRequest,
  openLoop,
  position,
  requestSeq,
  since,
} from '../../src/view/read.ts'
import { render } from '../../src/view/render.ts'
import { refusal } from '../../src/view/verify.ts'
import { assistant, calls, results, system, thinks, user } from './say.ts'

function log(
  ...bodies: (Message | { mark: string; data?: object } | { edits: SizedEdit[]; epoch?: number })[]
): Entry[] {
  return bodies.map((body, index): Entry => {
    const at = { seq: index + 1, at: 1_000 + index }
    if ('role' in body)
      return {
        ...at,
        kind: 'message',
        message: body,
        hash: hashOf(body),
        sizes: messageSizes(body, byBytes(4).count),
        counter: 'bytes/4',
      }
    if ('mark' in body) return { ...at, kind: 'mark', name: body.mark, ...(body.data && { data: body.data as never }) }
    return {
      ...at,
      kind: 'edits',
      by: 'test',
      why: '',
      edits: body.edits,
      saved: 0,
      ...(body.epoch !== undefined && { epoch: body.epoch }),
    }
  })
}
const crop = (block: `${number}.${number}`, text = '[cut]'): SizedCrop => ({
  op: 'crop',
  block,
  keep: [],
  note: { text },
  tokens: 2,
  bytes: text.length,
})
const fold = (from: number, to: number, extra: object = {}): SizedEdit => ({
  op: 'fold',
  from,
  to,
  summary: { text: 'what happened', ...extra },
  tokens: 3,
  bytes: 13,
})
const revert = (seq: number): SizedEdit => ({ op: 'revert', seq })
const read = async (content: { text?: string }, span?: { from: number; to: number }) =>
  (content.text ?? '').slice(span?.from, span?.to)
const texts = async (entries: Entry[]) =>
  (await render(project(entries), { read: read as never })).messages.map((message) => JSON.stringify(message.blocks))

describe('project', () => {
  test('a fold shows its summary, and a newer fold hides the older one inside it until it is reverted', () => {
    const entries = log(
      user('a'),
      assistant('b'),
      user('c'),
      assistant('d'),
      user('e'),
      { edits: [fold(1, 2)], epoch: 6 },
      { edits: [fold(1, 4)], epoch: 7 },
    )
    const kinds = (list: Entry[]) => project(list).items.map((item) => `${item.kind} ${item.seq}`)
    expect(kinds(entries.slice(0, 6))).toEqual(['fold 1', 'message 3', 'message 4', 'message 5'])
    expect(kinds(entries)).toEqual(['fold 1', 'message 5'])
    expect(project(entries).items[0]).toMatchObject({ messages: 4, batch: 7 })
    const undone = [
      ...entries,
      ...log({ edits: [{ op: 'revert', seq: 7 }], epoch: 8 }).map((entry) => ({ ...entry, seq: 8 })),
    ]
    expect(kinds(undone)).toEqual(['fold 1', 'message 3', 'message 4', 'message 5'])
    const redone = [
      ...undone,
      ...log({ edits: [{ op: 'revert', seq: 8 }], epoch: 9 }).map((entry) => ({ ...entry, seq: 9 })),
    ]
    expect(kinds(redone)).toEqual(['fold 1', 'message 5'])
    const unknown = [...undone, ...log({ edits: [{ op: 'revert', seq: 99 }] }).map((entry) => ({ ...entry, seq: 9 }))]
    expect(kinds(unknown)).toEqual(kinds(undone))
  })

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

  test('the system prompt stands apart and can be replaced; one in the middle is a message', () => {
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

  test('pins come and go', () => {
    const entries = log(
      user('a'),
      { mark: 'pin', data: { seq: 1 } },
      { mark: 'unpin', data: { seq: 1 } },
      { mark: 'pin' },
    )
    expect(project(entries.slice(0, 2)).items[0]).toMatchObject({ pinned: true })
    expect(project(entries).items[0]).toMatchObject({ pinned: false })
  })

  test('only the newest bills are kept', () => {
    const usage = (seq: number): Entry => ({
      seq,
      at: seq,
      kind: 'usage',
      usage: { input: seq, cacheRead: 0, cacheWrite: 0, output: 0, head: seq - 1, counted: { tokens: 1, bytes: 1 } },
    })
    const view = project(Array.from({ length: 12 }, (_, index) => usage(index + 1)))
    expect(view.usages.map((each) => each.input)).toEqual([5, 6, 7, 8, 9, 10, 11, 12])
    expect(view.sent).toBe(11)
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

  test('reasoning behind a change goes, what stands before it stays, undoing brings it back', () => {
    const entries = more(log(...history), { edits: [crop('3.0')], epoch: 8 })
    expect(stale(entries)).toEqual([4])
    const undone = more(entries, { edits: [{ op: 'revert', seq: 8 }], epoch: 9 })
    expect(stale(undone)).toEqual([])
  })

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

/** Two calls at once, then a loop that thinks and is still open. */
const twoTurns = (second: string) => [
  user('a'),
  calls('x', 'y'),
  results({ x: '1' }),
  results({ y: second }),
  assistant('b'),
  user('c'),
  thinks('z'),
  results({ z: '3' }),
]

describe('reading a view', () => {
  const view = project(log(...twoTurns('2')))
  test('finds positions, requests, loops and atoms', () => {
    expect(position(view, 5)).toBe(4)
    expect(since(view, 7).map((item) => item.seq)).toEqual([7, 8])
    expect(latestRequest(view)?.seq).toBe(6)
    expect([requestSeq(view), requestSeq(view)]).toEqual([6, 6])
    expect(isRequest(undefined)).toBe(false)
    expect(openLoop(view.items)?.seq).toBe(7)
    expect(boundLoop(view.items)?.seq).toBe(7)
    expect(atoms(view.items)).toEqual([
      { from: 0, to: 1 },
      { from: 1, to: 4 },
      { from: 4, to: 5 },
      { from: 5, to: 6 },
      { from: 6, to: 8 },
    ])
    expect(openLoop(view.items.slice(0, 6))).toBeUndefined()
    expect(openLoop(view.items.slice(0, 5))).toBeUndefined()
    expect(openLoop([])).toBeUndefined()
    expect(boundLoop(view.items.slice(0, 4))).toBeUndefined()
    const folded = project(log(user('a'), assistant('b'), { edits: [fold(1, 2, { request: 1 })], epoch: 3 }))
    expect(openLoop(folded.items)).toBeUndefined()
    expect(requestSeq(project([]))).toBeUndefined()
  })
})

describe('refusal', () => {
  const view = project(log(system('s'), ...twoTurns('22'), { mark: 'pin', data: { seq: 2 } }))
  test.each([
    ['an unknown block', crop('99.0'), 'not in view'],
    ['a pinned message', crop('2.0'), 'pinned'],
    ['a system message', crop('1.0'), 'system'],
    ['the latest request', crop('7.0'), 'latest user request'],
    ['the open loop', crop('8.0'), 'open tool loop'],
    ['a tool call', crop('3.0'), 'stays as it is'],
    ['a span beyond the end', { ...crop('5.0'), keep: [{ from: 0, to: 3 }] }, 'span'],
    [
      'spans out of order',
      {
        ...crop('5.0'),
        keep: [
          { from: 1, to: 2 },
          { from: 0, to: 1 },
        ],
      },
      'span',
    ],
    ['an empty span', { ...crop('5.0'), keep: [{ from: 1, to: 1 }] }, 'span'],
    ['unknown messages', fold(50, 60), 'no messages'],
    ['a fold the wrong way round', fold(6, 3), 'no messages'],
    ['a fold over a pin', fold(2, 6), 'pinned'],
    ['a fold without the result', fold(3, 4), 'part the tool call y'],
    ['a fold without the call', fold(5, 6), 'part the tool call y'],
    ['a fold of the latest request', fold(6, 7), 'latest user request'],
    ['a revert of nothing', revert(77), 'no batch'],
  ])('%s', (_, edit, why) => expect(refusal(view, edit)).toContain(why))

  test('what is allowed is allowed', () => {
    expect(refusal(view, { ...crop('5.0'), keep: [{ from: 0, to: 1 }] })).toBeUndefined()
    expect(refusal(view, fold(3, 6))).toBeUndefined()
    expect(refusal(view, fold(3, 9, { request: 7 }))).toBeUndefined()
    const folded = extend(view, [{ seq: 11, at: 1, kind: 'edits', by: 'x', why: '', edits: [fold(3, 6)], saved: 0 }])
    expect(refusal(folded, fold(5, 8, { request: 7 }))).toContain('cut through')
    expect(refusal(folded, fold(6, 8, { request: 7 }))).toContain('cut through')
    expect(refusal(folded, fold(3, 7, { request: 7 }))).toBeUndefined()
    expect(refusal(folded, crop('5.0'))).toContain('not in view')
    expect(refusal(folded, { op: 'revert', seq: 11 })).toBeUndefined()
  })

  test('opaque blocks are whole or gone; orphans the caller brought are not our fault', () => {
    const odd = project(
      log(user('a'), thinks('x'), results({ x: '1' }), results({ lost: '2' }), assistant('b'), user('c')),
    )
    expect(refusal(odd, { ...crop('2.0'), keep: [{ from: 0, to: 1 }] })).toContain('whole or not at all')
    expect(refusal(odd, crop('2.0', ''))).toBeUndefined()
    expect(refusal(odd, fold(4, 5))).toBeUndefined()
    const lead = project(log(results({ lost: '2' }), assistant('b'), user('c')))
    expect(refusal(lead, fold(1, 2))).toBeUndefined()
  })
})

describe('render', () => {
  test('hidden blocks and messages are left out, notes stand where content was', async () => {
    const image: Message = {
      role: 'user',
      blocks: [
        { type: 'text', text: 'look' },
        { type: 'media', mediaType: 'image/png', content: { text: 'AA' } },
      ],
    }
    const thought: Message = { role: 'assistant', blocks: [{ type: 'opaque', purpose: 'reasoning', wire: { t: 1 } }] }
    const entries = log(image, thought, assistant('say'), user('go'), {
      edits: [
        crop('1.1', '[image]'),
        crop('1.0', ''),
        crop('2.0', ''),
        { ...crop('3.0', ' …'), keep: [{ from: 0, to: 2 }], note: { before: '> ', text: ' …' } },
      ],
      epoch: 5,
    })
    expect(await texts(entries)).toEqual([
      JSON.stringify([{ type: 'text', text: '[image]' }]),
      JSON.stringify([{ type: 'text', text: '> sa …' }]),
      JSON.stringify([{ type: 'text', text: 'go' }]),
    ])
  })

  test('content that retention took says so', async () => {
    const stored = { ref: 'f'.repeat(64), bytes: 9, lines: 1 }
    const view = project(
      log(
        user('a'),
        calls('x'),
        { role: 'tool', blocks: [{ type: 'tool-result', callId: 'x', tool: 't', content: stored }] },
        { role: 'user', blocks: [{ type: 'media', mediaType: 'image/png', content: stored }] },
      ),
    )
    const { DaypackError } = await import('../../src/model/errors.ts')
    const gone = async () => {
      throw new DaypackError('blob-gone', 'gone')
    }
    const { messages } = await render(view, { read: gone })
    expect(JSON.stringify(messages)).toContain(`no longer kept: 9 bytes, sha256 ${stored.ref}`)
    const broken = project(
      log(user('a'), calls('x'), {
        role: 'tool',
        blocks: [{ type: 'tool-result', callId: 'x', tool: 't', content: stored }],
      }),
    )
    const fails = async () => {
      throw new Error('disk')
    }
    await expect(render(broken, { read: fails })).rejects.toThrow('disk')
  })
})

describe('diff', () => {
  test('names what was cropped, folded, dropped, restored, added and removed', () => {
    const before = log(user('a'), thinks('x'), results({ x: 'one' }), assistant('b'), user('c'))
    const after = [...before, ...log({ edits: [crop('3.0')], epoch: 6 }).map((entry) => ({ ...entry, seq: 6 }))]
    const a = project(before)
    const b = project(after)
    expect(diff(a, b)).toMatchObject([{ what: 'cropped', block: '3.0' }])
    expect(diff(b, a)).toMatchObject([{ what: 'restored', block: '3.0' }])
    expect(diff(a, a)).toEqual([])
    const folded = project([...after, ...log({ edits: [fold(1, 4)], epoch: 7 }).map((entry) => ({ ...entry, seq: 7 }))])
    expect(diff(b, folded)).toMatchObject([{ what: 'folded', from: 1, to: 4, messages: 4 }])
    expect(diff(folded, b)).toMatchObject([{ what: 'unfolded', from: 1, to: 4 }])
    const rewound = project([
      ...before,
      ...log({ mark: 'rewind', data: { after: 4 } }, user('d')).map((entry, at) => ({ ...entry, seq: 6 + at })),
    ])
    expect(diff(a, rewound)).toMatchObject([
      { what: 'added', seq: 7 },
      { what: 'removed', seq: 5 },
    ])
    const again = project([...after, ...log({ edits: [crop('1.0')], epoch: 7 }).map((entry) => ({ ...entry, seq: 7 }))])
    expect(diff(b, again)).toMatchObject([
      { what: 'cropped', block: '1.0' },
      { what: 'dropped', block: '2.0' },
    ])
  })
})

test('a log without entries is a view of nothing', () => {
  expect(project([])).toMatchObject({ head: 0, sent: 0, touchedAt: 0, size: { tokens: 0, bytes: 0 }, items: [] })
})

describe('what a log from elsewhere may hold', () => {
  const image = { type: 'media', mediaType: 'image/png', content: { text: 'AAAA' } } as const
  const pictured: Message = {
    role: 'tool',
    blocks: [{ type: 'tool-result', callId: 'x', tool: 't', content: { text: 'see' }, attachments: [image] }],
  }

  test('a crop of a message that is not there changes nothing', () => {
    const entries = log(user('a'), { edits: [crop('9.0')] })
    expect(project(entries).items).toEqual(project(entries.slice(0, 1)).items)
  })

  test('a crop of a part the block has not changes no size', () => {
    const part: SizedEdit = { op: 'crop', block: '1.0.3', keep: [], note: { text: '' }, tokens: 0, bytes: 0 }
    const entries = log(user('a'), { edits: [part] })
    expect(project(entries).size).toEqual(project(entries.slice(0, 1)).size)
  })

  test('sizes that are missing count as nothing', () => {
    const entries = log(user('a'), calls('x'), pictured).map((entry) => ({ ...entry, sizes: [] })) as Entry[]
    expect(project(entries).size).toEqual({ tokens: 0, bytes: 0 })
  })

  test('a pin or its end without a number pins nothing', () => {
    const entries = log(user('a'), { mark: 'pin', data: { seq: 1 } }, { mark: 'unpin' }, { mark: 'unpin', data: {} })
    expect(project(entries).items[0]).toMatchObject({ pinned: true })
  })

  test('a fold that was undone stays undone when a message in it changes, and cannot come back', () => {
    const entries = log(
      user('a'),
      assistant('b'),
      user('c'),
      { edits: [fold(1, 2)], epoch: 4 },
      { edits: [revert(4)], epoch: 5 },
    )
    const [fresh] = log(user('other')) as [Entry]
    const changed = [...entries, { ...fresh, seq: 6, replaces: 1 } as Entry]
    expect(project(changed).batches[0]).toMatchObject({ active: false, overtaken: true, turns: [4, 5] })
    const again = [...changed, ...log({ edits: [revert(5)] }).map((entry) => ({ ...entry, seq: 7 }))]
    expect(project(again).items.map((item) => item.kind)).toEqual(['message', 'message', 'message'])
  })

  test('a message that gained blocks and parts is compared where both have them', () => {
    const entries = log(user('a'), calls('x'), results({ x: 'one' }))
    const [fresh] = log({ ...pictured, blocks: [...pictured.blocks, ...pictured.blocks] }) as [Entry]
    const after = project([...entries, { ...fresh, seq: 4, replaces: 3 } as Entry])
    expect(diff(project(entries), after)).toEqual([])
  })

  test('a fold answers where its summary has a reply, but not at the end; the system prompt stands apart', async () => {
    const [lead] = log(system('be kind')) as [Entry]
    const rest = log(user('a'), assistant('b'), user('c'), { edits: [fold(2, 3, { reply: 'understood' })], epoch: 5 })
    const entries = [{ ...lead, replaces: 0 } as Entry, ...rest.map((entry) => ({ ...entry, seq: entry.seq + 1 }))]
    const shown = await render(project(entries), { read: read as never })
    expect(shown.system?.blocks).toEqual([{ type: 'text', text: 'be kind' }])
    expect(shown.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(await texts(entries.filter(({ seq }) => seq !== 4))).toHaveLength(1)
  })

  test('a part whose note is empty is left out', async () => {
    const hidden: SizedEdit = { op: 'crop', block: '3.0.0', keep: [], note: { text: '' }, tokens: 0, bytes: 0 }
    const [shown] = (await texts(log(user('a'), calls('x'), pictured, { edits: [hidden] }))).slice(-1)
    expect(JSON.parse(shown ?? '')).toEqual([{ type: 'tool-result', callId: 'x', tool: 't', content: { text: 'see' } }])
  })
})
