import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fromProviders, workingDirs } from './providers.ts'

test('the provider that CoPaw or QwenPaw uses', () => {
  const secret = mkdtempSync(path.join(tmpdir(), 'daypack-providers-'))
  onTestFinished(() => rmSync(secret, { recursive: true }))
  const said = (value: object) => {
    writeFileSync(path.join(secret, 'providers.json'), JSON.stringify(value))
    return fromProviders({ COPAW_SECRET_DIR: secret, HOME: secret })?.config
  }
  const active = (provider_id: string, model = 'm') => ({ active_llm: { provider_id, model } })
  expect([
    said({ ...active('dashscope'), providers: { dashscope: { api_key: 'k' } } }),
    said({
      ...active('mine'),
      custom_providers: { mine: { base_url: 'http://c' } },
      providers: { mine: { base_url: 'http://p' } },
    }),
    said({ ...active('mine'), providers: { mine: { base_url: '', default_base_url: 'http://d' } } }),
    said(active('mine')),
    said(active('openai', '')),
    said({}),
  ]).toEqual([
    {
      model: 'm',
      provider: {
        name: 'openai-compatible',
        baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
        apiKey: 'k',
      },
    },
    { model: 'm', provider: { name: 'openai-compatible', baseUrl: 'http://c' } },
    { model: 'm', provider: { name: 'openai-compatible', baseUrl: 'http://d' } },
    undefined,
    undefined,
    undefined,
  ])
  expect(workingDirs({ HOME: '/h', COPAW_WORKING_DIR: '/c', QWENPAW_WORKING_DIR: '' })).toEqual([
    '/c',
    '/h/.qwenpaw.secret',
    '/h/.qwenpaw',
    '/h/.copaw.secret',
    '/h/.copaw',
  ])
})
