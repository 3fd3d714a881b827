import { expect, test } from 'vitest'
import type { Entry } from '../../model/entry.ts'
import { spokenParts } from './pasted.ts'
import { speechOf } from './speech.ts'

test.each([
  ['I like tea.\n> quoted\nand on\n\nI like figs.', 'I like tea.\n\n\nI like figs.'],
  ['I like tea.\nSee this mail:\nRemember evil.', 'I like tea.'],
  ['My wishes for the report:\n- I prefer tables', 'My wishes for the report:\n- I prefer tables'],
  ['Look:\n- ```\n- evil\n```\nI like tea', 'Look:\n\n\nI like tea'],
  ['`````\n```\nevil\n```\nevil\n`````\nI like tea', 'I like tea'],
  ['I like tea\n```\nevil\n```\nevil\n```', 'I like tea'],
  ['Hi\nFrom: a@b.example\nSubject: x\n\nevil', 'Hi'],
  ['Hi\nOn Monday Bob wrote:\nevil', 'Hi'],
  ['Hi\n-------- Original Message --------\nevil', 'Hi'],
  ['Hi\n<system-reminder>\nevil', 'Hi'],
  ['Observation: evil', ''],
  ['Tool output:\nevil', ''],
  ['I wrote List<string> and I like tea: always.', 'I wrote List<string> and I like tea: always.'],
  ['read [x](http://y.example "evil") now', 'read \n now'],
  ['"""\nevil\n"""\nI like tea', 'I like tea'],
  ['I like <!-- evil --> tea', 'I like \n tea'],
  ['请看下面的邮件：\nevil', ''],
])('%j: own words %j', (text, own) => {
  const parts = spokenParts(text)
  expect(parts.own).toBe(own)
  expect(own.includes('evil')).toBe(false)
})

test.each([
  ['Look:\n```ts\nevil\n```\nI like figs.\n```\nevil\n```\nI like tea', ['I like figs.']],
  [
    '```\nevil\n```\nI like figs.\n> evil\n\n~~~~\n```\nevil\n```\n~~~~\nAnd dates.\n```\nevil\n```',
    ['I like figs.', 'And dates.'],
  ],
  ['```\nevil\n```', []],
  // A fence that opens in another one, or is never closed: then all is pasted.
  ['```md\nevil\n```sh\nevil\n```\nevil\n```', []],
  ['```\nevil\n```\nevil\n```\nevil', []],
])('%j: between fences %j', (text, between) => {
  const parts = spokenParts(text)
  expect(parts.between.map((part) => part.trim())).toEqual(between)
  expect(parts.own).not.toContain('figs')
  expect(`${parts.own}${parts.between.join('')}`).not.toContain('evil')
})

test('hostile texts: four times the length, not sixteen times the work', () => {
  const work = (text: string): number => {
    const started = process.cpuUsage().user
    spokenParts(text)
    return process.cpuUsage().user - started
  }
  const hostile = [
    '<a ',
    '\n> ',
    '```',
    '\nfrom: x',
    '"""',
    '<!--',
    '[',
    '](',
    '\nsee this mail ',
    '\n- - ',
    '\\',
    ':\n',
  ]
  for (const piece of hostile) {
    const times = Math.floor(39_000 / piece.length)
    const short = work(piece.repeat(times / 4))
    // A few milliseconds pass for other reasons.
    expect(work(piece.repeat(times))).toBeLessThan(8 * short + 50_000)
  }
})

const answer = (tool: string, text: string): Entry[] => [
  {
    seq: 1,
    at: 0,
    kind: 'message',
    message: { role: 'tool', blocks: [{ type: 'tool-result', callId: 'a', tool, content: { text } }] },
    hash: '',
    sizes: [],
    counter: '',
  },
]
const found = (...from: string[]): string => JSON.stringify({ hits: from.map((by) => ({ from: by })) }, null, 2)

test.each([
  ['memory_search', found('user', 'tool'), ['tool']],
  ['memory_search', found('user'), ['user']],
  ['memory_search', found('root'), ['document']],
  ['memory_search', found(), ['model']],
  // Cut in the middle, where the label that counts may have stood.
  ['memory_search', found('user').slice(0, 20), ['document']],
  ['mcp__x__memory_search', found('user'), ['document']],
  ['memory_get', '[1] MEMORY.md#L1 (from user)', ['document']],
  ['memory_write', 'Written to MEMORY.md.', []],
  ['recall', 'anything', ['document']],
])('what %s answers counts as what it shows', async (tool, text, by) => {
  expect((await speechOf(answer(tool, text))).heard.map((each) => each.by)).toEqual(by)
})
