import { expect, test } from 'vitest'
import { compact } from '../../src/passes/compact.ts'
import type { Pass } from '../../src/passes/pass.ts'
import type { Summarize } from '../../src/model/summarize.ts'
import { assistant, plain, user } from '../engine/say.ts'
import { world } from '../engine/world.ts'
import { countAttack } from '../../../daypack-testing/test/attack.ts'

const history = Array.from({ length: 12 }, (_, at) => [
  user(`request ${at}: ${'look at the next file and say what it does. '.repeat(60)}`),
  assistant(`answer ${at}: ${'it reads the settings and gives them on. '.repeat(60)}`),
]).flat()

const SILENT = 'a summarizer or pass that never answers, or without end'

test('G-84: a pass that never answers is given up', async () => {
  const stuck: Pass = { name: 'stuck', propose: () => new Promise(() => {}) }
  const { session } = await world({ window: 8_000, tuning: { passes: [stuck] } })
  await session.append(user('hello'))
  const stop = new AbortController()
  const answer = session.compact({ signal: stop.signal })
  stop.abort(new Error('enough'))
  expect((await answer).changes).toEqual([])
  countAttack(SILENT, 1)
})

test.each<[string, Summarize]>([
  ['never answers and ignores its signal', () => new Promise(() => {})],
  ['answers without end', async () => 'word '.repeat(2_000_000)],
  ['answers no text', async () => ({ text: 'hm' }) as never],
])('G-84: a request goes out although the model %s', async (_, summarize) => {
  const { session } = await world({
    window: 8_000,
    summarize,
    tuning: { maxOutput: 1_000, passes: [compact({ narrative: { timeoutMs: 100 } })] },
  })
  const { request } = await session.prepare(plain, { messages: [...history, user('and now?')] })
  expect(session.view.items[0]?.kind).toBe('fold')
  expect(JSON.stringify(request)).toContain('and now?')
  countAttack(SILENT, 1)
})
