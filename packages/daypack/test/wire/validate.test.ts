import { describe, expect, test } from 'vitest'
import { codecsByWire } from '../../../daypack-testing/test/wire-arbitraries.ts'
import type { WireName } from '../../../daypack-testing/test/wire-extras.ts'
import { anthropicFixtures } from './anthropic.fixtures.ts'
import type { Fixture, Fixtures, Rejected } from './fixture.ts'
import { geminiFixtures } from './gemini.fixtures.ts'
import { chatFixtures } from './openai-chat.fixtures.ts'
import { responsesFixtures } from './openai-responses.fixtures.ts'

const tables: { readonly [W in WireName]: Fixtures } = {
  anthropic: anthropicFixtures,
  'openai-chat': chatFixtures,
  'openai-responses': responsesFixtures,
  gemini: geminiFixtures,
}

describe.each(Object.entries(tables) as [WireName, Fixtures][])('%s', (wire, fixtures) => {
  const { rules } = codecsByWire[wire]
  const all = () => true
  const found = ({ request, options }: Fixture, keep: (id: string) => boolean) =>
    rules?.check(request, options ?? {}, keep) ?? []
  const accepted = (fixture: Fixture, keep: (id: string) => boolean) =>
    found(fixture, keep).filter(({ level }) => level === 'error')
  const broken = (fixture: Fixture, keep: (id: string) => boolean) =>
    [...new Set(found(fixture, keep).map(({ rule }) => rule))].toSorted()
  const expected = (rule: string, fixture: Rejected) => [rule, ...(fixture.also ?? [])].toSorted()

  test('every rule has three cases the provider takes and three it rejects', () => {
    expect(Object.keys(fixtures).toSorted()).toEqual([...(rules?.ids ?? [])].toSorted())
    for (const [rule, { accepts, rejects }] of Object.entries(fixtures)) {
      expect({ rule, accepts: accepts.length >= 3, rejects: rejects.length >= 3 }).toEqual({
        rule,
        accepts: true,
        rejects: true,
      })
    }
  })

  test.each(Object.entries(fixtures))('%s takes what is right', (rule, { accepts }) => {
    for (const fixture of accepts) {
      expect(accepted(fixture, all)).toEqual([])
      expect(broken(fixture, all)).not.toContain(rule)
    }
  })

  test.each(Object.entries(fixtures))('%s says what the provider would', (rule, { rejects }) => {
    for (const fixture of rejects) {
      expect(broken(fixture, all)).toEqual(expected(rule, fixture))
      const own = found(fixture, all).filter((violation) => violation.rule === rule)
      expect(own.map(({ text }) => text).join('\n')).toContain(fixture.says)
    }
  })

  test.each(Object.keys(fixtures))('without %s a case fails', (rule) => {
    const keep = (id: string) => id !== rule
    const rejects = fixtures[rule]?.rejects ?? []
    const missed = rejects.filter((fixture) => broken(fixture, keep).join() !== expected(rule, fixture).join())
    expect(missed.length).toBeGreaterThan(0)
  })

  test('rules of weak evidence only warn', () => {
    for (const rule of ['C-07', 'G-07'].filter((id) => id in fixtures)) {
      for (const fixture of fixtures[rule]?.rejects ?? [])
        expect(found(fixture, (id) => id === rule).every(({ level }) => level === 'warning')).toBe(true)
    }
  })
})

test('there are enough cases', () => {
  const count = Object.values(tables)
    .flatMap((table) => Object.values(table))
    .reduce((sum, { accepts, rejects }) => sum + accepts.length + rejects.length, 0)
  expect(count).toBeGreaterThanOrEqual(260)
})
