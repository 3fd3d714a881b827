import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutTags } from '../../files/tags.ts'
import { body, parseSummary } from './parse.ts'
import { emptySections, fitSections, renderSections } from './sections.ts'

describe('parseSummary', () => {
  it('takes headings of any kind, in two languages, with or without tags', () => {
    const told = parseSummary(
      '<analysis>no</analysis>\n**Goal**\n* build it\n  in Go\n# 约束与偏好\n- 不要框架\nNext Steps:\n1. test\n### Blocked\n(none)\nloose text',
    )
    expect(told).toEqual({
      ...emptySections(),
      goal: ['build it in Go'],
      constraints: ['不要框架'],
      next: ['test'],
      blocked: ['loose text'],
    })
  })
  it('never shows the analysis, closed or not', () => {
    expect(body('<analysis>x</analysis> note')).toBe('note')
    expect(body('x</analysis> note')).toBe('note')
    expect(body('<analysis>x</analysis><summary>note')).toBe('note')
    expect(body('<thinking>x</thinking><summary>a</summary> bye')).toBe('a')
  })
  it('reads back what was rendered', () => {
    const item = fc.stringMatching(/^[a-z][a-z ]{2,30}[a-z]$/)
    const sections = fc.record({
      goal: fc.array(item),
      constraints: fc.array(item),
      done: fc.array(item),
      inProgress: fc.array(item),
      blocked: fc.array(item),
      decisions: fc.array(item),
      next: fc.array(item),
      context: fc.array(item),
    })
    fc.assert(
      fc.property(sections, (given) => {
        const plain = { ...given }
        for (const name of Object.keys(plain) as (keyof typeof plain)[])
          plain[name] = plain[name].filter((one) => one !== 'none')
        expect(parseSummary(renderSections(plain))).toEqual(plain)
        expect(Buffer.byteLength(renderSections(fitSections(plain, 600)))).toBeLessThanOrEqual(600)
      }),
    )
  })
  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseSummary(text)))
  })
})

describe('tags', () => {
  it('come out with what they hold', () => {
    expect(cutTags('a <b>1</b> c <b>2', ['b'])).toEqual({ rest: 'a  c <b>2', inner: ['1'] })
  })
  it('stay linear when a megabyte of them is left open', () => {
    const hostile = `</system-reminder>${'<system-reminder>'.repeat(60_000)}`
    expect(cutTags(hostile, ['system-reminder']).rest).toBe(hostile)
  })
})
