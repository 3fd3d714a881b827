import { describe, expect, test } from 'vitest'
import { anthropic } from '../../src/codecs/anthropic/index.ts'
import { anthropicCollector } from '../../src/hosts/support/collect.ts'
import { isObject, type JsonObject } from '../../src/model/json.ts'
import { NO_DATA, sharedData } from '../shared-data.ts'
import { streams } from './recordings.ts'

const data = sharedData()
const collected = (events: readonly JsonObject[]) => {
  const collector = anthropicCollector()
  for (const event of events) collector.event(event)
  return collector.response()
}

describe.skipIf(!data)(`recorded streams of Anthropic${data ? '' : `: ${NO_DATA}`}`, () => {
  const all = data ? streams(data).filter(({ name }) => name.startsWith('anthropic')) : []

  test.each(all)('$name adds up to a reply with a bill', ({ events }) => {
    const response = collected(events)
    const reply = anthropic.reply(response as never)
    expect(reply.messages).toHaveLength(1)
    expect(reply.billed?.input).toBeGreaterThanOrEqual(0)
  })

  // A-25: a stream without its last event is cut, whatever it already said.
  test.each(all)('$name is no reply while it is cut', ({ events }) => {
    const end = events.findIndex((event) => event['type'] === 'message_stop')
    for (let cut = 0; cut < end; cut++) expect(collected(events.slice(0, cut))).toBeUndefined()
  })

  test('where a stream starts over, only what came last counts', () => {
    const spliced = all.find(({ name }) => name.includes('spliced'))
    const content = collected(spliced?.events ?? [])?.['content']
    expect(content).toMatchObject([
      { type: 'thinking', signature: 'sig-second' },
      { type: 'tool_use', id: 'toolu_second' },
    ])
    expect(Array.isArray(content) && isObject(content[1]) && isObject(content[1]['input'])).toBe(true)
  })
})
