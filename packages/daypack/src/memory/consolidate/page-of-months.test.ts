import { expect, test } from 'vitest'
import { byModel, DAY, log, setUp } from '../../../test/memory/consolidate-support.ts'
import { withoutMarks } from '../notes/source.ts'

const shown = (text: string | undefined): string[] =>
  withoutMarks(text ?? '')
    .split('\n')
    .filter((line) => line.startsWith('- '))

test('a word that only means something on its day has that day behind it, in the language of the page', async () => {
  const rows = [
    ['Fact: Our stand-up is now at 9:30.', '- Our stand-up is now at 9:30. (as of 2026-11-14)'],
    ['Fact: Unser Training ist jetzt donnerstags um 19 Uhr.', '(Stand 2026-11-14)'],
    ['Fact: 公众号现在由小陈管。', '(2026-11-14 记)'],
    ['Fact: Nuestro horario es ahora de nueve a dos.', '(al 2026-11-14)'],
    ['Fact: 受付は現在山田さんが担当しています。', '(2026-11-14 時点)'],
    ['Fact: Nous sommes maintenant dix dans notre équipe.', '(au 2026-11-14)'],
  ] as const
  for (const [said, line] of rows) {
    const { run, memory } = await setUp({ 'memory/2026-11-14.md': log(said) })
    await run()
    expect((await memory()) ?? '', said).toContain(line)
  }
})

test('from now on needs no day', async () => {
  const { run, memory } = await setUp({
    'memory/2026-11-14.md': log(
      'Preference: From now on answer in English.',
      'Preference: Ab jetzt bitte immer per Du.',
      'Preference: 以后都用中文回答。',
    ),
  })
  await run()
  expect(await memory()).not.toMatch(/as of|Stand|记\)/)
})

test('the day behind a line is no part of what it says: said again it is confirmed, and the next change finds it', async () => {
  const { run, memory, put, clock } = await setUp({ 'memory/2026-11-14.md': log('Fact: Our stand-up is now at 9:30.') })
  await run()
  await put('memory/2026-11-16.md', log('Fact: Our stand-up is now at 9:30.'))
  clock.now += DAY
  await run()
  expect(shown(await memory())).toEqual(['- Our stand-up is now at 9:30. (as of 2026-11-16)'])
  await put('memory/2026-11-17.md', byModel('Fact: Our stand-up is at 10:15.', 'Our stand-up is now at 9:30.'))
  clock.now += DAY
  await run()
  expect(shown(await memory())).toEqual([
    '- Our stand-up is at 10:15.',
    '- ~~Our stand-up is now at 9:30.~~ (until [2026-11-17](memory/2026-11-17.md#L1))',
  ])
})

test('what only opens and closes a sentence is left off the line; the log keeps the whole', async () => {
  const { run, memory, driver } = await setUp({
    'memory/2026-11-14.md': log(
      'Fact: by the way, the status page is at status.example',
      'Preference: No default exports anywhere please.',
      "Decision: Let's drop GraphQL and do plain REST instead.",
      'Fact: 哦对了，店员小周负责小红书。',
      'Fact: Kurzer Hinweis: Rechnungen prüft Herr Kuhn.',
      'Fact: snake_case is our style for columns',
      'Fact: thanks, and btw worksheets are in room 12',
      'Fact: npm is what we use for packages',
      'Fact: ちなみに定休日は火曜日です。',
    ),
  })
  await run()
  expect(shown(await memory())).toEqual([
    '- The status page is at status.example',
    '- 店员小周负责小红书。',
    '- Rechnungen prüft Herr Kuhn.',
    '- snake_case is our style for columns',
    '- Worksheets are in room 12',
    '- npm is what we use for packages',
    '- 定休日は火曜日です。',
    '- No default exports anywhere.',
    "- Let's drop GraphQL and do plain REST.",
  ])
  expect((await driver.notes.read('memory/2026-11-14.md'))?.text).toContain('REST instead.')
})

test('a line a person wrote into the log by hand stays as they wrote it', async () => {
  const { run, memory } = await setUp({
    'memory/2026-11-14.md': '- Fact: by the way, the status page is at status.example, thanks\n',
  })
  await run()
  expect(shown(await memory())).toEqual(['- by the way, the status page is at status.example, thanks'])
})

test('what is so at present is kept with its day; what is said for today is not', async () => {
  const { run, memory } = await setUp({
    'memory/2026-11-14.md': '- We are currently on Postgres 16. <!-- @user s1#1 -->\n- The build is red today.\n',
  })
  const { left } = await run()
  expect(shown(await memory())).toEqual(['- We are currently on Postgres 16. (as of 2026-11-14)'])
  expect(left.map(({ text }) => text)).toEqual(['The build is red today.'])
})
