import { anthropic } from '../../src/codecs/anthropic/index.ts'
import { describe, expect, test } from 'vitest'
import { codecsByWire } from '../../../daypack-testing/test/wire-arbitraries.ts'
import { identity } from '../../../daypack-testing/src/codec-suite.ts'
import { validate } from '../../src/wire/validate.ts'
import { NO_DATA, sharedData } from '../shared-data.ts'
import { recordings } from './recordings.ts'

const data = sharedData()

describe.skipIf(!data)(`recorded requests and replies${data ? '' : `: ${NO_DATA}`}`, () => {
  const all = data ? recordings(data) : []

  test('there are recordings of every wire', () => {
    const counts = Object.groupBy(all, ({ wire }) => wire)
    expect(Object.keys(counts).toSorted()).toEqual(['anthropic', 'gemini', 'openai-chat', 'openai-responses'])
    expect(all.length).toBeGreaterThan(100)
  })

  test.each([...new Set(all.map(({ wire }) => wire))])(
    'every request on the wire %s comes out as it went in',
    (wire) => {
      for (const { name, request } of all.filter((one) => one.wire === wire))
        expect(() => identity(codecsByWire[wire], request), name).not.toThrow()
    },
  )

  test('what was sent to Anthropic and taken breaks none of its rules', () => {
    const sent = all.filter(({ name, wire }) => wire === 'anthropic' && name.includes('.yaml'))
    expect(sent.length).toBeGreaterThan(20)
    for (const { name, request } of sent)
      expect([name, validate(anthropic, request).filter(({ level }) => level === 'error')]).toEqual([name, []])
  })

  test('a reply and the answer to it break no rule of Anthropic', () => {
    const replied = all.filter(({ name, wire }) => wire === 'anthropic' && !name.includes('.yaml'))
    for (const { name, request } of replied) {
      // A reply may go on where the one before it stopped: its hosted results then have their calls there.
      const found = validate(anthropic, request).filter(({ rule }) => rule !== 'A-07')
      expect([name, found]).toEqual([name, []])
    }
  })
})
