import { describe, expect, it } from 'vitest'
import { overflowOf } from './overflow.ts'

describe('overflowOf', () => {
  it.each([
    [
      {
        status: 400,
        error: { type: 'invalid_request_error', message: 'prompt is too long: 213412 tokens > 200000 maximum' },
      },
      { window: 200_000, asked: 213_412 },
    ],
    [
      new Error(
        "This model's maximum context length is 128,000 tokens. However, your messages resulted in 130112 tokens.",
      ),
      { window: 128_000, asked: 130_112 },
    ],
    [{ code: 'context_length_exceeded', message: 'Your input exceeds the context window of this model.' }, {}],
    [{ statusCode: 413, message: 'Request too large' }, {}],
    [
      { message: 'The input token count (1048601) exceeds the maximum number of tokens allowed (1048576).' },
      { window: 1_048_576 },
    ],
    [
      {
        message:
          'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again',
      },
      { window: 200_000 },
    ],
    [new Error('wrapped', { cause: { responseBody: 'context_window_exceeded' } }), {}],
  ])('learns from %j', (error, expected) => {
    expect(overflowOf(error)).toMatchObject(expected)
  })
  it.each([
    new Error('ECONNREFUSED'),
    { status: 429, message: 'rate limit: too many tokens per minute' },
    undefined,
    'overloaded',
    { status: 500 },
  ])('leaves %j alone', (error) => {
    expect(overflowOf(error)).toBeUndefined()
  })
})
