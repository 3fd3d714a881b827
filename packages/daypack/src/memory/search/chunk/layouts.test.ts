import { describe, expect, it } from 'vitest'
import { analyse } from '../../index/analyse.ts'
import { formatDay } from '../../text/days.ts'
import { markdownUnits } from './markdown.ts'
import { roughTokens } from './rough.ts'

const bound = { maxTokens: 220, count: roughTokens }
const TURNS = [
  ['Petra', 'I planted the plum tree behind the shed'],
  ['Tomas', 'Lovely! Was it heavy to carry?'],
  ['Petra', 'Very, my neighbour helped me with it'],
  ['Tomas', 'Wow!'],
] as const

type Layout = { readonly name: string; readonly path: string; readonly head: readonly string[]; readonly turn: Line }
type Line = (speaker: string, text: string, nth: number) => readonly string[]

const HEAD = ['# Session 3 (1:56 pm on 8 May, 2023)', '']
const layout = (name: string, turn: Line, head: readonly string[] = HEAD, path = 'memory/session_3.md'): Layout => ({
  name,
  path,
  head,
  turn,
})
const plain: Line = (speaker, text) => [`${speaker}: ${text}`]

const LAYOUTS: readonly Layout[] = [
  layout('items', (speaker, text) => [`- ${speaker}: ${text}`]),
  layout('items, bold', (speaker, text) => [`- **${speaker}**: ${text}`]),
  layout('items with ids', (speaker, text, nth) => [`- [D3:${nth + 1}] ${speaker}: ${text}`]),
  layout('numbered', (speaker, text, nth) => [`${nth + 1}. ${speaker}: ${text}`]),
  layout('bold paragraphs', (speaker, text) => [`**${speaker}:** ${text}`, '']),
  layout('lines', plain),
  layout('paragraphs', (speaker, text) => [`${speaker}: ${text}`, '']),
  layout('quoted lines', (speaker, text) => [`> ${speaker}: ${text}`]),
  layout('quotes', (speaker, text) => [`> ${speaker}: ${text}`, '']),
  layout('headings by number', (speaker, text, nth) => [`### Turn ${nth + 1}`, `${speaker}: ${text}`, '']),
  layout('items under headings', (speaker, text, nth) => [`### Turn ${nth + 1}`, `- ${speaker}: ${text}`, '']),
  layout('headings by name', (speaker, text) => [`### ${speaker}`, '', text, '']),
  layout('table', (speaker, text) => [`| ${speaker} | ${text} |`], [...HEAD, '| speaker | text |', '|---|---|']),
  layout('stamped lines', (speaker, text) => [`[1:56 pm on 8 May, 2023] ${speaker}: ${text}`], []),
  layout('stamped items', (speaker, text) => [`- [2023-05-08 13:56] ${speaker}: ${text}`], []),
  layout('exported chat', (speaker, text) => [`2023/05/08, 13:56 - ${speaker}: ${text}`], []),
  layout('time behind the name', (speaker, text) => [`**${speaker}** [1:56 pm]: ${text}`, '']),
  layout('a date line above', plain, ['Date: 1:56 pm on 8 May, 2023', '']),
  layout('a date line in one block', plain, ['DATE: 1:56 pm on 8 May, 2023', 'CONVERSATION:']),
  layout('front matter', plain, ['---', 'title: talk', 'date: 2023-05-08', '---']),
  layout('dated path', plain, [], 'memory/2023-05-08.md'),
  layout('dated path without signs', plain, [], 'memory/20230508-session.md'),
]

describe.each(LAYOUTS)('a dialogue as $name', ({ path, head, turn }) => {
  const lines = [...head]
  const places: number[] = []
  for (const [nth, [speaker, text]] of TURNS.entries()) {
    const own = turn(speaker, text, nth)
    places.push(lines.length + 1 + own.findIndex((line) => line.includes(text)))
    lines.push(...own)
  }
  const units = markdownUnits(lines.join('\n'), bound).filter(({ speaker }) => speaker !== undefined)

  it('is one unit per turn, on its lines, with its speaker', () => {
    expect(units.map(({ speaker }) => speaker)).toEqual(TURNS.map(([speaker]) => speaker))
    expect(units.map(({ endLine }) => endLine)).toEqual(places)
    for (const [nth, unit] of units.entries()) {
      expect(unit.text).toContain(TURNS[nth]?.[1])
      expect(unit.endLine - unit.startLine).toBeLessThanOrEqual(nth === 0 ? 2 : 0)
    }
  })

  it('has the day of the session, and words and times of what is said alone', () => {
    const made = units.map((unit) => analyse(unit, { path, timeZone: 'UTC' }))
    expect(made.map(({ day }) => formatDay(day))).toEqual(TURNS.map(() => '2023-05-08'))
    expect(made.slice(1).map(({ length }) => length)).toEqual([3, 2, 1])
    for (const unit of made.slice(1)) expect([...unit.terms.keys()]).not.toContain('1:56')
  })
})

