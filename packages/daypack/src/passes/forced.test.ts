import { expect, it } from 'vitest'
import { answer, openDesk, request } from '../../../daypack-testing/src/desk.ts'
import { fit } from './fit.ts'

it('a forced epoch that can cut nothing leaves no mark behind, one that came by pressure does', async () => {
  const nothing = { name: 'nothing', propose: () => ({ why: 'nothing to do', edits: [] }) }
  for (const [isForced, marks] of [
    [true, 0],
    [false, 1],
  ] as const) {
    const desk = openDesk({ window: 200 })
    await desk.say(request('word '.repeat(300)), answer('done'), request('next'))
    const { entries } = await desk.run([nothing], { isForced })
    expect(entries.filter((entry) => entry.kind === 'mark' && entry.name === 'abandoned')).toHaveLength(marks)
  }
})

it('a pinned message stays when everything else must go', async () => {
  const desk = openDesk({ window: 700 })
  await desk.say(request('keep this one'), answer('yes'))
  desk.mark('pin', { seq: 1 })
  for (let turn = 0; turn < 12; turn++)
    await desk.say(request(`ask ${turn} ${'word '.repeat(50)}`), answer('said '.repeat(50)))
  await desk.say(request('and now?'))
  await desk.run([fit()], { isForced: true })
  const shown = await desk.shown()
  expect(
    shown.filter(
      ({ role, blocks }) => role === 'user' && JSON.stringify(blocks) === '[{"type":"text","text":"keep this one"}]',
    ),
  ).toHaveLength(1)
  expect(desk.view.items.some((item) => item.kind === 'fold')).toBe(true)
})
