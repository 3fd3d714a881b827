import fc from 'fast-check'
import { expect, test } from 'vitest'
import { memoryDriver } from '../../drivers/memory/index.ts'
import type { Hit } from '../index/search-api.ts'
import { claimed } from './claim.ts'
import { entriesOf } from './entries.ts'
import { originOf } from './read.ts'
import { marked, sourceOf, withoutMarks } from './source.ts'
import { appended } from './update.ts'

const TOOL = { by: 'tool', from: ['s1#3'] } as const
const line = fc.constantFrom(
  '- a',
  '- b c',
  'prose',
  '',
  '```',
  '~~~',
  '````',
  '- ```',
  '``` x',
  '   ```',
  '\t~~~',
  '# H',
  '| x |',
  '1. z',
  '> ```',
  '---',
)
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'))

test('whatever stands there and whatever we add: no new statement passes for a person’s', () => {
  fc.assert(
    fc.property(text, text, fc.boolean(), (before, added, crlf) => {
      const base = crlf ? before.replaceAll('\n', '\r\n') : before
      const after = claimed(base, appended(base, marked(added, TOOL)), TOOL)
      const own = (note: string): string[] => {
        const lines = note.split(/\r?\n/)
        return entriesOf(note)
          .filter(({ startLine, endLine }) => sourceOf(lines.slice(startLine - 1, endLine).join('\n')) === undefined)
          .map((entry) => entry.text)
          .toSorted()
      }
      const rest = [...own(base)]
      for (const said of own(after)) {
        expect(rest).toContain(said)
        rest.splice(rest.indexOf(said), 1)
      }
      expect(
        withoutMarks(after)
          .split(/\r?\n/)
          .map((each) => each.trimEnd()),
      ).toEqual(
        withoutMarks(appended(base, marked(added, TOOL)))
          .split(/\r?\n/)
          .map((each) => each.trimEnd()),
      )
      expect(claimed(after, after, TOOL)).toBe(after)
    }),
  )
})

test('the source of a fence is that of every line in it', async () => {
  const { notes } = memoryDriver({ now: () => 0 })
  const note = `- mine\n\n${marked('```\none\ntwo\nthree\n```', TOOL)}\n\n- also mine\n`
  await notes.write('memory/a.md', note, { expect: undefined })
  const by = async (startLine: number, endLine: number) =>
    (await originOf(notes, { path: 'memory/a.md', scope: 'notes', startLine, endLine } as Hit)).by
  expect(await by(1, 1)).toBe('user')
  expect(await by(5, 5)).toBe('tool')
  expect(await by(3, 7)).toBe('tool')
  expect(await by(10, 10)).toBe('user')
})
