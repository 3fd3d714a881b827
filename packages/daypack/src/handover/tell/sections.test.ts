import { describe, expect, test } from 'vitest'
import { emptySections, fitSections, renderSections } from './sections.ts'

const done = Array.from({ length: 12 }, (_, at) => `step ${at} of the work was finished and checked`)

describe('fitSections', () => {
  test('F-12: what is under the limit as a whole loses nothing, however full one section is', () => {
    const sections = { ...emptySections(), goal: ['ship it'], done }
    expect(fitSections(sections, Buffer.byteLength(renderSections(sections)))).toEqual(sections)
  })

  test('F-12: of what was done the newest stays, and what is left out is said', () => {
    const fitted = fitSections({ ...emptySections(), goal: ['ship it'], done, context: done }, 700)
    expect(fitted.done.at(-1)).toBe(done.at(-1))
    expect(fitted.done[0]).toMatch(/^\(\d+ earlier left out\)$/)
    expect(fitted.context[0]).toBe(done[0])
    expect(fitted.context.at(-1)).toMatch(/^\(\d+ more left out\)$/)
    expect(Buffer.byteLength(renderSections(fitted))).toBeLessThanOrEqual(760)
  })
})
