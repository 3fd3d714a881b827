import { expect, test } from 'vitest'
import { memoryDriver } from '../../drivers/memory/index.ts'
import type { Candidate } from '../consolidate/candidates.ts'
import { mergeLine } from '../consolidate/merge.ts'
import { addToNote } from '../write/compose.ts'
import { entriesOf, type NoteEntry } from './entries.ts'
import { lineId } from './lines.ts'
import { pageOf, withInstead, withLine } from './page.ts'
import type { StatementKind } from './statement.ts'
import { withoutMarks } from './source.ts'

const TODAY = '2026-11-16'

function add(kind: StatementKind, text: string, replaced?: string): Candidate {
  const replaces = replaced === undefined ? {} : { replaces: lineId(replaced) }
  const source = { by: 'user', from: ['s#1'], writer: 'model', ...replaces } as const
  return { kind, labelled: true, text, day: '2026-11-15', citation: 'memory/2026-11-15.md#L4', source }
}
function merged(page: string, ...lines: Candidate[]): string {
  const text = lines.reduce((before, line) => {
    const made = mergeLine(before, line)
    return 'text' in made ? made.text : before
  }, page)
  return withoutMarks(text)
}

test.each([
  [
    'zh',
    '我叫林芳，在深圳开奶茶店。',
    '我喜欢简短的回答。',
    '我住在福田区。',
    '# 记忆',
    '## 事实',
    '## 偏好',
    '(截至 [2026-11-15](',
  ],
  [
    'de',
    'Ich bin Jonas und mache die Kasse im Verein.',
    'Ich bevorzuge kurze Antworten.',
    'Ich wohne in Oldenburg.',
    '# Gedächtnis',
    '## Fakten',
    '## Vorlieben',
    '(bis [2026-11-15](',
  ],
  [
    'es',
    'Soy Marta y trabajo en una librería de Sevilla.',
    'Prefiero las respuestas cortas.',
    'Vivo en Cádiz.',
    '# Memoria',
    '## Datos',
    '## Preferencias',
    '(hasta el [2026-11-15](',
  ],
  [
    'ja',
    '私は京都で働いています。',
    '短い回答が好きです。',
    '私は大阪に住んでいます。',
    '# メモリー',
    '## 事実',
    '## 好み',
    '([2026-11-15](',
  ],
  [
    'en',
    'I am Dana and I work at Northwind.',
    'I prefer short answers.',
    'I live in Braga.',
    '# Memory',
    '## Facts',
    '## Preferences',
    '(until [2026-11-15](',
  ],
])('a page grown in %s is worded in it', (_, fact, preference, changed, title, facts, preferences, until) => {
  const page = merged('', add('Fact', fact), add('Preference', preference))
  expect(page.split('\n')).toEqual([title, '', facts, `- ${fact}`, '', preferences, `- ${preference}`, ''])
  const next = merged(page, add('Fact', changed, fact))
  expect(next).toContain(`~~${fact}~~ ${until}`)
  // A word in another language does not turn it round.
  expect(merged(page, add('Fact', 'The server is called heron.')).match(/^#.*$/gm)).toEqual([title, facts, preferences])
  expect(merged(page, add('Fact', '服务器叫 heron。')).match(/^#.*$/gm)).toEqual([title, facts, preferences])
})

test('headings that stand there are kept, whatever language is spoken now', () => {
  const page = '# Notizen\n\n## Vorlieben\n- kurze Antworten\n\n## 事实\n- 我住在杭州\n'
  const next = merged(
    page,
    add('Preference', '我喜欢表格。'),
    add('Fact', 'Der Server heißt reiher.'),
    add('Decision', '我们决定用 Go。'),
  )
  expect(next).toBe(
    '# Notizen\n\n## Vorlieben\n- kurze Antworten\n- 我喜欢表格。\n\n## 事实\n- 我住在杭州\n- Der Server heißt reiher.\n\n## Entscheidungen\n- 我们决定用 Go。\n',
  )
  expect(merged('# 我的笔记\n\n## 习惯\n- 早起\n', add('Preference', '我喜欢茶。'))).toBe(
    '# 我的笔记\n\n## 习惯\n- 早起\n- 我喜欢茶。\n',
  )
})

test('what the user asks to remember goes under a heading in their language', async () => {
  const { notes } = memoryDriver()
  const context = { notes, admit: async (text: string) => text, today: TODAY }
  await addToNote('MEMORY.md', '请记住我对花生过敏', { by: 'user', from: [] }, context)
  await addToNote('MEMORY.md', 'I prefer pnpm over npm', { by: 'user', from: [] }, context)
  const page = withoutMarks((await notes.read('MEMORY.md'))?.text ?? '')
  expect(page).toBe('# 记忆\n\n## 事实\n- 请记住我对花生过敏\n\n## 偏好\n- I prefer pnpm over npm\n')
})

test('sections stand in the order a person reads them, and one without lines goes', () => {
  const page = pageOf('')
  let text = '# Memory\n\n## Health\n- Mine.\n'
  for (const [name, line] of [
    ['past', '- ~~Old.~~'],
    ['Preference', '- Tea.'],
    ['Fact', '- Porto.'],
    ['Preference', '- Short answers.'],
  ] as const)
    text = withLine(text, name, line, page)
  expect(text.match(/^[#-].*/gm)).toEqual([
    ...['# Memory', '## Health', '- Mine.', '## Facts', '- Porto.'],
    ...['## Preferences', '- Tea.', '- Short answers.', '## Earlier', '- ~~Old.~~'],
  ])
  const without = (said: string): string =>
    withInstead(text, entriesOf(text).find((each) => each.text === said) as NoteEntry, [])
  expect(without('Porto.')).not.toContain('## Facts')
  expect(without('Tea.')).toContain('## Preferences\n- Short answers.')
  expect(without('Mine.')).toContain('## Health')
})
