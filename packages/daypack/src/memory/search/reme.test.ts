import { describe, expect, it } from 'vitest'
import { memoryIndexStore } from '../index/memory-store.ts'
import { hitRatio, remeCandidates, remeFusion } from './reme.ts'
import { createSearcher } from './searcher.ts'

describe('the seeds’ formula', () => {
  it('scores words found, with a bonus for the phrase, up to 1', () => {
    expect(hitRatio('database connection timeout', 'the database had a timeout')).toBeCloseTo(2 / 3, 12)
    expect(hitRatio('database timeout', 'a Database Timeout again')).toBe(1)
    expect(hitRatio('a b c d', 'a b')).toBe(0.5)
    expect(hitRatio('database', 'DATABASE')).toBe(1)
    expect(hitRatio('', 'text')).toBe(0)
  })

  it('fuses as in the worked example, to the digit', () => {
    expect(remeFusion(0.85, 1).toFixed(3)).toBe('0.895')
    expect(remeFusion(0.78, undefined).toFixed(3)).toBe('0.546')
    expect(remeFusion(0.4, 0.5).toFixed(3)).toBe('0.430')
    expect(remeFusion(0.6, 2 / 3).toFixed(2)).toBe('0.62')
  })

  it('widens the candidates threefold, up to 200', () => {
    expect([remeCandidates(0), remeCandidates(5), remeCandidates(66), remeCandidates(100)]).toEqual([1, 15, 198, 200])
  })

  it('ranks the worked example, with vectors that give its cosines', async () => {
    const query = 'handleWebSocketReconnect disconnection reconnect'
    const cosines = new Map([
      ['handleWebSocketReconnect function handles WebSocket disconnection reconnect', 0.85],
      ['Logic for automatic retry after network outage', 0.78],
      ['Fixed null pointer exception in handleWebSocketReconnect', 0.4],
    ])
    const vectorOf = (text: string): Float32Array => {
      const cosine = text === query ? 1 : (cosines.get(text) as number)
      return new Float32Array([cosine, Math.sqrt(1 - cosine ** 2)])
    }
    const searcher = createSearcher({
      store: memoryIndexStore(),
      now: () => 0,
      embed: { model: 'm', dimensions: 2, embed: async (texts) => texts.map(vectorOf) },
      options: { ranking: 'reme' },
    })
    for (const [index, text] of [...cosines.keys()].entries()) await searcher.index(`n${index}.txt`, text)
    await searcher.backfill()
    const { hits } = await searcher.search(query, { limit: 3 })
    expect(hits.map(({ path }) => path)).toEqual(['n0.txt', 'n1.txt', 'n2.txt'])
    expect(hits[0]?.score).toBeCloseTo(0.85 * 0.7 + 0.3, 2)
    expect(hits[1]?.score).toBeCloseTo(0.546, 2)
  })
})
