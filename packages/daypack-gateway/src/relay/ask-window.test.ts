import { expect, it } from 'vitest'
import { askWindow } from './ask-window.ts'

/** A server that answers these paths, and 404 on all others. */
function server(answers: Readonly<Record<string, unknown>>): typeof fetch {
  return async (input) => {
    const found = answers[new URL(input).pathname]
    return found === undefined ? new Response('', { status: 404 }) : Response.json(found)
  }
}

it.each([
  ['a running Ollama model', { '/api/ps': { models: [{ name: 'llama3:8b', context_length: 4_096 }] } }, 4_096],
  [
    'Ollama, set in the Modelfile',
    { '/api/show': { parameters: 'stop "x"\nnum_ctx 16384', model_info: { 'llama.context_length': 131_072 } } },
    16_384,
  ],
  ['Ollama, as trained', { '/api/show': { model_info: { 'llama.context_length': 131_072 } } }, 131_072],
  ['vLLM', { '/v1/models': { data: [{ id: 'other' }, { id: 'llama3:8b', max_model_len: 32_768 }] } }, 32_768],
  [
    'a server that answers whatever is asked',
    {
      '/api/ps': { error: 'Unexpected endpoint' },
      '/api/show': { error: 'Unexpected endpoint' },
      '/v1/models': { data: [{ id: 'llama3:8b', loaded_context_length: 8_192 }] },
    },
    8_192,
  ],
  ['llama.cpp', { '/v1/models': { data: [{ id: 'llama3:8b', meta: { n_ctx_train: 40_960 } }] } }, 40_960],
  ['nobody', {}, undefined],
] as const)('G-102: the window of a local model is asked of its server: %s', async (_, answers, expected) => {
  expect(await askWindow('http://localhost:11434/v1/', 'llama3:8b', { fetch: server(answers) })).toBe(expected)
})

it('a server that does not answer is no reason to fail', async () => {
  const down: typeof fetch = () => Promise.reject(new Error('refused'))
  expect(await askWindow('http://localhost:1', 'x', { fetch: down })).toBeUndefined()
})
