import type { Fixtures } from './fixture.ts'

const ask = (contents: unknown[], model = 'gemini-2.5-pro') => ({ request: { model, contents } })
const user = (...parts: unknown[]) => ({ role: 'user', parts })
const model = (...parts: unknown[]) => ({ role: 'model', parts })
const say = (text: string) => ({ text })
const call = (name = 'f', more: object = {}) => ({ functionCall: { name, args: {} }, ...more })
const answer = (name = 'f') => ({ functionResponse: { name, response: { output: 'ok' } } })
const signed = { thoughtSignature: 's' }
const strict = { strict: true }

export const geminiFixtures: Fixtures = {
  'G-01': {
    accepts: [
      ask([user(say('x')), model(call()), user(answer())]),
      ask([user(say('x')), model(call()), user(answer()), model(call()), user(answer())]),
      ask([user(say('x')), model(say('y')), user(say('z'))]),
    ],
    rejects: [
      {
        ...ask([model(call()), user(answer())]),
        says: 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
      },
      {
        ...ask([user(say('x')), model(say('y')), model(call()), user(answer())]),
        says: 'function call turn comes immediately after a user turn',
        also: ['G-05'],
      },
      {
        ...ask([
          user(say('x')),
          model(call()),
          user(answer()),
          model(say('a')),
          model(say('b'), call()),
          user(answer()),
        ]),
        says: 'after a function response turn',
        also: ['G-05'],
      },
    ],
  },
  'G-02': {
    accepts: [
      ask([user(say('x')), model(call(), call()), user(answer(), answer())]),
      ask([user(say('x')), model(call()), user(answer()), user(say('y'))]),
      ask([user(say('x'))]),
    ],
    rejects: [
      {
        ...ask([user(say('x')), model(call(), call()), user(answer())]),
        says: 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
      },
      { ...ask([user(say('x')), model(call()), user(say('never mind'))]), says: 'number of function response parts' },
      { ...ask([user(answer())]), says: 'number of function response parts' },
      {
        ...ask([user(say('x')), model(call()), user(answer(), answer())]),
        says: 'is equal to the number of function call parts',
      },
    ],
  },
  'G-03': {
    accepts: [
      { ...ask([user(say('x')), model(call()), user(answer())]), options: strict },
      ask([user(say('x')), model(call()), user(answer(), { inlineData: { mimeType: 'image/png', data: 'x' } })]),
      { ...ask([user(say('x'), say('y'))]), options: strict },
    ],
    rejects: [
      {
        ...ask([user(say('x')), model(call()), user(answer(), say('y'))]),
        options: strict,
        says: 'cannot be mixed with text parts',
      },
      {
        ...ask([user(say('x')), model(call()), user(say('y'), answer())]),
        options: strict,
        says: 'function response parts',
      },
      { ...ask([user(say('x')), model(call()), user(answer(), say('y'))]), says: 'cannot be mixed' },
    ],
  },
  'G-04': {
    accepts: [
      ask([user(say('x'))]),
      ask([user(say('x')), model({ text: '', ...signed }), user(say('y'))]),
      ask([user({ inlineData: { mimeType: 'image/png', data: 'x' } })]),
    ],
    rejects: [
      { ...ask([]), says: 'Model input cannot be empty.' },
      { ...ask([user()]), says: 'contents.parts must not be empty' },
      { ...ask([{ role: 'user' }]), says: 'contents.parts must not be empty' },
      { ...ask([user(say('x'), say(''))]), says: 'must include at least one parts field' },
    ],
  },
  'G-05': {
    accepts: [
      { ...ask([user(say('x')), model(say('y')), user(say('z'))]), options: strict },
      ask([{ parts: [say('x')] }]),
      ask([user(say('x'))]),
    ],
    rejects: [
      { ...ask([{ role: 'assistant', parts: [say('x')] }]), says: 'Please use a valid role: user, model.' },
      {
        ...ask([user(say('x')), model(say('y'))]),
        options: strict,
        says: 'Requests ending with a model turn are not supported.',
      },
      { ...ask([user(say('x')), user(say('y'))]), options: strict, says: 'alternate between user and model' },
      { ...ask([user(say('x')), user(say('y'))]), says: 'alternate between user and model' },
    ],
  },
  'G-06': {
    accepts: [
      ask([user(say('x')), model(call('f', signed), call()), user(answer(), answer())], 'gemini-3-pro'),
      ask([user(say('x')), model(call()), user(answer())]),
      ask([user(say('x')), model(call()), user(answer()), model(say('y')), user(say('z'))], 'gemini-3-pro'),
      ask([user(say('x')), model(call('f', signed)), user(answer())], 'gemini-3-pro'),
    ],
    rejects: [
      {
        ...ask([user(say('x')), model(call()), user(answer())], 'gemini-3-pro'),
        says: 'Function call is missing a thought_signature in functionCall parts',
      },
      {
        ...ask(
          [user(say('x')), model(call('f', signed)), user(answer()), model(call('g')), user(answer('g'))],
          'gemini-3.1-flash',
        ),
        says: 'function call `g`, position 3',
      },
      {
        ...ask([user(say('x')), model(call('h'), call('f', signed)), user(answer('h'), answer())], 'gemini-3-pro'),
        says: 'function call `h`, position 1',
      },
    ],
  },
  'G-07': {
    accepts: [
      ask([user(say('x'))]),
      { ...ask([user(say('x'))]), options: { bytes: 20 * 1024 * 1024 } },
      ask([user(...Array.from({ length: 3600 }, () => ({ inlineData: { mimeType: 'image/png', data: 'x' } })))]),
    ],
    rejects: [
      {
        ...ask([user(say('x'))]),
        options: { bytes: 20 * 1024 * 1024 + 1 },
        says: 'Request payload size exceeds the limit',
      },
      {
        ...ask([user(...Array.from({ length: 3601 }, () => ({ inlineData: { mimeType: 'image/png', data: 'x' } })))]),
        says: 'too many images: 3601',
      },
      { ...ask([user(say('x'.repeat(21 * 1024 * 1024)))]), says: '20971520 bytes' },
    ],
  },
}
