import { expect, test } from 'vitest'
import { byModel, DAY, log, setUp } from '../../../test/memory/consolidate-support.ts'
import { withoutMarks } from '../notes/source.ts'
import { addDays } from '../../model/day.ts'
import { isOver } from '../write/expiry.ts'

const shown = (text: string | undefined): string[] =>
  withoutMarks(text ?? '')
    .split('\n')
    .filter((line) => /^- |^#/.test(line))

test('an appointment that is over leaves the page; the log of its day has it still', async () => {
  const { run, memory, driver, clock } = await setUp({
    'memory/2026-11-14.md': log('Fact: The dentist is on November 18.', 'Fact: I live in Porto.'),
    'memory/2026-11-15.md': `${log('Fact: The dentist is on November 20.')}\n`,
  })
  await run()
  expect(await memory()).toContain('- The dentist is on November 20.')
  const before = await memory()
  clock.now += 3 * DAY
  expect((await run()).state).toBe('nothing-due')
  expect(await memory()).toBe(before)
  clock.now += 3 * DAY
  const { state, diff } = await run()
  expect(state).toBe('changed')
  expect(diff).toContain('-- The dentist is on November 20.')
  expect(shown(await memory())).toEqual(['# Memory', '## Facts', '- I live in Porto.'])
  expect((await driver.notes.read('memory/2026-11-15.md'))?.text).toContain('November 20')
  const after = await memory()
  expect((await run()).state).toBe('nothing-due')
  expect(await memory()).toBe(after)
})

test('an appointment that was over before its log was merged goes at the next merge', async () => {
  const { run, memory } = await setUp({ 'memory/2026-11-02.md': log('Fact: The dentist is on November 5.') })
  await run()
  expect(await memory()).toContain('dentist')
  expect((await run()).state).toBe('changed')
  expect(await memory()).not.toContain('dentist')
  expect((await run()).state).toBe('nothing-due')
})

test('a line without a source is a person’s own and stays, whatever its date', async () => {
  const page = '# Memory\n\n## Facts\n- The dentist is on November 3.\n- ~~The dentist is on November 1.~~\n'
  const { run, memory, clock } = await setUp({ 'MEMORY.md': page })
  clock.now += 60 * DAY
  await run()
  expect(await memory()).toBe(page)
})

test('what no longer holds stands at the end of the page, and leaves it after a month', async () => {
  const { run, memory, clock } = await setUp({
    'memory/2026-11-12.md': log('Fact: I live in Porto.'),
    'memory/2026-11-13.md': byModel('Fact: I live in Braga.', 'I live in Porto.'),
    'memory/2026-11-14.md': byModel('Fact: I live in Faro.', 'I live in Braga.'),
  })
  await run()
  const [porto, braga] = ['- ~~I live in Porto.~~', '- ~~I live in Braga.~~'].map(
    (line, at) => `${line} (until [2026-11-1${at + 3}](memory/2026-11-1${at + 3}.md#L1))`,
  )
  expect(shown(await memory())).toEqual(['# Memory', '## Facts', '- I live in Faro.', '## Earlier', porto, braga])
  clock.now += 28 * DAY
  await run()
  expect(shown(await memory()).slice(2, 5)).toEqual(['- I live in Faro.', '## Earlier', braga])
})

test('what is over is known by its day in six languages; birthdays, beginnings and what recurs hold on', () => {
  const over: readonly (readonly [string, string])[] = [
    ['I’m at the dentist on January 20 at 10.', '2026-01-20'],
    ['The offsite is until February 26 in Sintra.', '2026-02-26'],
    ['Farid is away until February 27.', '2026-02-27'],
    ['1月20号我要去看牙医。', '2026-01-20'],
    ['情人节活动2月14号开始，2月16号结束。', '2026-02-16'],
    ['Das Winterfest ist am 7. Februar im Bootshaus.', '2026-02-07'],
    ['Frau Demir ist bis 20. Februar im Urlaub.', '2026-02-20'],
    ['La revisión es el 3 de febrero.', '2026-02-03'],
    ['La réunion est le 3 février.', '2026-02-03'],
    ['面接は2月3日です。', '2026-02-03'],
    ['The audit is on 3 February 2026.', '2026-02-03'],
  ]
  for (const [text, day] of over)
    expect(
      [1, 2].map((after) => isOver(text, '2026-01-15', addDays(day, after))),
      text,
    ).toEqual([false, true])
  const holds = [
    'My daughter Mia’s birthday is on February 26.',
    'Lena starts as our frontend dev on February 2.',
    'Ayla hat am 26. Februar Geburtstag.',
    '我女儿的生日是2月20号。',
    'We have been on Postgres since February 2.',
    'The tax return is due every year on March 31.',
    'The company was founded on February 3, 1998.',
    'The outage was on January 3.',
    'The dentist is on January 20, and I am allergic to latex.',
    'I live in Porto.',
    'Rent is due on the 20th.',
    '誕生日は2月3日です。',
  ]
  for (const text of holds) expect(isOver(text, '2026-01-15', '2026-12-31'), text).toBe(false)
})
