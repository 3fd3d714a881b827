import fc from 'fast-check'
import { expect, it } from 'vitest'
import { memoryIndexStore } from '../index/memory-store.ts'
import { createSearcher } from './searcher.ts'
import { findTerms } from './keyword.ts'
import { layoutOf } from './layout.ts'
import { parseQuery } from '../text/query.ts'
import { clear, scratchOf } from './scratch.ts'
import { scoreUnits } from './unit-scores.ts'
import { WEIGHTS } from './weights.ts'

const WORDS = ['maple', 'river', 'stone', 'cloud', 'ember', 'frost', 'grove', 'haven']
const arbLine = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 30 }).map((words) => words.join(' '))
const arbFiles = fc.array(fc.array(arbLine, { minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 12 })

it('finds the same best units as looking at all of them', async () => {
  await fc.assert(
    fc.asyncProperty(
      arbFiles,
      fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 12 }),
      fc.array(fc.double({ min: -0.9, max: 0.4, noNaN: true }), { minLength: 1, maxLength: 7 }),
      async (files, words, count, some) => {
        const store = memoryIndexStore()
        const searcher = createSearcher({ store, now: () => 0 })
        for (const [index, lines] of files.entries())
          await searcher.index(`memory/${index}.md`, lines.map((line) => `- ${line}\n`).join(''))
        const reader = await store.reader('notes')
        const terms = await findTerms(reader, parseQuery(words.join(' '), 0).terms)
        const features = (unit: number): number => some[unit % some.length] as number
        const top = (wanted: number): [number, number][] => {
          const layout = layoutOf(reader, WEIGHTS)
          const scratch = scratchOf(reader)
          const { looked, within, best } = scoreUnits(reader, terms, WEIGHTS, layout, scratch, {
            count: wanted,
            features,
            mostFeatures: () => 0.4,
            also: [],
          })
          if (wanted === reader.size) expect(within).toHaveLength(looked.length)
          const ends = within.map((unit): [number, number] => [
            unit,
            (scratch.scores[unit] as number) / best + features(unit),
          ])
          clear(scratch.scores, looked)
          clear(scratch.own, looked)
          const least = ends.map(([, end]) => end).toSorted((a, b) => b - a)[count - 1] ?? -Infinity
          return ends.filter(([, end]) => end >= least)
        }
        expect(top(count)).toEqual(top(reader.size))
      },
    ),
  )
})
