/** Unit-length vectors in eight bits a dimension: the largest component becomes 127. */
export function quantize(vector: Float32Array): Int8Array {
  let largest = 0
  for (const value of vector) largest = Math.max(largest, Math.abs(value))
  return Int8Array.from(vector, (value) => Math.round((value / largest) * 127))
}

/** Cosine of a unit-length query with a quantised vector, which is only known up to its length. */
export function cosine(query: Float32Array, vector: Int8Array): number {
  let dot = 0
  let norm = 0
  for (let at = 0; at < query.length; at++) {
    const value = vector[at] as number
    dot += (query[at] as number) * value
    norm += value * value
  }
  return norm === 0 ? 0 : dot / Math.sqrt(norm)
}
