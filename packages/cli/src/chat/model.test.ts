import { expect, test } from 'vitest'
import type { Config } from '../config/schema.ts'
import { chooseModel } from './model.ts'

const chosen = (config: Config, env: Record<string, string> = {}) => chooseModel(config, env)

test.each<[string, Config, Record<string, string>, string, RegExp]>([
  ['a provider alone has its usual model', { model: 'openai' }, {}, 'openai', /^gpt-/],
  ['a prefix is taken off', { model: 'google:gemini-x' }, {}, 'google', /^gemini-x$/],
  ['a prefix with nothing behind it has the usual model', { model: 'anthropic:' }, {}, 'anthropic', /^claude-/],
  [
    'a prefix wins over the provider of the settings',
    { model: 'openai:o9', provider: { name: 'google' } },
    {},
    'openai',
    /^o9$/,
  ],
  [
    'a name without prefix goes to the provider of the settings',
    { model: 'x', provider: { name: 'google' } },
    {},
    'google',
    /^x$/,
  ],
  [
    'an address alone is an OpenAI-compatible server',
    { provider: { baseUrl: 'http://localhost:1/v1' } },
    {},
    'openai-compatible',
    /^qwen/,
  ],
  [
    'a tag is no prefix where a server is named',
    { model: 'llama3:8b', provider: { baseUrl: 'http://localhost:1/v1' } },
    {},
    'openai-compatible',
    /^llama3:8b$/,
  ],
  ['the key that is set decides', { model: 'x' }, { GEMINI_API_KEY: 'k' }, 'google', /^x$/],
  ['an empty key is none', {}, { ANTHROPIC_API_KEY: '', OPENAI_API_KEY: 'k' }, 'openai', /^gpt-/],
])('%s', (_, config, env, provider, id) => {
  expect(chosen(config, env)).toEqual({ provider, id: expect.stringMatching(id) })
})

test('a provider that does not exist is refused with the nearest that does, or all of them', () => {
  expect(() => chosen({ model: 'antropic:claude-x' }, { OPENAI_API_KEY: 'k' })).toThrow('did you mean "anthropic"?')
  expect(() => chosen({ model: 'zzzzzzzzz:x' }, { OPENAI_API_KEY: 'k' })).toThrow('there are anthropic, openai')
})

test('without a key it is said which there are', () => {
  expect(() => chosen({})).toThrow(/ANTHROPIC_API_KEY.*--model scripted/)
})
