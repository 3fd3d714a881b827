import { describe, expect, it } from 'vitest'
import { dollars, priceOf, relative } from './price.ts'

describe('priceOf', () => {
  it('finds a model by the beginning of its name, whoever serves it', () => {
    expect(priceOf('claude-opus-4-5-20251101')?.input).toBe(5)
    expect(priceOf('claude-opus-4-20250514')?.input).toBe(15)
    expect(priceOf('eu.anthropic.claude-sonnet-4-20250514-v1:0')?.input).toBe(3)
    expect(priceOf('openai/gpt-5-mini-2025-08-07')?.input).toBe(0.25)
    expect(priceOf('gpt-5')?.output).toBe(10)
  })

  it('rather knows no price than a wrong one', () => {
    expect(priceOf('gpt-5.9')).toBeUndefined()
    expect(priceOf('claude-opus-4-9-20270101')).toBeUndefined()
    expect(priceOf('some-model')).toBeUndefined()
    expect(priceOf(undefined)).toBeUndefined()
  })
})

describe('dollars', () => {
  it('adds up what was billed', () => {
    const price = priceOf('claude-sonnet-4-5')
    if (!price) throw new Error('no price')
    expect(
      dollars({ input: 1_000_000, cacheRead: 1_000_000, cacheWrite: 1_000_000, output: 1_000_000 }, price),
    ).toBeCloseTo(3 + 0.3 + 3.75 + 15)
    expect(relative(price)).toEqual({ cacheRead: expect.closeTo(0.1), cacheWrite: 1.25, output: 5 })
  })
})
