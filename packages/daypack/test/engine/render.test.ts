import { describe, expect, test } from 'vitest'
import type { Message } from '../../src/model/message.ts'
import { diff } from '../../src/view/diff.ts'
import { project } from '../../src/view/project.ts'
import { render } from '../../src/view/render.ts'
import { assistant, calls, results, thinks, user } from './say.ts'
import { log, crop, fold, texts } from './view-log.ts'

describe('render', () => {
  test('hidden blocks and messages are left out, notes replace content', async () => {
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
