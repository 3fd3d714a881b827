import { user, type Fixtures } from './fixture.ts'

const ask = (input: unknown, more: object = {}) => ({ request: { model: 'gpt-5.2', input, ...more } })
const reason = (id: string, sealed: string | undefined = 'gAAA') => ({
  type: 'reasoning',
  id,
  summary: [],
  ...(sealed ? { encrypted_content: sealed } : {}),
})
const run = (id: string, more: object = {}) => ({
  type: 'function_call',
  call_id: id,
  name: 'f',
  arguments: '{}',
  ...more,
})
const out = (id: string, type = 'function_call_output') => ({ type, call_id: id, output: 'ok' })
const said = { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'y' }] }

export const responsesFixtures: Fixtures = {
  'R-01': {
    accepts: [
      ask([user('x'), reason('rs_1'), run('1'), out('1')]),
      ask([user('x'), reason('rs_1'), reason('rs_2'), said]),
      ask([user('x'), reason('rs_1'), { type: 'web_search_call', id: 'ws_1' }]),
    ],
    rejects: [
      {
        ...ask([user('x'), reason('rs_1')]),
        says: "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
      },
      { ...ask([user('x'), reason('rs_1'), user('y')]), says: 'without its required following item' },
      { ...ask([user('x'), run('1'), reason('rs_2'), out('1')]), says: "Item 'rs_2'" },
    ],
  },
  'R-03': {
    accepts: [
      ask([user('x'), run('1'), run('2'), out('1'), out('2')]),
      ask([out('1')], { previous_response_id: 'resp_1' }),
      ask([
        user('x'),
        { type: 'custom_tool_call', call_id: '1', name: 'g', input: '' },
        out('1', 'custom_tool_call_output'),
      ]),
      ask('x'),
    ],
    rejects: [
      { ...ask([user('x'), out('1')]), says: 'No tool call found for function call output with call_id 1' },
      { ...ask([user('x'), run('1')]), says: 'No tool output found for function call 1' },
      { ...ask([user('x'), out('1'), run('1')]), says: 'No tool call found for function call output with call_id 1' },
      {
        ...ask([user('x'), { type: 'custom_tool_call', call_id: '1', name: 'g', input: '' }]),
        says: 'No tool output found for custom tool call 1',
      },
    ],
  },
  'R-04': {
    accepts: [
      ask([user('x'), run('x'.repeat(64)), out('x'.repeat(64))]),
      ask([user('x'), run('1'), out('1')]),
      ask([user('x'.repeat(99))]),
    ],
    rejects: [
      {
        ...ask([user('x'), run('x'.repeat(65)), out('x'.repeat(65))]),
        says: "Invalid 'input[1].call_id': string too long. Expected a string with maximum length 64",
      },
      { ...ask([out('y'.repeat(80))], { previous_response_id: 'r' }), says: "Invalid 'input[0].call_id'" },
      { ...ask([user('x'), run('z'.repeat(100)), out('z'.repeat(100))]), says: 'with length 100 instead' },
    ],
  },
  'R-05': {
    accepts: [
      ask([user('x'), reason('rs_1'), said], { store: false }),
      ask([{ type: 'item_reference', id: 'msg_1' }, user('x')]),
      ask([user('x'), { ...reason('rs_1', ''), id: undefined }, said], { store: false }),
    ],
    rejects: [
      {
        ...ask([user('x'), reason('rs_1', ''), said], { store: false }),
        says: "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false.",
      },
      {
        ...ask([{ type: 'item_reference', id: 'msg_9' }, user('x')], { store: false }),
        says: "Item with id 'msg_9' not found",
      },
      { ...ask([user('x'), { ...reason('rs_2'), encrypted_content: null }, said], { store: false }), says: "'rs_2'" },
    ],
  },
  'R-06': {
    accepts: [
      {
        ...ask([out('1')], { previous_response_id: 'r' }),
        options: { original: ask([out('1')], { previous_response_id: 'r' }).request },
      },
      { ...ask([user('short')]), options: { original: ask([user('long')]).request } },
      { ...ask([user('x')], { conversation: 'c' }) },
    ],
    rejects: [
      {
        ...ask([user('short')], { previous_response_id: 'r' }),
        options: { original: ask([user('long')], { previous_response_id: 'r' }).request },
        says: 'must be passed through untouched',
      },
      {
        ...ask([], { conversation: 'c' }),
        options: { original: ask([user('x')], { conversation: 'c' }).request },
        says: 'held by the server',
      },
      {
        ...ask([user('y')]),
        options: { original: ask([{ type: 'item_reference', id: 'm' }, user('x')]).request },
        says: 'untouched',
      },
    ],
  },
}
