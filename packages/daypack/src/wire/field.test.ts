import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBody } from './body.ts'
import { isList, rawEntries, readField, sameBytes, sameStart, withNewEnd, type Field } from './field.ts'

/** The value that a text holds from its `from`th byte on. */
const fieldOf = (text: string, from = 0, before?: Field): Field => {
  const bytes = Buffer.from(text)
  return readField(bytes, bytes.toString('latin1'), from, before)
}
const values = (field: Field | undefined) => field?.value as unknown[]

test('a value is read from where it starts to where it ends', () => {
  const bytes = Buffer.from('{"a": 12 }')
  expect(readField(bytes, bytes.toString('latin1'), 6, undefined)).toEqual({ bytes, from: 6, to: 8, value: 12 })
  expect(fieldOf('["ä", 1]')).toMatchObject({ from: 0, to: 9, value: ['ä', 1] })
})

test('a value that repeats the bytes of the one before it is the same object, wherever it stands', () => {
  const old = fieldOf('{"n":1}')
  expect(fieldOf('{"n":1}', 0, old).value).toBe(old.value)
  expect(fieldOf('..{"n":1}', 2, old).value).toBe(old.value)
  expect(fieldOf('{"n":2}', 0, old).value).toEqual({ n: 2 })
  expect(fieldOf('{"n":1,"m":2}', 0, old).value).toEqual({ n: 1, m: 2 })
  expect(fieldOf('[1]', 0, old).value).toEqual([1])
})

test('of a list the entries that repeat their bytes are the same objects, and all of it where all do', () => {
  const old = fieldOf('..[{"n":1}, {"n":2},{"n":3}]', 2)
  const next = fieldOf('[{"n":1},{"n":9}, {"n":3},{"n":4}]', 0, old)
  expect(next.value).toEqual([{ n: 1 }, { n: 9 }, { n: 3 }, { n: 4 }])
  expect(values(next).map((entry, at) => entry === values(old)[at])).toEqual([true, false, true, false])
  expect(next.spans).toEqual([1, 8, 9, 16, 18, 25, 26, 33])
  expect(fieldOf('[{"n":1},{"n":2}, {"n":3}]', 0, old).value).toBe(old.value)
  expect(fieldOf('[{"n":1},{"n":2}]', 0, old).value).toEqual([{ n: 1 }, { n: 2 }])
  expect(fieldOf('[]', 0, old).value).toEqual([])
  expect(fieldOf('[1]', 0, fieldOf('[]')).value).toEqual([1])
  expect(fieldOf('{"n":1}', 0, old).value).toEqual({ n: 1 })
})

/** The list of `before` as `after` has it, whose bytes differ only in the list. */
function continued(before: string, after: string, withSpans = false) {
  const list = fieldOf(before)
  if (withSpans) rawEntries([list])(values(list).find((entry) => typeof entry === 'object'))
  const bytes = Buffer.from(after)
  const made = withNewEnd(list, bytes, sameStart(bytes, Buffer.from(before)), after.length - 1)
  return made && { list, bytes, made }
}

test.each<[string, string, string, unknown[], number]>([
  ['grows', '[{"n":1}]', '[{"n":1},{"n":2}]', [{ n: 1 }, { n: 2 }], 1],
  ['grows behind space', '[{"n":1}]', '[{"n":1} , {"n":2}]', [{ n: 1 }, { n: 2 }], 1],
  ['grows from nothing', '[]', '[1, 2]', [1, 2], 0],
  ['stays, with space at its end', '[1]', '[1 ]', [1], 1],
  ['shrinks', '[{"n":1},{"n":2},{"n":3}]', '[{"n":1}]', [{ n: 1 }], 1],
  ['shrinks to nothing', '[{"n":1}]', '[]', [], 0],
  ['ends otherwise', '[{"n":1},{"n":2}]', '[{"n":1},{"n":3},4]', [{ n: 1 }, { n: 3 }, 4], 1],
  ['begins otherwise', '[1,2]', '[3,2]', [3, 2], 0],
  ['ends in a number that goes on', '[{"n":1},1]', '[{"n":1},12]', [{ n: 1 }, 12], 1],
  ['ends in a number that is cut', '[7,12]', '[7,1]', [7, 1], 1],
])('a list that %s is read on from there, and what is before is kept', (_, before, after, value, kept) => {
  const found = continued(before, after)
  expect(found?.made).toMatchObject({ bytes: found?.bytes, from: 0, to: after.length, value, kept })
  for (let at = 0; at < kept; at++) expect(values(found?.made)[at]).toBe(values(found?.list)[at])
  // However its entries are found later, they are the same as those of the list read alone.
  const alone = fieldOf(after, 0, fieldOf(before))
  expect(continued(before, after, true)?.made.spans ?? alone.spans).toEqual(alone.spans)
})

