import { describe, expect, it } from 'vitest'
import { assistant, user } from '../../test/engine/say.ts'
import { crop, fold, log, revert } from '../../test/engine/view-log.ts'
import { diff } from './diff.ts'
import { project } from './project.ts'

describe('what changed from one view to another', () => {
  const talk = log(
    user('a'),
    assistant('bbbb'),
    user('c'),
    assistant('d'),
    { edits: [fold(1, 2)] },
    { edits: [crop('4.0')] },
    { edits: [revert(5)] },
    { edits: [revert(6)] },
    { mark: 'rewind', data: { after: 3 } },
  )
  const told = (from: number, to: number) =>
    diff(project(talk.slice(0, from)), project(talk.slice(0, to))).map((change) =>
      'block' in change
        ? `${change.what} ${change.block}`
        : 'from' in change
          ? `${change.what} ${change.from}–${change.to}`
          : `${change.what} ${change.seq}`,
    )

  it('messages come and go, are folded and shown again, cropped and restored; the same is nothing', () => {
    expect(told(2, 3)).toEqual(['added 3'])
    expect(told(4, 5)).toEqual(['folded 1–2'])
    expect(told(5, 6)).toEqual(['cropped 4.0'])
    expect(told(6, 7)).toEqual(['unfolded 1–2'])
    expect(told(7, 8)).toEqual(['restored 4.0'])
    expect(told(8, 9)).toEqual(['removed 4'])
    expect(told(4, 4)).toEqual([])
    const [cropped] = diff(project(talk.slice(0, 5)), project(talk.slice(0, 6)))
    expect(cropped).toMatchObject({ before: { bytes: 1 }, after: { tokens: 2, bytes: 5 } })
  })
})
