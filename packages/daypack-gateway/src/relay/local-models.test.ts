import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Turn } from '../session/agent.ts'
import { localModels } from './local-models.ts'

const turn = { request: { model: 'my-model' } } as unknown as Turn

test('a local server that is not up yet, or tells nothing, is asked for its window again after a while', async () => {
  let models: object = {}
  let requests = 0
  const server = createServer((_, answer) => {
    requests++
    answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(models))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat/completions`

  let now = 0
  const said: string[] = []
  const local = localModels(
    {},
    () => now,
    (line) => void said.push(line),
  )
  await local.ask(turn, url, {})
  expect(local.known['my-model']).toBeUndefined()
  expect(said[0]).toMatch(/my-model/)
  const asked = requests
  models = { data: [{ id: 'my-model', max_model_len: 32_768 }] }
  now = 29_000
  await local.ask(turn, url, {})
  expect(requests).toBe(asked)
  now = 30_000
  await local.ask(turn, url, {})
  expect(local.known['my-model']).toEqual({ window: 32_768 })
})
