import { expect, test } from 'vitest'
import { compact } from '../../src/passes/compact.ts'
import type { Summarize } from '../../src/model/summarize.ts'
import { assistant, plain, user } from '../engine/say.ts'
import { world } from '../engine/world.ts'

const history = Array.from({ length: 12 }, (_, at) => [
  user(`request ${at}: ${'look at the next file and say what it does. '.repeat(60)}`),
  assistant(`answer ${at}: ${'it reads the settings and gives them on. '.repeat(60)}`),
]).flat()

test.each<[string, Summarize]>([
  ['never answers and ignores its signal', () => new Promise(() => {})],
  ['answers without end', async () => 'word '.repeat(20_000_000)],
  ['answers no text', async () => ({ text: 'hm' }) as never],
])('G-84: a request goes out although the model %s', async (_, summarize) => {
  const { session } = await world({
    window: 8_000,
    summarize,
    tuning: { maxOutput: 1_000, passes: [compact({ narrative: { timeoutMs: 100 } })] },
  })
  const started = performance.now()
  const { request } = await session.prepare(plain, { messages: [...history, user('and now?')] })
  expect(performance.now() - started).toBeLessThan(5_000)
  expect(session.view.items[0]?.kind).toBe('fold')
  expect(JSON.stringify(request)).toContain('and now?')
})
