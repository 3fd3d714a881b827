import type { Embed } from 'daypack/memory'
import corpus from './corpus.json' with { type: 'json' }

export const NOTES: Readonly<Record<string, string>> = corpus.notes
export const QUESTIONS: readonly string[] = corpus.questions

export function wordEmbedder(dimensions = 48): Embed {
  return {
    model: 'words',
    dimensions,
    embed: async (texts) => texts.map((text) => directionOf(text, dimensions)),
  }
}

function directionOf(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions).fill(0.01)
  for (const word of text.toLowerCase().match(/\p{sc=Han}|[\p{L}\p{N}]+/gu) ?? []) {
    let hash = 0x811c9dc5
    for (const char of word) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
    const at = (hash >>> 1) % dimensions
    vector[at] = (vector[at] ?? 0) + ((hash & 1) === 0 ? 1 : -1)
  }
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}
