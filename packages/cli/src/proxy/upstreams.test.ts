import { expect, test } from 'vitest'
import { upstreamsFrom } from './upstreams.ts'

const url = (name: string) => `https://${name}.example`

test('where each wire goes: by flag, then by the variable agents read, else nowhere in particular', () => {
  const env = {
    ANTHROPIC_BASE_URL: url('a-env'),
    OPENAI_BASE_URL: url('o-env'),
    GOOGLE_GEMINI_BASE_URL: url('g-env'),
  }
  expect(upstreamsFrom({}, {})).toEqual({})
  expect(upstreamsFrom({}, env)).toEqual({
    anthropic: url('a-env'),
    'openai-chat': url('o-env'),
    'openai-responses': url('o-env'),
    gemini: url('g-env'),
  })
  const flags = { anthropicUrl: url('a'), openaiUrl: url('o'), geminiUrl: url('g') }
  expect(upstreamsFrom({ ...flags, upstream: ['lab=https://lab.example/?a=b'] }, env)).toEqual({
    anthropic: url('a'),
    'openai-chat': url('o'),
    'openai-responses': url('o'),
    gemini: url('g'),
    lab: 'https://lab.example/?a=b',
  })
  expect(upstreamsFrom({}, { ANTHROPIC_BASE_URL: '' })).toEqual({})
})

test('an address that is none, or goes elsewhere than to a web server, is refused by its name', () => {
  expect(() => upstreamsFrom({ openaiUrl: 'example.com' }, {})).toThrow('"example.com" for openai-chat is not a URL')
  expect(() => upstreamsFrom({ upstream: ['a=file:///etc'] }, {})).toThrow('"file:///etc" for a is not a URL')
  expect(() => upstreamsFrom({ upstream: ['lab'] }, {})).toThrow('--upstream lab: write it as name=url.')
  expect(() => upstreamsFrom({ upstream: ['=https://x'] }, {})).toThrow('write it as name=url.')
})
