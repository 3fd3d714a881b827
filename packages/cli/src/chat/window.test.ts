// Where the window of a model comes from.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { ModelInUse } from './types.ts'
import { withWindow } from './model.ts'

const model = (more: Partial<ModelInUse> = {}): ModelInUse => ({
  label: 'openai:own-model',
  provider: 'openai',
  id: 'own-model',
  model: 'm',
  secrets: [],
  ...more,
})

test('what the settings or the registry say is taken; nothing is assumed then', async () => {
  for (const config of [{ window: 9_000 }, { models: { 'own-model': { window: 7_000 } } }]) {
    expect(await withWindow(config, model())).toEqual({ config: { ...config, model: 'openai:own-model' } })
  }
  expect(await withWindow({}, model({ id: 'claude-sonnet-4-5' }))).toEqual({ config: { model: 'openai:own-model' } })
  expect((await withWindow({ preset: 'claudeCode', window: 1 } as never, model())).notice).toBeUndefined()
})

test('where nobody knows it, it is assumed, and that is said', async () => {
  const { config, notice } = await withWindow({ models: { other: { window: 1 } } }, model())
  expect(config.models).toEqual({ other: { window: 1 }, 'own-model': { window: expect.any(Number) as number } })
  expect(notice).toMatch(/own-model.*Set --window, or "models" in daypack\.json, if it has another\.$/)
})

test('a server of one’s own is asked, with the key', async () => {
  const keys: (string | undefined)[] = []
  const server = createServer((request, response) => {
    keys.push(request.headers.authorization)
    const isList = request.url === '/v1/models'
    response.writeHead(isList ? 200 : 404).end(JSON.stringify({ data: [{ id: 'own-model', max_model_len: 32_768 }] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const own = { provider: 'openai-compatible', baseUrl }
  expect(await withWindow({}, model({ ...own, secrets: ['key'] }))).toEqual({
    config: { model: 'openai:own-model', models: { 'own-model': { window: 32_768 } } },
  })
  expect(new Set(keys)).toEqual(new Set(['Bearer key']))
  keys.length = 0
  await withWindow({}, model(own))
  expect(new Set(keys)).toEqual(new Set([undefined]))
  keys.length = 0
  expect((await withWindow({}, model({ baseUrl }))).notice).toBeDefined()
  expect(keys).toEqual([])
})
