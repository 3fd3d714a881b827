import { expect, test } from 'vitest'
import { answer, request, step } from '../../../../daypack-testing/src/desk.ts'
import { gather } from '../read/evidence.ts'
import { focusOf } from './focus.ts'

const rounded = (value: number): number => Math.round(value * 100) / 100

test('a name counts by how lately it was said, and one of what comes next counts most', () => {
  const focus = focusOf(
    gather([
      request('Look at parseToken and at renderPage.'),
      answer('renderPage calls loadUser.'),
      ...Array.from({ length: 20 }, () => step({ tool: 'Bash', input: { command: 'ls' }, output: 'a.md' })).flat(),
      ...step({
        tool: 'TodoWrite',
        input: { todos: [{ content: 'test src/http.ts, closeSocket', status: 'pending' }] },
        output: 'ok',
      }),
      request('Now mend loadUser.'),
    ]),
  )
  expect(
    ['loadUser', 'closeSocket', 'renderPage', 'parseToken', 'noSuchName'].map((one) => rounded(focus.name(one))),
  ).toEqual([0.9, 0.9, 0.32, 0.31, 0])
})
