// Who said what in which turn, and what stood around it: what the sections of a memo go by.
import { expect, test } from 'vitest'
import { answer, request, step } from '../../../../daypack-testing/src/desk.ts'
import type { Message } from '../../model/message.ts'
import { gather } from '../read/evidence.ts'
import { talkOf } from './statements.ts'

const edit = step({ tool: 'edit', input: { file_path: 'a.ts', old: 'a', new: 'b' }, output: 'Edited.' })
const read = step({ tool: 'Read', input: { file_path: 'a.ts' }, output: 'one\ntwo' })
const fails = step({
  tool: 'Bash',
  input: { command: 'npm test' },
  output: 'Exit code 1\nError: it is red',
  isError: true,
})
const talk = (...parts: (Message | Message[])[]) => talkOf(gather(parts.flat()).timeline)
const texts = (...parts: (Message | Message[])[]) => talk(...parts).sentences.map(({ text }) => text)

test('each sentence by itself, with its turn and its place; small talk is left out', () => {
  const { sentences, first, last } = talk(
    request('Mend the login. It fails on Mondays.'),
    answer('I look at the clock.'),
    request('ok'),
    answer('The clock was wrong.'),
    request('Now the page.'),
  )
  expect(sentences.map(({ by, turn, place, text }) => [by, turn, place, text])).toEqual([
    ['user', 1, 0, 'Mend the login.'],
    ['user', 1, 1, 'It fails on Mondays.'],
    ['agent', 1, 0, 'I look at the clock.'],
    ['agent', 2, 0, 'The clock was wrong.'],
    ['user', 3, 0, 'Now the page.'],
  ])
  expect([first, last]).toEqual([1, 3])
  expect([talk().first, talk().last]).toEqual([0, 0])
})

test('code, tables, quotes, headings and what leads to a list are not said', () => {
  expect(
    texts(
      request(
        '# Heading\n> quoted words\n| a | table |\n---\n- **Bold** item one\n2. item two\nAs follows:\n```\ncode here\n```\nThe«quoted part»end.',
      ),
    ),
  ).toEqual(['Bold item one', 'item two', 'The end.'])
})

test('no sentence has one letter, and of 20,000 characters the rest is not read', () => {
  expect(texts(request(`x\n${'y'.repeat(19_990)}. So it is.`)).map((text) => text.length)).toEqual([19_991, 5])
})

test('a question is one by its mark, or by how the user puts it', () => {
  const asks = (...parts: (Message | Message[])[]) => talk(...parts).sentences.map((one) => one.asks)
  expect(asks(request('Is the clock right? Mend the clock.'), answer('Should it be red (or blue?)'))).toEqual([
    true,
    false,
    true,
  ])
})

test('how the last call before a sentence came out', () => {
  const behind = (...calls: Message[][]) =>
    talk(request('Mend the clock.'), ...calls, answer('Said behind it.')).sentences.at(-1)?.behind
  expect([behind(), behind(edit), behind(read), behind(fails), behind(edit, read), behind(read, edit)]).toEqual([
    'nothing',
    'change',
    'look',
    'failure',
    'change',
    'change',
  ])
})

test('a look that failed is no failure, a command that went well is a change, and who speaks first begins anew', () => {
  const ls = step({ tool: 'Bash', input: { command: 'ls nope' }, output: 'ls: nope: No such file', isError: true })
  const make = step({ tool: 'Bash', input: { command: 'make' }, output: '[exit code 0]\nmade' })
  const book = step({ tool: 'book_room', input: { id: 'a' }, output: '{"ok":1}' })
  const behind = (...parts: (Message | Message[])[]) =>
    talk(request('Mend the clock.'), ...parts).sentences.at(-1)?.behind
  const said = answer('Said behind it.')
  expect([
    behind(ls, said),
    behind(fails, make, said),
    behind(book, said),
    behind(edit, fails, said),
    behind(edit, said, answer('And more.')),
    behind(edit, request('Now the page.')),
  ]).toEqual(['solved', 'change', 'change', 'failure', 'nothing', 'nothing'])
})

test('what was said is followed when a call comes before the user speaks again', () => {
  const followed = (...parts: (Message | Message[])[]) => talk(...parts).sentences.map((one) => one.isFollowed)
  expect(followed(request('Mend the clock.'), answer('I will look at it.'), read)).toEqual([true, true])
  expect(followed(request('Mend the clock.'), answer('I will look at it.'), request('Now the page.'), read)).toEqual([
    false,
    false,
    true,
  ])
})

test('what stood before a turn is what the agent said last in the one before', () => {
  const said = talk(
    request('Mend the clock.'),
    answer('First words.'),
    read,
    answer('Last words of the first turn. And there is more to say of it.'),
    request('Now the page.'),
  )
  expect([
    said.before(2).map(({ text }) => text),
    said.before(1),
    said.request(2).map(({ text }) => text),
    said.request(9),
  ]).toEqual([['Last words of the first turn.', 'And there is more to say of it.'], [], ['Now the page.'], []])
})
