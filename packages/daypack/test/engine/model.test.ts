import { expect, test } from 'vitest'
import { aiSdk } from '../../src/codecs/ai-sdk/index.ts'
import { anthropic } from '../../src/codecs/index.ts'
import { createDaypack } from '../../src/create.ts'
import { memoryDriver } from '../../src/drivers/index.ts'
import { cost } from '../../src/report/cost.ts'

async function open(options: object = {}) {
  const warnings: string[] = []
  const warn = (line: string) => void warnings.push(line)
  const pack = await createDaypack({ driver: memoryDriver({ now: () => 0 }), memory: false, warn, ...options })
  return { pack, session: await pack.session('one'), warnings }
}

const request = (model: string) => ({ model, max_tokens: 100, messages: [{ role: 'user', content: 'Hello.' }] })

test("G-102: without `window` each request has its model's, and an unknown model is told of once", async () => {
  const { pack, session, warnings } = await open()
  const windowFor = async (model: string) => (await session.prepare(anthropic, request(model))).plan?.budget.window
  expect(await windowFor('claude-haiku-4-5')).toBe(200_000)
  expect(await windowFor('claude-sonnet-5-5')).toBe(1_000_000)
  expect(warnings).toEqual([])
  expect(await windowFor('my-own:8b')).toBe(128_000)
  expect(await windowFor('my-own:8b')).toBe(128_000)
  expect(warnings).toEqual([expect.stringContaining('No window is known for the model my-own:8b: 128000 tokens')])
  await pack.close()
})

test('G-102: the caller may say what a model has, or one window for all', async () => {
  const own = await open({ tuning: { models: { 'my-own': { window: 16_000 } } } })
  const first = await own.session.prepare(anthropic, request('my-own:8b'))
  expect(first.plan?.budget).toMatchObject({ window: 16_000 })
  expect(own.warnings).toEqual([])
  const fixed = await open({ window: 50_000 })
  const second = await fixed.session.prepare(anthropic, request('claude-sonnet-5-5'))
  expect(second.plan?.budget.window).toBe(50_000)
  await Promise.all([own.pack.close(), fixed.pack.close()])
})

test('G-103: a reply that does not name its model is logged with the one that was asked, so that there are dollars', async () => {
  const { pack, session } = await open()
  const prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hello.' }] }]
  await session.prepare(aiSdk, { prompt, model: 'claude-haiku-4-5' } as never)
  await session.record(aiSdk, {
    content: [{ type: 'text', text: 'Hello to you.' }],
    usage: { inputTokens: { total: 1_000 }, outputTokens: { total: 10 } },
  })
  const { cost: paid } = cost(await session.entries())
  expect(session.view.usages.at(-1)?.model).toBe('claude-haiku-4-5')
  expect(paid.dollars).toBeGreaterThan(0)
  await pack.close()
})
