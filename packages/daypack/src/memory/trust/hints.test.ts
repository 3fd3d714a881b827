import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hintsIn } from './hints.ts'
import { longRuns } from './long-runs.ts'

it('holds what stands in the text, and nothing else', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '-', '密', '码'), maxLength: 40 })
  fc.assert(
    fc.property(
      letters,
      fc.string({ unit: fc.constantFrom('a', 'b', '-', '密'), minLength: 1, maxLength: 6 }),
      (text, hint) => {
        for (const whole of [text, text.padStart(3_000, '. ')]) {
          expect(hintsIn(whole)(whole, hint)).toBe(whole.includes(hint))
        }
      },
    ),
  )
})

it('finds every run that is long enough, and where it stands', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'Z', '7', '_', ' ', 'é'), maxLength: 200 }), (text) => {
      const { runs, place } = longRuns(text)
      const found = [...text.matchAll(/[A-Za-z0-9_.~+/:=-]{15,}/g)]
      expect(runs).toBe(found.map(([run]) => run).join('\n'))
      let at = 0
      for (const { 0: run, index } of found) {
        expect([place(at), place(at + run.length - 1)]).toEqual([index, index + run.length - 1])
        at += run.length + 1
      }
    }),
  )
})

it('says where each of several runs stands', () => {
  const [one, two] = ['a'.repeat(20), 'b'.repeat(16)]
  const text = `first ${one} then é ${two}!`
  const { runs, place } = longRuns(text)
  expect(runs).toBe(`${one}\n${two}`)
  expect([0, 19, 21, 36].map(place)).toEqual([
    text.indexOf(one),
    text.indexOf(one) + 19,
    text.indexOf(two),
    text.indexOf(two) + 15,
  ])
})

it('holds what stands at the very start and the very end of a large text', () => {
  const text = `key${'. '.repeat(2_000)}end`
  for (const hint of ['key', 'key.', 'end', ' end']) expect([hint, hintsIn(text)(text, hint)]).toEqual([hint, true])
  expect(hintsIn(text)(text, 'kex')).toBe(false)
})
