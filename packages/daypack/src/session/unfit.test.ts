import { expect, test } from 'vitest'
import { openDesk } from '../../../daypack-testing/src/desk.ts'
import type { Plan } from '../plan/plan.ts'
import { unfitError } from './unfit.ts'

async function tooLarge(over: Parameters<typeof unfitError>[1]) {
  const desk = openDesk()
  for (const size of [40, 400, 4_000, 1_000]) {
    await desk.say({ role: 'user', blocks: [{ type: 'text', text: 'x'.repeat(size) }] })
  }
  const budget = { usable: 900, maxBytes: 5_000, extra: { tokens: 70, bytes: 200 } }
  return {
    error: unfitError(
      { budget, view: { ...desk.view, system: { size: { tokens: 21 } } }, skipped: [] } as unknown as Plan,
      over,
    ),
    view: desk.view,
  }
}

test('it says how much too large it is, what takes the room, the largest first, and what to do', async () => {
  const { error, view } = await tooLarge({ overTokens: 12, overBytes: 34 })
  const tokens = (index: number) => view.items[index]?.size.tokens
  expect(error.code).toBe('unfit')
  expect(error.message).toBe(
    'The request is too large and nothing more can be left out: 12 tokens over the 900 usable, 34 bytes over 5000. ' +
      `System prompt and tools take 91 tokens; largest: message 3 (${tokens(2)} tokens), message 4 (${tokens(3)} tokens), message 2 (${tokens(1)} tokens). ` +
      'Shorten these, unpin something, or use a model with a larger window.',
  )
  expect(error.details).toMatchObject({ overTokens: 12, overBytes: 34, biggest: [{ number: 3 }, { number: 4 }, {}] })
})

test('a limit that is kept is not named', async () => {
  expect((await tooLarge({ overTokens: 12, overBytes: 0 })).error.message).not.toContain('bytes over')
  expect((await tooLarge({ overTokens: 0, overBytes: 34 })).error.message).not.toContain('tokens over')
})
