// Words, vectors, and both together: is the fused answer ever worse than the better leg? For English with a real model, after
// `npm ci` in bench/; for all with vectors that are made, of a quality we choose: a text has a direction of its own, a question
// that of its answers with noise. Of XQuAD every fourth question is asked.
// Run: node --conditions=daypack-source bench/retrieval/hybrid.ts [--sets MADial]
import { createHash } from 'node:crypto'
import { createSearcher, memoryIndexStore, type Embed, type SearcherOptions } from 'daypack/memory'
import { sentenceEncoder } from './encoder.ts'
import { average, qualityOf, type Quality } from './measures.ts'
import { allSets, isHeldOut, type RetrievalSet } from './sets.ts'

const DIMENSIONS = 96
/** The part of a question's vector that is its answer's; the rest is chance. */
const QUALITIES = { none: 0, weak: 0.2, middling: 0.3, strong: 0.42 } as const

function direction(seed: string): Float64Array {
  const made = new Float64Array(DIMENSIONS)
  for (let at = 0; at < DIMENSIONS; at += 8) {
    const bytes = createHash('sha256').update(`${at} ${seed}`).digest()
    for (let next = 0; next < 8; next++) {
      const [a, b] = [bytes.readUInt16LE(next * 4) + 1, bytes.readUInt16LE(next * 4 + 2)]
      made[at + next] = Math.sqrt(-2 * Math.log(a / 65_537)) * Math.cos((2 * Math.PI * b) / 65_536)
    }
  }
  return scaled(made)
}

function scaled(vector: Float64Array): Float64Array {
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

/** A unit is its last line, above which its headings stand; what stands around the words does not turn it. */
const plain = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()

function embedder({ files, questions }: RetrievalSet, quality: number): Embed {
  const lines = new Map(files.map(({ path, text }) => [path, text.split('\n')]))
  const answers = new Map(
    questions.map(({ text, gold }) => [
      text,
      gold.map(({ path, line = 1 }) => plain(lines.get(path)?.[line - 1] ?? '')),
    ]),
  )
  const vectorOf = (text: string): Float32Array => {
    const gold = answers.get(text)
    if (gold === undefined) return new Float32Array(direction(plain(text.split('\n').at(-1) ?? '')))
    const sum = direction(`noise ${text}`).map((value) => value * (1 - quality))
    for (const line of gold)
      direction(line).forEach((value, at) => (sum[at] = (sum[at] ?? 0) + (quality * value) / Math.sqrt(gold.length)))
    return new Float32Array(scaled(sum))
  }
  return { model: `made-${quality}`, dimensions: DIMENSIONS, embed: async (texts) => texts.map(vectorOf) }
}

type Scored = Readonly<Record<'tuning' | 'held', Quality>>

async function scored(
  parts: readonly RetrievalSet[],
  how: SearcherOptions,
  embedOf?: (set: RetrievalSet) => Embed,
): Promise<Record<'tuning' | 'held', Quality>> {
  const all: Record<'tuning' | 'held', Quality[]> = { tuning: [], held: [] }
  for (const set of parts) {
    const embed = embedOf && { embed: embedOf(set) }
    const searcher = createSearcher({
      store: memoryIndexStore(),
      now: () => Date.UTC(2024, 0, 1),
      options: how,
      ...embed,
    })
    await searcher.indexMany(set.files)
    if (embedOf !== undefined) await searcher.backfill()
    const every = set.name.startsWith('XQuAD') ? 4 : 1
    for (const question of set.questions.filter((_, nth) => (nth + 1) % every === 0)) {
      const { hits } = await searcher.search(question.text, { limit: 30, grow: false, maxTokens: 1e9 })
      all[isHeldOut(question) ? 'held' : 'tuning'].push(qualityOf(hits, question))
    }
    await searcher.close()
  }
  return { tuning: average(all.tuning), held: average(all.held) }
}

const LEVELS: Readonly<Record<string, (set: RetrievalSet) => Embed>> = {
  ...Object.fromEntries(
    Object.entries(QUALITIES).map(([level, quality]) => [level, (set: RetrievalSet) => embedder(set, quality)]),
  ),
  real: sentenceEncoder,
}
const SETS = ['MADial en', 'MADial zh', 'MemoryBank en', 'MemoryBank zh', 'XQuAD en', 'XQuAD es', 'XQuAD zh']
const at = process.argv.indexOf('--sets')
const wanted = SETS.filter((name) => at < 0 || name.startsWith(process.argv[at + 1] ?? ''))
const show = ({ tuning, held }: Record<'tuning' | 'held', Quality>): string =>
  [tuning, held].map(({ recall10, mrr }) => `${(100 * recall10).toFixed(1)}, ${(100 * mrr).toFixed(1)}`).join(' / ')
const less = (half: 'tuning' | 'held', both: Scored, ...legs: Scored[]): string =>
  (['recall10', 'mrr'] as const)
    .map((of) => (100 * (both[half][of] - Math.max(...legs.map((leg) => leg[half][of])))).toFixed(1))
    .join(', ')
console.log(
  'R@10, MRR on the tuning half / the held-out half\n\n| set | vectors | words alone | vectors alone | both | both less the better leg |\n|---|---|---|---|---|---|',
)
for (const [name, parts] of Map.groupBy(
  allSets().filter((set) => wanted.includes(set.name)),
  (set) => set.name,
)) {
  const words = await scored(parts, {})
  for (const [level, embedOf] of Object.entries(LEVELS)) {
    if (level === 'real' && !name.endsWith(' en')) continue
    const vectors = await scored(parts, { keyword: false, vectorWeight: 1 }, embedOf)
    const both = await scored(parts, {}, embedOf)
    const gap = `${less('tuning', both, words, vectors)} / ${less('held', both, words, vectors)}`
    console.log(`| ${name} | ${level} | ${show(words)} | ${show(vectors)} | ${show(both)} | ${gap} |`)
  }
}
