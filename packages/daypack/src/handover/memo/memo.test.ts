import { describe, expect, test } from 'vitest'
import { answer, request, step } from '../../../../daypack-testing/src/desk.ts'
import type { Message } from '../../model/message.ts'
import { LOGIN } from '../../../test/seeds/login.ts'
import { gather } from '../read/evidence.ts'
import en from '../text/cues/en.json' with { type: 'json' }
import { memoOf } from './memo.ts'

const edit = (file: string) => step({ tool: 'edit', input: { file_path: file, old: 'a', new: 'b' }, output: 'Edited.' })

describe('a memo without a model', () => {
  test('on a coding session no plain request is a constraint or a decision', () => {
    const { constraints, decisions } = memoOf(
      gather([
        request('Read docs/theme.md in full, then port user-message-selector.ts.'),
        ...edit('src/user-message-selector.ts'),
        answer('It now uses the theme instead of chalk. Fixed the tests to pass a function rather than an object.'),
        request("alright, i think there's only one file left to fix up, tui-renderer.ts, please read it in full"),
        ...edit('src/tui-renderer.ts'),
        answer('This should remove the flicker when you switch themes, or at least most of it.'),
        request("ok, now we need to fix the test sources, i don't think the invalidate works"),
        ...edit('test/themes.ts'),
        answer('Should I add a token `mdLinkUrl` to the theme?'),
        request('yes, but never touch the light theme'),
        ...edit('src/theme.ts'),
        answer('Added.'),
        request('link text should be the same as accent. run the tests'),
      ]),
    ).sections
    expect(constraints).toEqual(['yes, but never touch the light theme'])
    expect(decisions).toEqual(['Should I add a token `mdLinkUrl` to the theme? → yes, but never touch the light theme'])
  })

  test('a short answer to what was found is a decision, the request after a report is none; only choices are essential', () => {
    const memo = memoOf(
      gather([
        request('Port the lock to Windows.'),
        answer('Before I begin: flock is not there, so something else has to hold the lock.'),
        request('Fine, thanks.'),
        answer('The build breaks on Windows: syscall.Flock does not exist.'),
        request('use a lock file library'),
        ...edit('src/lock.ts'),
        answer('The library is in, all tests pass.'),
        request('add a test for two processes'),
        answer('It can wait a second, or fail at once.'),
        request('fail at once'),
      ]),
    )
    expect(memo.sections.decisions).toEqual([
      'The build breaks on Windows: syscall.Flock does not exist. → use a lock file library',
      'It can wait a second, or fail at once. → fail at once',
    ])
    expect(memo.choices).toEqual(memo.sections.decisions.slice(1))
  })

  const broke = answer('It breaks there.')
  const lock = (more: number): string => `use a lock file ${'x'.repeat(more)}`
  test.each<[string, Message[], string[], number]>([
    [
      'a task after a report',
      [answer('In.'), ...edit('a'), answer('All is in.'), request('add a test for two')],
      [],
      0,
    ],
    [
      'a task after what was gone on from',
      [answer('It breaks.'), ...edit('a'), answer('All fails.'), request('use a lock')],
      [],
      0,
    ],
    ['a fact after a question', [answer('How many are there?'), request('twelve of them')], [], 0],
    [
      'a way of several',
      [answer('Shall I take tabs or blanks?'), request('tabs, please')],
      ['Shall I take tabs or blanks? → tabs, please'],
      1,
    ],
    [
      'a proposal taken up',
      [answer('I would take tabs.'), request('yes. And it is late.')],
      ['I would take tabs. → yes. And it is late.'],
      1,
    ],
    ['one that is asked about', [answer('I would take tabs.'), request('yes? Is it late?')], [], 0],
    ['an order in 159 characters', [broke, request(lock(143))], [`It breaks there. → ${lock(143)}`], 0],
    ['and in 160', [broke, request(lock(144))], [], 0],
    [
      'what was found by a look, by itself',
      [...step({ tool: 'Read', input: { file_path: 'a' }, output: 'x' }), broke, request('use a lock')],
      ['use a lock'],
      0,
    ],
    ['an order to nothing that was said', [request('use a lock')], [], 0],
    [
      'a long proposal, told in 160 characters',
      [answer(`I would take ${'tabs '.repeat(40).trim()}.`), request('yes, tabs.')],
      [`I would take ${'tabs '.repeat(29)}… → yes, tabs.`],
      1,
    ],
    ['a report of the agent', [answer('I used tabs instead of blanks.')], [], 0],
    [
      'its reasons',
      [answer('I use tabs instead of blanks because they are wide.')],
      ['I use tabs instead of blanks because they are wide.'],
      1,
    ],
    ['its choice', [answer('We decided on tabs.')], ['We decided on tabs.'], 1],
  ])('what decides: %s', (_, messages, decisions, choices) => {
    const memo = memoOf(gather([request('Port the lock.'), answer('I will.'), request('Good start.'), ...messages]))
    expect([memo.sections.decisions, memo.choices.length]).toEqual([decisions, choices])
  })

  test('of a request the sentences that fit into 260 characters are its goal', () => {
    const goal = (more: number) =>
      memoOf(gather([request(`Build it for us all. ${'x'.repeat(more)}. More.`)])).sections.goal[0]?.length
    expect([goal(232), goal(233), goal(239)]).toEqual([260, 255, 26])
    const opening = `${'x'.repeat(255)}. Forget the page, instead build a tool.`
    expect(memoOf(gather([request(opening)])).sections.goal.map((one) => one.length)).toEqual([256])
  })

  test("the documents' login example stands in its sections", () => {
    const { sections, errors } = memoOf(gather(LOGIN))
    expect(sections.goal.join('\n')).toContain('Build a user login system')
    expect(sections.constraints.join('\n')).toMatch(/no frameworks[^]*argon2/)
    expect(sections.decisions.join('\n')).toContain('JWT over Sessions')
    expect(sections.next.join('\n')).toContain('password reset')
    expect(errors).toBe(1)
    expect(sections.context[0]).toContain('ECONNREFUSED')
  })

  test('no cue begins to read a word at each of its letters, which takes seconds on a line of 14,000', () => {
    for (const part of Object.values(en).flat()) expect(part).not.toMatch(/^\\w[+*{]/)
  })
})