test('the entries of a list that only grows are not looked for; where they are known those that came are added', () => {
  expect(continued('[{"n":1}]', '[{"n":1},2]')?.made).not.toHaveProperty('spans')
  expect(continued('[{"n":1}]', '[{"n":1},2]', true)?.made.spans).toEqual([1, 8, 9, 10])
  expect(continued('[{"n":1},3]', '[{"n":1},2]')?.made.spans).toEqual([1, 8, 9, 10])
})

test.each([
  ['[1]', '[1 12]'],
  ['[1]', '[1,]'],
  ['[1]', '[1 x]'],
  ['[1,2]', '[1,,2]'],
  ['[{"n":1},2]', '[{"n":1},}]'],
  ['[1,2]', '[x,2]'],
])('%s does not go on as %s', (before, after) => {
  expect(continued(before, after)).toBeUndefined()
  expect(continued(before, after, true)).toBeUndefined()
})

test('an entry of a list is told by the bytes it was read from, and only an object can be told apart', () => {
  const lists = [fieldOf('..[{"n":1.0}, 1.0,null,[ 2 ]]', 2), fieldOf('{"n":3.0}'), fieldOf('[{"n":4.0}]')]
  const rawOf = rawEntries(lists)
  const [object, one, nothing, inner] = values(lists[0])
  expect([object, one, nothing, inner].map(rawOf)).toEqual(['{"n":1.0}', undefined, undefined, '[ 2 ]'])
  expect(rawOf(values(lists[2])[0])).toBe('{"n":4.0}')
  expect(rawOf(lists[1]?.value)).toBeUndefined()
})

test('a list is a list, empty or not, and nothing else is', () => {
  expect(['[]', '[1]', '{}', '"[]"', 'null'].map((text) => isList(fieldOf(text)))).toEqual([
    ...[true, true],
    ...[false, false, false],
  ])
})

test('bytes are compared from where it is said, as many as it is said', () => {
  const [a, b] = [Buffer.from('xabcx'), Buffer.from('abcy')]
  expect([sameBytes(a, 1, b, 0, 3), sameBytes(a, 1, b, 0, 4), sameBytes(a, 0, b, 0, 3)]).toEqual([true, false, false])
})

test('how far two texts are the same', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 9 })
  fc.assert(
    fc.property(word, word, word, (start, a, b) => {
      const [one, other] = [start + a, start + b]
      let same = 0
      while (same < Math.min(one.length, other.length) && one[same] === other[same]) same++
      expect(sameStart(Buffer.from(one), Buffer.from(other))).toBe(same)
    }),
  )
})

test('a body keeps what it can of the one before: equal fields, and the entries before the first that differs', () => {
  const entry = fc.oneof(
    fc.record({ n: fc.nat(3) }),
    fc.nat(12),
    fc.array(fc.nat(1), { maxLength: 2 }),
    fc.constant(null),
  )
  const list = fc.array(entry, { maxLength: 5 })
  const one = fc.record({ a: fc.record({ k: fc.nat(1) }), list, end: fc.array(fc.record({ k: fc.nat(1) })) })
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  fc.assert(
    fc.property(one, one, list, fc.nat(5), fc.constantFrom(0, 1), (first, other, more, cut, indent) => {
      const grown = { ...first, list: [...first.list.slice(0, cut), ...more] }
      const bodies = [first, grown, { ...grown, a: { k: 7 } }, other].map((value) =>
        JSON.stringify(value, null, indent),
      )
      let before = readBody(bodies[0] ?? '')
      for (const text of bodies.slice(1)) {
        const next = readBody(text, before)
        const [was, is] = [before, next].map((body) => body?.request as typeof first)
        if (!was || !is) throw new Error('it was read')
        const differ = (['a', 'list', 'end'] as const).filter((key) => !isSame(is[key], was[key]))
        for (const key of ['a', 'list', 'end'] as const) if (!differ.includes(key)) expect(is[key]).toBe(was[key])
        for (const [at, value] of is.list.slice(0, leadingSame(is.list, was.list)).entries())
          expect(value).toBe(was.list[at])
        const [key] = differ
        const isContinued = differ.length === 1 && key !== undefined && Array.isArray(is[key])
        const leading = isContinued ? leadingSame(is[key] as unknown[], was[key] as unknown[]) : undefined
        expect(next?.continues).toEqual(isContinued ? { id: before?.id, kept: leading } : undefined)
        before = next
      }
    }),
  )

  function leadingSame(a: readonly unknown[], b: readonly unknown[]): number {
    const differs = a.findIndex((value, at) => at >= b.length || !isSame(value, b[at]))
    return differs < 0 ? a.length : differs
  }
})
