import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbMessages, runs } from '../../../daypack-testing/src/arbitraries.ts'
import { openDesk } from '../../../daypack-testing/src/desk.ts'
import { presetOf } from '../presets/index.ts'
import { project } from '../view/project.ts'
import type { Entry } from './entry.ts'
import { entryProblem } from './entry-check.ts'

test('whatever the engine writes is an entry', async () => {
  await fc.assert(
    fc.asyncProperty(arbMessages({ reasoning: true, foreignIds: true }), async (messages) => {
      const desk = openDesk({ window: 600 })
      await desk.say(...messages)
      desk.bill({ input: 9, cacheRead: 0, cacheWrite: 0, output: 1 })
      await desk.run(presetOf('claudeCode').options.passes, { isForced: true })
      desk.mark('pin', { seq: 1 })
      desk.revertAll()
      expect(desk.entries.map(entryProblem).filter(Boolean)).toEqual([])
      expect((JSON.parse(JSON.stringify(desk.entries)) as Entry[]).map(entryProblem).filter(Boolean)).toEqual([])
    }),
    { numRuns: Math.min(runs(), 100) },
  )
})

test('F-67: what passes for entries can be projected, however it was mangled', async () => {
  const desk = openDesk({ window: 600 })
  const text = (role: 'user' | 'assistant', n: number) => ({
    role,
    blocks: [{ type: 'text' as const, text: 'word '.repeat(n) }],
  })
  await desk.say(text('user', 50), text('assistant', 80), text('user', 90), text('assistant', 200), text('user', 9))
  await desk.run(presetOf('copaw').options.passes, { isForced: true })
  desk.mark('pin', { seq: 1 })
  desk.bill({ input: 9, cacheRead: 0, cacheWrite: 0, output: 1 })
  const entries = JSON.parse(JSON.stringify(desk.entries)) as Entry[]
  const odd = [undefined, null, -1, 1.5, Number.NaN, '', 'x', [], {}, [[]], { text: 3 }, true, 2 ** 53]
  const arbBlow = fc.record({ entry: fc.nat(), path: fc.array(fc.nat(), { minLength: 1, maxLength: 5 }), by: fc.nat() })
  fc.assert(
    fc.property(fc.array(arbBlow, { minLength: 1, maxLength: 3 }), (blows) => {
      const mangled = structuredClone(entries) as unknown[]
      for (const { entry, path, by } of blows) {
        // Its own copy each time: what is read from a file is a tree.
        strike(mangled[entry % mangled.length], path, structuredClone(odd[by % odd.length]))
      }
      const left = mangled.filter((each) => entryProblem(each) === undefined) as Entry[]
      expect(() => project(left)).not.toThrow()
    }),
    { numRuns: runs() * 10 },
  )
})

test('F-67: a line nested deeper than the stack is told as a problem, not thrown', () => {
  const deep = (opening: string, closing: string) => opening.repeat(50_000) + closing.repeat(50_000)
  const message = (block: string) =>
    `{"seq":1,"at":1,"kind":"message","hash":"","sizes":[],"message":{"role":"tool","blocks":[${block}]}}`
  const result = '{"type":"tool-result","callId":"a","tool":"b","content":{"text":""},"attachments":['
  const edit = `{"seq":1,"at":1,"kind":"edits","by":"","why":"","saved":0,"edits":[{"tokens":1,"bytes":1,"op":${deep('[', ']')}}]}`
  expect(
    [message(`{"type":${deep('[', ']')}}`), message(deep(result, ']}')), edit].map((line) =>
      entryProblem(JSON.parse(line)),
    ),
  ).toEqual([
    'block 0: type object is not known',
    'block 0: attachments is missing or wrong',
    'edit 0: op object is not known',
  ])
})

/** Puts something odd somewhere inside. */
function strike(value: unknown, [step = 0, ...rest]: readonly number[], odd: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const keys = Object.keys(value)
  const key = keys[step % keys.length]
  if (key === undefined) return
  const fields = value as Record<string, unknown>
  if (rest.length > 0 && typeof fields[key] === 'object' && fields[key] !== null) strike(fields[key], rest, odd)
  else fields[key] = odd
}
