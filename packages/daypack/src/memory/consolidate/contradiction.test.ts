import { expect, test } from 'vitest'
import { setUp } from '../../../test/memory/consolidate-support.ts'
import { contradicts } from './contradiction.ts'

test('a contradiction strikes the old line, dated and linked, next to the new one', async () => {
  const { run, memory } = await setUp({
    'MEMORY.md':
      '# Memory\n\n## Facts\n- Our database is MySQL <!-- @user memory/2026-10-01.md#L4 -->\n- I live in Paris\n',
    'memory/2026-11-15.md': '- Decision: We decided to replace MySQL with PostgreSQL. <!-- @user s1#9 -->\n',
  })
  expect((await run()).edits.map((edit) => edit.op)).toEqual(['correct'])
  expect(await memory()).toBe(`# Memory

## Facts
- We decided to replace MySQL with PostgreSQL. <!-- @user memory/2026-11-15.md#L1 -->
- ~~Our database is MySQL~~ (until [2026-11-15](memory/2026-11-15.md#L1)) <!-- @user memory/2026-10-01.md#L4,memory/2026-11-15.md#L1 -->
- I live in Paris
`)
})

test.each([
  ['my editor is vim', 'my editor is emacs', true],
  ['I live in Berlin', 'I live in Paris', true],
  ['never use tabs', 'always use tabs', true],
  ["I don't like cilantro", 'I like cilantro', true],
  ['switched from Jest to Vitest', 'We use Jest for tests', true],
  ['use pnpm instead of npm', 'we use npm', true],
  ['我住在上海', '我住在北京', true],
  ['把 MySQL 换成 PostgreSQL', '数据库使用 MySQL', true],
  ['Vivo en Oporto', 'Vivo en Lisboa', true],
  ['Nunca uso tabuladores', 'Siempre uso tabuladores', true],
  ['Vamos a migrar de Jest a Vitest', 'Usamos Jest para las pruebas', true],
  ['Ich wohne in Porto', 'Ich wohne in Lissabon', true],
  ['Wir wechseln von Jest zu Vitest', 'Wir nutzen Jest für Tests', true],
  ["J'habite à Porto", "J'habite à Lisbonne", true],
  ['On passe de Jest à Vitest', 'On utilise Jest pour les tests', true],
  ['私はポルトに住んでいます', '私はリスボンに住んでいます', true],
  ['JestからVitestに移行しました', 'テストにはJestを使っています', true],
  ['Mi editor es vim', 'Mi teclado es un Model M', false],
  ['Ich habe zwei Katzen', 'Ich wohne in Porto', false],
  ['my editor is vim', 'my keyboard is a Model M', false],
  ['I like tea', 'I like coffee', false],
  ['never use tabs in Python', 'always use spaces in YAML', false],
  ['I prefer pnpm', 'I prefer dark mode', false],
  ['use PostgreSQL instead of MySQL', 'we never use MySQL', false],
  // From here on, each pair came out wrong in a memory grown over 60 days.
  ['The security review was moved to May 4.', 'The release moved to March 16.', false],
  ['开业改到9月10日了。', '上市推迟到7月15号了。', false],
  ['开业改到9月10日了。', '第二家店9月1日开业。', true],
  ['Our stand-up is now at 9:30 every morning.', 'Our stand-up is at 9:15 every morning.', true],
  ['Beiträge ziehen wir jetzt am 15. April ein.', 'Beiträge ziehen wir am 1. April ein.', true],
  ['Wir wechseln von Nextcloud zu Seafile.', 'Wir haben uns für Nextcloud entschieden.', true],
  ['Room 4 has 20 seats.', 'Room 3 has 20 seats.', false],
  // Said to have changed, with more or other words around it.
  ['Mia likes mushrooms now', 'Jonah is off pork, Mia hates mushrooms', true],
  ['Mi hija ya no tiene miedo a los perros.', 'Mi hija tiene miedo a los perros.', true],
  ['Mein Sohn mag Brokkoli inzwischen.', 'Mein Sohn mag keinen Brokkoli.', true],
  ['Ada likes mushrooms now', 'Mia hates mushrooms', false],
])('2A8: %s takes back %s: %s', (now, old, expected) => {
  expect(contradicts(now, old)).toBe(expected)
})

test.each([
  ['The deadline is March 2.', 'The deadline moved to March 9.'],
  ['The report is due on Friday.', 'We pushed the deadline back to Monday.'],
  ['截止日期是3月2日。', '截止日期推迟到3月9日了。'],
  ['La fecha de entrega es el 12 de mayo.', 'La entrega se retrasa al 19 de mayo.'],
  ['Die Abgabe ist am 3. Juni.', 'Die Abgabe wurde auf den 10. Juni verschoben.'],
  ['締め切りは3月2日です。', '締め切りは3月9日に延びました。'],
])('1D6: a day that moved supersedes the old one across days: %s → %s', async (old, now) => {
  const { run, memory } = await setUp({
    'memory/2026-11-12.md': `- Fact: ${old}`,
    'memory/2026-11-14.md': `- Fact: ${now}`,
  })
  await run()
  const text = (await memory()) ?? ''
  expect(text).toContain(`- ${now} <!--`)
  const struck = text.split('\n').find((line) => line.startsWith(`- ~~${old}~~ (`))
  expect(struck).toContain('2026-11-14')
})

test('1D6: a move of one thing leaves the days of others alone', () => {
  expect(contradicts('The deadline moved to March 9.', 'My birthday is March 2.')).toBe(false)
  expect(contradicts('The deadline moved to March 9.', 'The deadlines are March 2 and April 20.')).toBe(false)
})

test('two changes of one line, each to its own half, on one day', async () => {
  const { run, memory } = await setUp({
    'memory/2026-11-12.md': '- Fact: first milestone is due October 3rd, second one November 14th',
    'memory/2026-11-14.md':
      "- Fact: the first milestone slipped to October 10th\n- Fact: second milestone got pulled in, it's November 7th now",
  })
  await run()
  const live = ((await memory()) ?? '').split('\n').filter((line) => line.startsWith('- ') && !line.includes('~~'))
  expect(live.map((line) => line.replace(/ <!--.*/, ''))).toEqual([
    '- the first milestone slipped to October 10th',
    "- second milestone got pulled in, it's November 7th now (as of 2026-11-14)",
  ])
})

test('what was taken back holds again once it is said anew', async () => {
  const { run, memory } = await setUp({
    'memory/2026-11-12.md': '- Fact: I live in Porto.',
    'memory/2026-11-13.md': '- Fact: I live in Braga.',
    'memory/2026-11-14.md': '- Fact: I live in Porto.',
  })
  await run()
  const lines = ((await memory()) ?? '').split('\n').filter((line) => line.startsWith('- '))
  expect(lines.map((line) => line.replace(/ (?:<!--|\().*/, ''))).toEqual([
    '- I live in Porto.',
    '- ~~I live in Braga.~~',
    '- ~~I live in Porto.~~',
  ])
})
