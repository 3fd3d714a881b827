import { describe, expect, it } from 'vitest'
import { KNOWN_MODELS, modelOf, windowOf } from './models.ts'
import { dollars } from './price.ts'

describe('modelOf', () => {
  it('G-102: finds a model by its name, however its server spells it', () => {
    const opus = modelOf('claude-opus-4-5')
    expect(opus).toMatchObject({ window: 200_000, maxOutput: 64_000, price: { input: 5, output: 25 } })
    for (const name of [
      'claude-opus-4-5-20251101',
      'openrouter/anthropic/claude-opus-4.5',
      'eu.anthropic.claude-opus-4-5-v1:0',
    ])
      expect(modelOf(name), name).toBe(opus)
    expect(modelOf('gpt-5-mini-2025-08-07')?.window).toBe(272_000)
    expect(modelOf('claude-sonnet-4-5')?.until).toBe('2026-11-30')
  })

  it('rather knows nothing than another version', () => {
    expect(modelOf('claude-opus-4-99')).toBeUndefined()
    expect(modelOf('gpt-5.99')).toBeUndefined()
    expect(modelOf(undefined)).toBeUndefined()
  })

  it("takes the caller's word first", () => {
    const own = { 'claude-opus-4-5': { window: 150_000 }, 'llama3:8b': { window: 8_192 } }
    expect(modelOf('claude-opus-4-5-20251101', own)).toEqual({ window: 150_000 })
    expect(modelOf('llama3:8b', own)).toEqual({ window: 8_192 })
  })

  it('has a window for every model, and prices that a cache makes no dearer to read', () => {
    for (const [name, { window, price }] of Object.entries(KNOWN_MODELS.models)) {
      expect(window, name).toBeGreaterThan(1_000)
      if (price) expect(price.cacheRead, name).toBeLessThanOrEqual(price.input)
    }
    expect(Object.keys(KNOWN_MODELS.models).length).toBeGreaterThan(150)
    expect(KNOWN_MODELS.date).toMatch(/^20\d\d-\d\d-\d\d$/)
  })
})

describe('windowOf', () => {
  it('says how it knows', () => {
    expect(windowOf('gpt-5.2')).toEqual({ tokens: 272_000, from: 'registry' })
    expect(windowOf('claude-opus-9')).toEqual({ tokens: 200_000, from: 'family' })
    expect(windowOf('my-own:8b')).toEqual({ tokens: 128_000, from: 'nothing' })
    expect(windowOf('claude-sonnet-4-5[1m]').tokens).toBe(1_000_000)
  })
})

describe('dollars', () => {
  it('takes the price of long prompts where the maker has one', () => {
    const price = modelOf('gemini-2.5-pro')?.price
    if (!price?.above) throw new Error('no price')
    const bill = (input: number) => ({ input, cacheRead: 0, cacheWrite: 0, output: 0 })
    expect(dollars(bill(100_000), price)).toBeCloseTo(0.1 * price.input)
    expect(dollars(bill(300_000), price)).toBeCloseTo(0.3 * price.above.input)
  })
})
