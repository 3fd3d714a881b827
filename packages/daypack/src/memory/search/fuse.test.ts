import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createSearcher } from './searcher.ts'
import { memoryIndexStore } from '../index/memory-store.ts'
import type { Embed, SearcherOptions } from '../index/search-api.ts'
import { vectorLift } from './fuse.ts'
import { agreementOf, learn, newExperience, vectorTrust } from './trust.ts'

type Recorded = { readonly text: string; readonly vector: string }
const { dimensions, notes, asked } = JSON.parse(
  brotliDecompressSync(
    readFileSync(new URL('../../../../../fixtures/vectors/sentence-encoder.json.br', import.meta.url)),
  ).toString(),
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
  expect(await ranks({}, recorded(0))).toBeGreaterThan(0.65 * words)
})

/** Vectors of a quality we choose: a note has a direction of its own, a question that of its answer with noise. */
function made(quality: number, seed: number): Embed {
  const vectorOf = (text: string): Float32Array => {
    const answer = asked.find((each) => each.text === text)?.answer
    if (answer === undefined) return direction(text)
    const noise = direction(`${seed} ${text}`)
    const meant = direction(notes[answer]?.text ?? '')
    return scaled(noise.map((value, at) => (1 - quality) * value + quality * (meant[at] ?? 0)))
  }
  return { model: `made-${quality}-${seed}`, dimensions: 96, embed: async (texts) => texts.map(vectorOf) }
}

function direction(seed: string): Float32Array {
  const bytes = Array.from({ length: 3 }, (_, at) => [...createHash('sha512').update(`${at} ${seed}`).digest()]).flat()
  const pairs = Array.from({ length: 96 }, (_, at) => [bytes[2 * at] ?? 0, bytes[2 * at + 1] ?? 0] as const)
  return scaled(
    Float32Array.from(pairs, ([a, b]) => Math.sqrt(-2 * Math.log((a + 1) / 257)) * Math.cos((2 * Math.PI * b) / 256)),
  )
}

function scaled(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

it.each([
  ['weak', 0.2],
  ['middling', 0.3],
  ['strong', 0.42],
])('%s vectors and words together are no worse than the better of the two', async (_, quality) => {
  const words = await ranks({})
  const alone: number[] = []
  const both: number[] = []
  for (const seed of [1, 2, 3, 4]) {
    alone.push(await ranks({ keyword: false }, made(quality, seed)))
    both.push(await ranks({}, made(quality, seed)))
  }
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  expect(mean(both)).toBeGreaterThan(Math.max(words, mean(alone)) - 1 / asked.length)
})

it('issue 16: with vectors of chance words carry the answers, and the status says so', async () => {
  const words = await ranks({})
  const both: number[] = []
  for (const seed of [1, 2, 3, 4]) both.push(await ranks({}, made(0, seed)))
  expect(both.reduce((sum, value) => sum + value, 0) / both.length).toBeGreaterThan(0.95 * words)
  const searcher = createSearcher({ store: memoryIndexStore(), now: () => 0, embed: made(0, 2) })
  await searcher.index('notes.md', `${notes.map(({ text }) => text).join('\n')}\n`)
  await searcher.backfill()
  const why = async (): Promise<string> => (await searcher.search(asked[0]?.text ?? '')).status.reason
  expect(await why()).not.toContain('chance')
  for (const again of ['now', 'please', 'then', 'today'])
    for (const { text } of asked) await searcher.search(`${text} ${again}`)
  expect(await why()).toContain('look like chance')
  await searcher.close()
})

it('issue 16: what vectors are trusted with follows from how near they find what words have found', () => {
  const found = Array.from({ length: 10 }, (_, unit) => ({ unit, words: 1 }))
  const agreed = (near: number | undefined) => agreementOf(found, () => near)
  const after = (near: number, times: number): number => {
    const experience = newExperience()
    for (let nth = 0; nth < times; nth++) learn(experience, agreed(near), 2, 100)
    return vectorTrust(experience, 2, 100, agreed(near))
  }
  expect(after(0, 30)).toBeLessThan(0.01)
  expect(after(1, 30)).toBeGreaterThan(0.9)
  expect(after(1, 0)).toBeGreaterThan(after(0, 0))
  expect(agreed(undefined)).toEqual({ mean: 0, most: 0, evidence: 0 })
})

it('vectors count for more the clearer they are, and for less the surer words are', () => {
  expect(vectorLift(5, 100, 0.5)).toBeGreaterThan(vectorLift(3, 100, 0.5))
  expect(vectorLift(4, 100, 0.9)).toBeLessThan(vectorLift(4, 100, 0.1))
  expect(vectorLift(3, 100_000, 0)).toBeLessThan(0.5 * vectorLift(3, 20, 0))
  expect(vectorLift(0, 1, 0)).toBe(0)
})

it('a turn that answers borrows what its question has, and no other turn does', async () => {
  const said = [
    '- Ann: Which park did you go to?',
    '- Ben: We saw the cherry trees.',
    '- Ann: It was lovely there.',
    '- Ben: Yes.',
  ]
  const near: Record<string, readonly number[]> = {
    park: [1, 0],
    'cherry trees': [0.2, 1],
    lovely: [0.8, 0.6],
    Yes: [0, 1],
  }
  const embed: Embed = {
    model: 'by hand',
    dimensions: 2,
    embed: async (texts) =>
      texts.map((text) =>
        scaled(Float32Array.from(Object.entries(near).find(([word]) => text.includes(word))?.[1] ?? [1, 0])),
      ),
  }
  const searcher = createSearcher({ store: memoryIndexStore(), now: () => 0, embed })
  await searcher.index('day.md', `${said.join('\n')}\n`)
  await searcher.backfill()
  const { hits } = await searcher.search('outing', { limit: 4, grow: false })
  const vectorOf = (word: string): number | undefined => hits.find(({ text }) => text.includes(word))?.legs.vector
  expect(vectorOf('park')).toBe(1)
  expect(vectorOf('cherry trees')).toBeCloseTo(0.95)
  expect(vectorOf('Yes') ?? 0).toBe(0)
  await searcher.close()
})
