import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createSearcher } from './searcher.ts'
import { memoryIndexStore } from '../index/memory-store.ts'
import type { Embed, SearcherOptions } from '../index/search-api.ts'
import { vectorLift } from './fuse.ts'

type Recorded = { readonly text: string; readonly vector: string }
const { dimensions, notes, asked } = JSON.parse(
  readFileSync(new URL('../../../../../fixtures/vectors/sentence-encoder.json', import.meta.url), 'utf8'),
) as { dimensions: number; notes: Recorded[]; asked: (Recorded & { answer: number })[] }

/** `share`: how much of each query's own vector is left; the rest is another query's. */
function recorded(share = 1): Embed {
  const known = new Map(
    [...notes, ...asked].map(({ text, vector }) => [text, Int8Array.from(Buffer.from(vector, 'base64'))]),
  )
  const queries = asked.map(({ text }) => text)
  const vectorOf = (text: string): Float32Array => {
    const own = known.get(text)
    const at = queries.indexOf(text)
    const other = known.get(queries[(at + 7) % queries.length] ?? '')
    if (own === undefined || other === undefined) throw new Error(`no vector was recorded for ${text}`)
    return Float32Array.from(own, (value, nth) => (at < 0 ? value : share * value + (1 - share) * (other[nth] ?? 0)))
  }
  return { model: `recorded-${share}`, dimensions, embed: async (texts) => texts.map(vectorOf) }
}

async function ranks(options: SearcherOptions, embed?: Embed): Promise<number> {
  const searcher = createSearcher({ store: memoryIndexStore(), now: () => 0, options, ...(embed && { embed }) })
  await searcher.index('notes.md', `${notes.map(({ text }) => text).join('\n')}\n`)
  if (embed) await searcher.backfill()
  let sum = 0
  for (const { text, answer } of asked) {
    const { hits } = await searcher.search(text, { limit: 10, grow: false })
    const at = hits.findIndex((hit) => hit.text.includes(notes[answer]?.text ?? '\0'))
    sum += at < 0 ? 0 : 1 / (at + 1)
  }
  await searcher.close()
  return sum / asked.length
}

it('words and recorded vectors of a public model together find more than either, and misled vectors do little harm', async () => {
  const words = await ranks({})
  const vectors = await ranks({ keyword: false }, recorded())
  expect(await ranks({}, recorded())).toBeGreaterThan(Math.max(words, vectors))
  expect(await ranks({}, recorded(0.7))).toBeGreaterThan(words)
  expect(await ranks({}, recorded(0))).toBeGreaterThan(0.8 * words)
})

it('vectors count for more the clearer they are, and for less the surer words are', () => {
  expect(vectorLift(5, 100, 0.5)).toBeGreaterThan(vectorLift(3, 100, 0.5))
  expect(vectorLift(4, 100, 0.9)).toBeLessThan(vectorLift(4, 100, 0.1))
  expect(vectorLift(3, 100_000, 0)).toBeLessThan(0.1 * vectorLift(3, 20, 0))
  expect(vectorLift(0, 1, 0)).toBe(0)
})
