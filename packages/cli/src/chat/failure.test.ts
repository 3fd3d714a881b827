import { expect, test } from 'vitest'
import { failureOf } from './failure.ts'

test('why a request failed, and what to do', () => {
  const model = {
    provider: 'openai',
    id: 'gpt-x',
    keyName: 'OPENAI_API_KEY',
    label: '',
    model: '' as never,
    secrets: [],
  }
  const own = { ...model, provider: 'openai-compatible', baseUrl: 'http://localhost:1/v1' }
  const failed = (message: string, more: object = {}, cause?: unknown) =>
    Object.assign(new Error(message, { cause }), more)
  expect(
    [
      [failed('bad key', { statusCode: 401, url: 'https://api.openai.com/v1/x' }), model],
      [failed('no', { statusCode: 403 }), { ...model, keyName: undefined }],
      [failed('Not Found', { statusCode: 404, url: 'http://localhost:1/x' }), own],
      [failed('Not Found', { statusCode: 404 }), model],
      [failed('no gpt-x here', { statusCode: 404 }), own],
      [failed('The model `gpt-x` does not exist'), own],
      [failed('slow down', { statusCode: 429 }), model],
      [failed('fetch failed', {}, failed('connect', { code: 'ECONNREFUSED' })), own],
      [failed('tried', { lastError: failed('x', { code: 'ABC' }) }), model],
      [failed('Cannot connect to API'), model],
      [failed('all', { errors: [failed('one', { statusCode: 500 })] }), model],
    ].map(([error, used]) => failureOf(error, used as typeof model)),
  ).toEqual([
    'https://api.openai.com does not accept the key in OPENAI_API_KEY (bad key). Set the right one and start again, or choose another model with /model.',
    'openai does not accept the key (no). Set the right one and start again, or choose another model with /model.',
    'There is nothing at http://localhost:1/x (Not Found). Check DAYPACK_BASE_URL, or baseUrl in the settings: most servers want it to end in /v1.',
    'openai knows no model “gpt-x” (Not Found). Choose another with /model.',
    'openai-compatible knows no model “gpt-x” (no gpt-x here). Choose another with /model.',
    'openai-compatible knows no model “gpt-x” (The model `gpt-x` does not exist). Choose another with /model.',
    'openai asks to wait, or the account has no credit left (slow down). Say “go on” later.',
    'No answer from openai-compatible (ECONNREFUSED). Check the network, and that a server runs at DAYPACK_BASE_URL; then say “go on”.',
    'tried\nNothing is lost: say “go on” to try again, or choose another model with /model.',
    'No answer from openai (Cannot connect to API). Check the network; then say “go on”.',
    'all\nNothing is lost: say “go on” to try again, or choose another model with /model.',
  ])
})
