import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeRecord, readLine, rewriteLines } from './record.ts'

const line = fc.oneof(
  fc
    .record({ seq: fc.nat(9), text: fc.string() })
    .map(({ seq, text }) => encodeRecord({ seq, at: 0, payload: { text } })),
  fc.constantFrom(
    '\n',
    'not a record\n',
    '{"seq":1,"at":"x"}\n',
    `${encodeRecord({ seq: 1, at: 0, payload: 1 }).trim()}?\n`,
  ),
)

test('changed records verify and keep their line; damage, invalid records and an unfinished end keep every byte', () => {
  fc.assert(
    fc.property(fc.array(line), fc.string(), (lines, rest) => {
      const end = rest.replaceAll('\n', '')
      const before = Buffer.from(lines.join('') + end)
      const valid = ({ seq }: { seq: number }): boolean => seq > 0
      const { lines: made, changed } = rewriteLines(before, valid, (payload) => ({ was: payload }))
      const after = Buffer.concat(made).toString()
      const old = before.toString().split('\n')
      const now = after.split('\n')
      expect(now).toHaveLength(old.length)
      let count = 0
      old.forEach((text, index) => {
        const [part, ...others] = readLine(Buffer.from(text))
        if (part?.kind === 'record' && others.length === 0 && valid(part.record)) {
          count++
          const [again] = readLine(Buffer.from(now[index] ?? ''))
          expect(again).toMatchObject({
            kind: 'record',
            record: { ...part.record, payload: { was: part.record.payload } },
          })
        } else expect(now[index]).toBe(text)
      })
      expect(changed).toBe(count)
      expect(Buffer.concat([...rewriteLines(before, valid, (payload) => payload).lines])).toEqual(before)
    }),
  )
})
