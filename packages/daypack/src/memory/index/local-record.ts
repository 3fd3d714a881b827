import type { IndexChange, IndexUnit } from '../../model/index-store.ts'

/** One line of the local index: what was done, to be done again when it is opened. */
export type LocalRecord =
  | { readonly do: 'claim'; readonly analysis: string }
  | { readonly do: 'write'; readonly changes: readonly IndexChange[] }
  | { readonly do: 'vectors'; readonly space: string; readonly entries: readonly VectorEntry[] }
  | { readonly do: 'prune'; readonly space?: string }
  | { readonly do: 'cache'; readonly key: string; readonly vector: Float32Array; readonly most: number }
  | { readonly do: 'clear' }

export type VectorEntry = { readonly hash: string; readonly vector: Int8Array }

export function toLine(record: LocalRecord): string {
  return `${JSON.stringify(record, (_, value: unknown) => {
    if (value instanceof Map) return { map: [...value] }
    if (value instanceof Int8Array) return { i8: bytesOf(value).toString('base64') }
    if (value instanceof Float32Array) return { f32: bytesOf(value).toString('base64') }
    return value
  })}\n`
}

/** Throws where it is no record of ours. */
export function fromLine(line: string): LocalRecord {
  const record = JSON.parse(line, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value
    if ('map' in value && Array.isArray(value.map)) return new Map(value.map as [string, number][])
    if ('i8' in value) return new Int8Array(buffered(value.i8))
    if ('f32' in value) return new Float32Array(buffered(value.f32))
    return value
  }) as LocalRecord
  const isWhole =
    record.do !== 'write' ||
    record.changes.every(
      (change) => 'removed' in change || change.units.every(({ terms }: IndexUnit) => terms instanceof Map),
    )
  if (!DOINGS.has(record.do) || !isWhole) throw new Error('not a record of the index')
  return record
}

const DOINGS: ReadonlySet<string> = new Set(['claim', 'write', 'vectors', 'prune', 'cache', 'clear'])

function bytesOf(array: Int8Array | Float32Array): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength)
}

function buffered(text: unknown): ArrayBuffer {
  const bytes = Buffer.from(String(text), 'base64')
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
}
