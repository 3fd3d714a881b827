import { describe, expect, it } from 'vitest'
import { assistant, calls, system, user } from '../../test/engine/say.ts'
import { fold, log } from '../../test/engine/view-log.ts'
import type { Edit } from '../model/edit.ts'
import type { MediaBlock, ToolResultBlock } from '../model/message.ts'
import { project } from './project.ts'
import { refusal } from './verify.ts'

const view = (...bodies: Parameters<typeof log>) => project(log(...bodies))

describe('what may not be edited', () => {
  const picture: MediaBlock = { type: 'media', mediaType: 'image/png', content: { text: 'AAAA' } }
  const shot: ToolResultBlock = {
    type: 'tool-result',
    callId: 'x',
    tool: 't',
    content: { text: 'word' },
    attachments: [picture],
  }
  const shown = view(
    user('one'),
    calls('x'),
    { role: 'tool', blocks: [shot] },
    assistant('said'),
    system('rule'),
    user('pinned'),
    user('latest'),
    calls('y'),
    { mark: 'pin', data: { seq: 6 } },
  )
  const at = (
    block: Edit & { op: 'crop' } extends { block: infer B } ? B : never,
    keep: { from: number; to: number }[] = [],
  ) => refusal(shown, { op: 'crop', block, keep, note: { text: '' } })

  it('by a crop: what is not there, pinned, of the system, asked last or in work', () => {
    expect(['1.0', '3.0', '3.0.0', '4.0'].map((block) => at(block as '1.0'))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect([at('9.0'), at('1.3'), at('3.0.1')]).toEqual(
      ['9.0', '1.3', '3.0.1'].map((id) => `block ${id} is not in view`),
    )
    expect([at('6.0'), at('5.0'), at('7.0')]).toEqual([
      'message 6 is pinned',
      'system messages stay as they are',
      'the latest user request stays as it is',
    ])
    expect([at('8.0'), at('2.0')]).toEqual([
      'the open tool loop keeps its assistant message',
      'a tool call stays as it is',
    ])
  })

  it('by spans that are not in order, empty or behind the end; media are shown whole or not at all', () => {
    expect(
      at('4.0', [
        { from: 0, to: 2 },
        { from: 2, to: 4 },
      ]),
    ).toBeUndefined()
    expect(at('4.0', [{ from: 0, to: 5 }])).toBe('span 0–5 of 4 bytes')
    expect(at('4.0', [{ from: 2, to: 2 }])).toBe('span 2–2 of 4 bytes')
    expect(
      at('4.0', [
        { from: 1, to: 3 },
        { from: 2, to: 4 },
      ]),
    ).toBe('span 2–4 of 4 bytes')
    expect(at('3.0.0', [{ from: 0, to: 1 }])).toBe('a media block is shown whole or not at all')
  })

  it('by a fold: what is held, a part of another fold, half of a call, the latest request untold', () => {
    const refused = (from: number, to: number, request?: number, of = shown) =>
      refusal(of, { op: 'fold', from, to, summary: { text: '', ...(request !== undefined && { request }) } })
    expect(refused(1, 4)).toBeUndefined()
    expect([refused(4, 3), refused(1, 99), refused(99, 100)]).toEqual([
      'no messages 4–3 in view',
      'no messages 1–99 in view',
      'no messages 99–100 in view',
    ])
    expect([refused(4, 5), refused(6, 6)]).toEqual(['message 5 is pinned or system', 'message 6 is pinned or system'])
    expect([refused(1, 2), refused(3, 4)]).toEqual([
      'it would part the tool call x from its result',
      'it would part the tool call x from its result',
    ])
    expect([refused(7, 8), refused(7, 8, 7), refused(7, 8, 1)]).toEqual([
      'the latest user request is not in the summary',
      undefined,
      'the latest user request is not in the summary',
    ])
    const folded = view(user('a'), assistant('b'), user('c'), assistant('d'), user('e'), { edits: [fold(2, 3)] })
    expect([
      refused(1, 2, undefined, folded),
      refused(3, 4, undefined, folded),
      refused(1, 4, undefined, folded),
      refused(4, 4, undefined, folded),
    ]).toEqual([...['it would cut through the fold of 2', 'it would cut through the fold of 2', undefined, undefined]])
    expect([refusal(folded, { op: 'revert', seq: 6 }), refusal(folded, { op: 'revert', seq: 5 })]).toEqual([
      undefined,
      'there is no batch 5',
    ])
  })
})
