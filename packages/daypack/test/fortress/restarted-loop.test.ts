import { expect, test } from 'vitest'
import { anthropic, type AnthropicRequest } from '../../src/codecs/anthropic/index.ts'
import type { Json, JsonObject } from '../../src/model/json.ts'
import { daypack } from '../../src/presets/daypack.ts'
import { validate } from '../../src/wire/validate.ts'
import { world } from '../engine/world.ts'
import { brokenThinking, ledger, noteReply } from '../wire/bound-thinking.ts'

type Content = { type: string; [key: string]: Json }[]

test.each([
  ['thinking stays on', 'claude-fable-5-1', false],
  ['thinking is switched on and off in between', 'claude-opus-4-5', true],
])('T-03: a loop that was restarted is sent in one form that every provider takes; %s', async (_, model, switches) => {
  const { session, clock } = await world({
    window: 12_000,
    tuning: { maxOutput: 500, passes: daypack().options.passes ?? [] },
  })
  const known = ledger()
  const messages: Json[] = [{ role: 'user', content: 'Mend the parser.' }]
  let restarts = 0
  let told = 0
  for (let step = 0; step < 24; step++) {
    // It thinks at the start and then only now and then, as recorded models do.
    const thinks = (at: number) => at % 9 === 0
    const isOn = !switches || step === 0 || thinks(step - 1)
    const request = {
      model,
      max_tokens: 500,
      ...(isOn && { thinking: { type: 'enabled', budget_tokens: 1_024 } }),
      tools: [{ name: 'read', input_schema: { type: 'object' } }],
      messages: structuredClone(messages),
    } as unknown as AnthropicRequest
    const sent = await session.prepare(anthropic, request)
    expect(sent.violations).toEqual([])
    expect(validate(anthropic, sent.request)).toEqual([])
    expect(brokenThinking(known, sent.request as JsonObject)).toEqual([])
    if (sent.request.messages.length === 1 && step > 0) restarts++
    if (JSON.stringify(sent.request.messages).includes('(called read with')) told++
    const content: Content = [
      ...(thinks(step) ? [{ type: 'thinking', thinking: `step ${step}`, signature: `signed-${step}` }] : []),
      { type: 'tool_use', id: `toolu_${step}`, name: 'read', input: { path: `src/${step}.ts` } },
    ]
    noteReply(known, sent.request as JsonObject, content)
    await session.record(anthropic, { content })
    const result = {
      type: 'tool_result',
      tool_use_id: `toolu_${step}`,
      content: `line ${step} of a file. `.repeat(150),
    }
    messages.push({ role: 'assistant', content }, { role: 'user', content: [result] })
    clock.now += 20_000
  }
  expect(restarts).toBeGreaterThan(0)
  expect(told).toBeGreaterThan(0)
})
