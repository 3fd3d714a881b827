import { describe, expect, test } from 'vitest'
import type { Entry } from '../../src/model/entry.ts'
import type { Message } from '../../src/model/message.ts'
import type { SizedEdit } from '../../src/model/edit.ts'
import { diff } from '../../src/view/diff.ts'
import { project } from '../../src/view/project.ts'
import { atoms, boundLoop, isRequest, openLoop, position, requestSeq, since } from '../../src/view/read.ts'
import { render } from '../../src/view/render.ts'
import { refusal } from '../../src/view/verify.ts'
import { assistant, calls, results, system, thinks, user } from './say.ts'
import { log, crop, fold, revert, read, texts, twoTurns } from './view-log.ts'

describe('reading a view', () => {
  const view = project(log(...twoTurns('2')))
  test('finds positions, requests, loops and atoms', () => {
    expect(position(view, 5)).toBe(4)
    expect(since(view, 7).map((item) => item.seq)).toEqual([7, 8])
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
    expect(project(changed).batches[0]).toMatchObject({ active: false, isVoid: true, turns: [4, 5] })
    const again = [...changed, ...log({ edits: [revert(5)] }).map((entry) => ({ ...entry, seq: 7 }))]
    expect(project(again).items.map((item) => item.kind)).toEqual(['message', 'message', 'message'])
  })

  test('a message that gained blocks and parts is compared where both have them', () => {
    const entries = log(user('a'), calls('x'), results({ x: 'one' }))
    const [fresh] = log({ ...pictured, blocks: [...pictured.blocks, ...pictured.blocks] }) as [Entry]
    const after = project([...entries, { ...fresh, seq: 4, replaces: 3 } as Entry])
    expect(diff(project(entries), after)).toEqual([])
  })

  test('a fold answers where its summary has a reply, but not at the end; the system prompt is separate', async () => {
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
