import { expect, test } from 'vitest'
import type { Event } from '../read/events.ts'
import { openDesk, request, step } from '../../../../daypack-testing/src/desk.ts'
import { renderGuide, savedOutputs } from './guide.ts'
import { withoutPolls } from './polls.ts'

test('the guide names each day file with its lines and messages, and outputs kept apart', () => {
  const places = [
    { session: 's', file: 'day-1', line: 3, seq: 5 },
    { session: 's', file: 'day-1', line: 9, seq: 2 },
    { session: 's', file: 'day-2', line: 1, seq: 9 },
  ] as const
  const next = (seq: number): number => seq + 1
  expect(renderGuide(places, next, [{ ref: 'a', path: 'blobs/a', what: 'Bash, 9 bytes' }], 'read')).toBe(
    [
      'The folded dialog is kept whole, one JSON message a line, oldest first. Read it with `read`, from the end backwards:',
      '- day-1 lines 3-9: messages 3-6',
      '- day-2 lines 1-1: messages 10-10',
      'Long outputs kept apart:',
      '- blobs/a: Bash, 9 bytes',
    ].join('\n'),
  )
  expect(renderGuide(places.slice(2), next, [], '', true)).toBe(
    'Read it, from the end backwards:\n- day-2 lines 1-1: messages 10-10',
  )
  expect(renderGuide([], next, [], '')).toBe('')
})

test('a call that waited for nothing is not told, nor the words before it that say nothing', () => {
  const event = (seq: number, kind: Event['kind'], head: string, text = ''): Event => ({
    seq,
    kind,
    head,
    text,
    cut: 'output',
    changed: [],
  })
  const poll = 'write_stdin session_id: 1'
  const told = withoutPolls([
    event(1, 'agent', '', 'Waiting.'),
    event(1, 'command', poll),
    event(2, 'agent', '', 'It took 5 minutes.'),
    event(2, 'command', poll),
    event(3, 'command', poll, 'done'),
    event(4, 'agent', '', 'Waiting.'),
    event(5, 'command', poll),
    event(6, 'agent', '', 'and so on '.repeat(30)),
    event(6, 'command', poll),
    event(7, 'user', '', 'Wait.'),
    event(7, 'command', poll),
    event(8, 'command', '$ true'),
  ])
  expect(told.map(({ seq, kind }) => `${seq} ${kind}`)).toEqual([
    '2 agent',
    '3 command',
    '4 agent',
    '6 agent',
    '7 user',
    '8 command',
  ])
})

test('outputs kept apart are the four newest of what is folded, but for what was read', async () => {
  const desk = openDesk({ inlineMaxBytes: 10 })
  const long = (tool: string, output = `${tool} `.repeat(9)) => ({ tool, input: {}, output })
  await desk.say(
    ...step(long('zero'), long('one')),
    ...step(long('two'), long('short', 'short'), long('Read')),
    ...step(long('three'), long('four')),
    request('So far.'),
    ...step(long('five')),
  )
  const told = (covered: (number: number) => boolean) =>
    savedOutputs(desk.view, desk.context(), covered).map(({ what }) => what)
  expect(told((number) => number < 8)).toEqual([
    'three, 54 bytes, of [6]',
    'four, 45 bytes, of [6]',
    'two, 36 bytes, of [4]',
    'zero, 45 bytes, of [2]',
  ])
  expect(told((number) => number > 6)).toEqual(['five, 45 bytes, of [9]'])
})
