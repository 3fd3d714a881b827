import { expect, test } from 'vitest'
import { answer, request, step } from '../../../../daypack-testing/src/desk.ts'
import type { Message } from '../../model/message.ts'
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
        input: { todos: [{ content: 'test src/http.ts, closeSocket, store.get', status: 'pending' }] },
        output: 'ok',
      }),
      request('Now mend loadUser.'),
    ]),
  )
  expect(
    ['loadUser', 'closeSocket', 'get', 'store', 'renderPage', 'parseToken', 'noSuchName'].map((one) =>
      rounded(focus.name(one)),
    ),
  ).toEqual([0.9, 0.9, 0.9, 0, 0.32, 0.31, 0])
})

const run = (output: string, more: object = {}): Message[] =>
  step({ tool: 'Bash', input: { command: 'npm test' }, output, ...more })

test('places count that failed or were found lately, for lines up to four away in a file that ends alike', () => {
  const focus = focusOf(
    gather([
      request('Mend it.'),
      ...run('src/auth/jwt.ts:40:3: error', { isError: true }),
      ...run('it was at lib/far.ts:7 so far\nerror: it is', { isError: true, input: { command: 'make' } }),
      ...step({ tool: 'Grep', input: { pattern: 'x' }, output: 'src/store.ts:12:x\nlib/store.ts:90:x' }),
    ]),
  )
  expect(
    (
      [
        ['src/auth/jwt.ts', 40, 40],
        ['src/auth/jwt.ts', 44, 60],
        ['src/auth/jwt.ts', 45, 60],
        ['src/auth/jwt.ts', 20, 36],
        ['src/auth/jwt.ts', 20, 35],
        ['/srv/app/src/auth/jwt.ts', 40, 40],
        ['jwt.ts', 40, 40],
        ['old/jwt.ts', 40, 40],
        ['src/store.ts', 10, 14],
        ['lib/store.ts', 10, 14],
        ['lib/far.ts', 7, 7],
        ['no.ts', 1, 99],
      ] as const
    ).map(([path, from, to]) => [path, from, to, rounded(focus.place(path, from, to))]),
  ).toEqual([
    ['src/auth/jwt.ts', 40, 40, 0.8],
    ['src/auth/jwt.ts', 44, 60, 0.8],
    ['src/auth/jwt.ts', 45, 60, 0],
    ['src/auth/jwt.ts', 20, 36, 0.8],
    ['src/auth/jwt.ts', 20, 35, 0],
    ['/srv/app/src/auth/jwt.ts', 40, 40, 0.8],
    ['jwt.ts', 40, 40, 0.8],
    ['old/jwt.ts', 40, 40, 0],
    ['src/store.ts', 10, 14, 0.2],
    ['lib/store.ts', 10, 14, 0],
    ['lib/far.ts', 7, 7, 0.8],
    ['no.ts', 1, 99, 0],
  ])
})

test('what failed counts no more once it went through, nor what lies fourteen events back', () => {
  const failed = run('src/auth/jwt.ts:40:3: error', { isError: true })
  const weight = (...then: Message[]): number =>
    focusOf(gather([request('Mend it.'), ...failed, ...then])).place('src/auth/jwt.ts', 40, 40)
  const other = (times: number): Message[] => Array.from({ length: times }, () => run('fine')).flat()
  expect([weight(), rounded(weight(...run('all passed'))), weight(...other(13)), weight(...other(14))]).toEqual([
    0.8, 0.2, 0.2, 0,
  ])
})