it('reads Chinese turns the same way', () => {
  for (const lines of [
    ['用户：我在院子里种了一棵李子树', '助手：很重吗？', '用户：很重'],
    ['- 用户：我在院子里种了一棵李子树', '- 助手：很重吗？', '- 用户：很重'],
    ['**用户**：我在院子里种了一棵李子树', '', '**助手**：很重吗？', '', '**用户**：很重'],
  ]) {
    const units = markdownUnits(['# 2023年5月8日', '', ...lines].join('\n'), bound)
    expect(units.map(({ speaker }) => speaker)).toEqual(['用户', '助手', '用户'])
    for (const unit of units)
      expect(formatDay(analyse(unit, { path: 'memory/a.md', timeZone: 'UTC' }).day)).toBe('2023-05-08')
  }
})

it('keeps further lines with their turn, captions on every one included', () => {
  const turns = ['Petra: look', '[image: a plum tree]', 'Tomas: nice', '[image: a smile]', 'Petra: thanks', '(laughs)']
  expect(markdownUnits(turns.join('\n'), bound).map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
    [1, 2],
    [3, 4],
    [5, 6],
  ])
  const items = ['- Petra: look', '  [image: a plum tree]', '- Tomas: nice', '- Petra: thanks']
  expect(markdownUnits(items.join('\n'), bound).map(({ endLine }) => endLine)).toEqual([2, 3, 4])
})

it('gives the parts of a long turn one speaker', () => {
  const long = `Petra: ${'And then we dug a little deeper. '.repeat(40)}`
  const units = markdownUnits(`${long}\nTomas: Wow!\nPetra: Yes.`, bound)
  expect(units.length).toBeGreaterThan(3)
  expect(units.slice(0, -2).map(({ speaker, continues }) => [speaker, continues ?? false])).toEqual(
    units.slice(0, -2).map((_, nth) => ['Petra', nth > 0]),
  )
})

it('takes labels of a list for no turns', () => {
  const units = markdownUnits('- Stack: Postgres\n- Hosting: Fly\n- Owner: Ana\n', bound)
  expect(units.map(({ speaker }) => speaker)).toEqual([undefined, undefined, undefined])
})

it('takes labels that come again every day for no turns', () => {
  const days = ['# 2024-01-01', '- Mood: good', '- Sleep: long', '# 2024-01-02', '- Mood: bad', '- Sleep: short']
  expect(markdownUnits(days.join('\n'), bound).every(({ speaker }) => speaker === undefined)).toBe(true)
})

it('takes sections that come again every day for no speakers', () => {
  const days = ['# 2024-01-01', '## Work', 'Meeting.', '## Garden', 'Rain.', '# 2024-01-02', '## Work', 'Travel.']
  expect(markdownUnits(days.join('\n'), bound).map(({ speaker }) => speaker)).toEqual([undefined, undefined, undefined])
})

it('lets a date named in a turn be no date of the session', () => {
  const [unit] = markdownUnits('Petra: On 3 March 2019 I moved here\nTomas: I see\nPetra: yes', bound)
  expect(formatDay(analyse(unit as never, { path: 'memory/2023-05-08.md', timeZone: 'UTC' }).day)).toBe('2023-05-08')
})

it('carries the speaker through the paragraphs, lists and headings of a long reply', () => {
  const reply = ['First this.', '', '### Steps', '', '- one step', '- another step', '', '```ts', 'run()', '```', '']
  const speakers = (lines: readonly string[]): (string | undefined)[] =>
    markdownUnits(lines.join('\n'), bound).map(({ speaker }) => speaker)
  const said = ['user', ...Array.from({ length: 4 }, () => 'assistant'), 'user']
  const inline = ['**user:** How?', '', `**assistant:** ${reply[0]}`, ...reply.slice(1), '**user:** Thanks']
  expect(speakers(inline)).toEqual(said)
  const headed = [
    '## user',
    '',
    'How?',
    '',
    '## assistant',
    '',
    ...reply,
    '## user',
    '',
    'Thanks',
    '',
    '## assistant',
    '',
  ]
  expect(speakers(headed).slice(0, 6)).toEqual(said)
  expect(speakers(['# Talk', 'Ana: hi', '', 'A paragraph.', '# Notes', 'Another.'])).toEqual([
    'Ana',
    undefined,
    undefined,
  ])
})
