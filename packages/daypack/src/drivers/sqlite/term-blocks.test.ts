import fc from 'fast-check'
import { expect, it } from 'vitest'
import { entriesOf, findInRow, inByteOrder, rowWriter, type TermEntry } from './term-blocks.ts'

const arbTerms = fc.uniqueArray(
  fc.string({ unit: fc.constantFrom('a', 'b', 'é', '中', '\uff21', '😀', '𠀀'), minLength: 1 }),
)

function equal(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return one !== undefined && Buffer.compare(one, other) === 0
}

it('sorts terms as their bytes', () => {
  fc.assert(
    fc.property(arbTerms, (terms) => {
      const byBytes = terms.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      expect(inByteOrder(terms)).toEqual(byBytes)
    }),
  )
})

it('finds every term again in the row that begins at or before it', () => {
  fc.assert(
    fc.property(arbTerms, fc.integer({ min: 0, max: 2_000 }), (terms, size) => {
      const entries = inByteOrder(terms).map((term, at): TermEntry => ({
        term,
        postings: Uint8Array.from({ length: (size + at * 37) % 1_500 }, () => at),
      }))
      const rows: { first: string; data: Uint8Array }[] = []
      const writer = rowWriter((first, data) => rows.push({ first, data: Uint8Array.from(data) }))
      for (const entry of entries) writer.add(entry)
      writer.end()
      const read = rows.flatMap(({ data }) => [...entriesOf(data)])
      expect(read.map(({ term }) => term)).toEqual(entries.map(({ term }) => term))
      expect(entries.filter(({ postings }, at) => !equal(read[at]?.postings, postings))).toEqual([])
      const lost = entries.filter(({ term, postings }) => {
        const row = rows.findLast(({ first }) => Buffer.compare(Buffer.from(first), Buffer.from(term)) <= 0)
        return !equal(row && findInRow(row.data, Buffer.from(term)), postings)
      })
      expect(lost).toEqual([])
      expect(rows.every(({ data }) => findInRow(data, Buffer.from('absent')) === undefined)).toBe(true)
    }),
  )
})

it('hands out no row when there was nothing to write, and grows for an entry of any size', () => {
  const rows: Uint8Array[] = []
  const writer = rowWriter((_, data) => rows.push(Buffer.from(data)))
  writer.end()
  expect(rows).toEqual([])
  const large = { term: 'b', postings: new Uint8Array(20_000).fill(3) }
  for (const entry of [{ term: 'a', postings: new Uint8Array([9]) }, large]) writer.add(entry)
  writer.end()
  writer.end()
  expect(rows.map((row) => [...entriesOf(row)].map(({ term, postings }) => [term, postings.length]))).toEqual([
    [['a', 1]],
    [['b', 20_000]],
  ])
})
