import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codecSuite } from '../../../../daypack-testing/src/codec-suite.ts'
import { openaiAgents, type AgentsRequest } from './index.ts'

const runs = Number(process.env['DAYPACK_RUNS'] ?? 100)
const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

const text = fc.string({ unit: 'grapheme' })
const providerData = fc.constantFrom({}, { providerData: { model: 'x', odd: [1] } })
const part = fc.oneof(
  fc.record({ type: fc.constant('input_text'), text }),
  fc.record({ type: fc.constant('input_text'), text, promptCacheBreakpoint: fc.constant({ mode: 'explicit' }) }),
  fc.constant({ type: 'input_image', image: 'data:image/png;base64,iVBORw0K', detail: 'low' }),
  fc.constant({ type: 'input_image', image: 'https://example.org/a.png' }),
  fc.constant({ type: 'input_image', image: { id: 'file-1' } }),
  fc.constant({ type: 'input_file', file: { url: 'https://example.org/a.pdf' } }),
)
const user = fc.oneof(
  fc.record({ role: fc.constant('user'), content: fc.oneof(text, fc.array(part)) }),
  fc.record({ type: fc.constant('message'), role: fc.constantFrom('user', 'system'), content: text, id: text }),
)
const said = fc
  .tuple(
    fc.array(
      fc.oneof(fc.record({ type: fc.constant('output_text'), text }), fc.constant({ type: 'refusal', refusal: 'no' })),
      { maxLength: 2 },
    ),
    providerData,
  )
  .map(([content, extra]) => ({ type: 'message', role: 'assistant', status: 'completed', content, ...extra }))
const reasoning = fc.constant({ type: 'reasoning', id: 'rs_1', content: [], providerData: { encrypted_content: 'x' } })
const image = fc.constant({ type: 'image', image: { data: 'AQI=', mediaType: 'image/png' } })
const output = fc.oneof(text, fc.record({ type: fc.constant('text'), text }), fc.array(part), image)
const step = fc
  .tuple(
    fc.array(fc.oneof(said, reasoning)),
    fc.array(
      fc.tuple(
        fc.oneof(
          fc.jsonValue().map((value) => JSON.stringify(value)),
          text,
        ),
        output,
        providerData,
      ),
      { minLength: 1, maxLength: 3 },
    ),
    fc.nat(1e6),
  )
  .map(([lead, calls, n]) => [
    ...lead,
    ...calls.map(([args, , extra], at) => ({
      type: 'function_call',
      callId: `c${n}-${at}`,
      name: 't',
      status: 'completed',
      arguments: args,
      ...extra,
    })),
    ...calls.map(([, result], at) => ({
      type: 'function_call_result',
      name: 't',
      callId: `c${n}-${at}`,
      status: 'completed',
      output: result,
    })),
  ])
const input = fc
  .array(
    fc.oneof(
      user.map((item) => [item]),
      step,
      fc.constant([{ type: 'hosted_tool_call', name: 'web', status: 'done' }]),
    ),
    { maxLength: 6 },
  )
  .map((groups) => groups.flat())

codecSuite({
  codec: openaiAgents,
  requests: [],
  arb: input.map((items): AgentsRequest => ({ input: items })),
  bare: { input: [] },
})

test('identity: untouched items are the very same objects, and rebuilt ones equal', () => {
  fc.assert(
    fc.property(input, (items) => {
      const request: AgentsRequest = { input: items, instructions: 'Be kind.' }
      const { messages } = openaiAgents.decode(request)
      expect(
        openaiAgents.encode({ messages: messages.map((message, source) => ({ ...message, source })) }, request),
      ).toBe(request)
      expect(openaiAgents.encode({ messages: stored(messages) }, request)).toEqual(request)
    }),
    { numRuns: runs },
  )
})
