import { expect, test } from 'vitest'
import { pastedParts, surelyOwn } from './pasted.ts'

const letters = { greeting: /^(?:hi|dear|hallo)(?!\p{L})/iu, signOff: /^(?:best|cheers|viele grüße)[,.!]?$/iu }
const spokenParts = (text: string) => surelyOwn(text, letters)

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
  // The least of three: whatever else the process does only adds.
  const work = (text: string): number =>
    Math.min(
      ...[1, 2, 3].map(() => {
        const started = process.cpuUsage().user
        spokenParts(text)
        return process.cpuUsage().user - started
      }),
    )
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

const PASTES: readonly (readonly [name: string, before: string, paste: string, after: string])[] = [
  [
    'a chat with stamps',
    'this is what they wrote',
    '[09:12] kim: always restart first\n[09:14] raj: I prefer draining',
    'what do you think?',
  ],
  ['a chat by turns', 'look', 'Ana: I hate Mondays\nBob: me too\nAna: always', 'who is right?'],
  ['a Chinese chat', '你看看', '王芳 10:21\n我对海鲜过敏\n李强 10:22\n那就吃火锅', '帮我订个地方'],
  ['a Japanese chat', 'これ見て', '佐藤：会議は嫌い\n田中：私も\n佐藤：ですよね', 'どう思う'],
  [
    'a German export',
    'schau',
    '12.11.26, 10:32 - Jan: ich mag keine Anrufe\n12.11.26, 10:33 - Eva: ok',
    'antworte ihm',
  ],
  [
    'a log',
    'it fails',
    '2026-01-02 10:00:01 start\n2026-01-02 10:00:02 always retry\n2026-01-02 10:00:03 stop',
    'why?',
  ],
]
test.each(PASTES)('F-69: %s is set apart for the hand-over and for memory alike', (_, before, paste, after) => {
  const text = [before, '', paste, '', after].join('\n')
  const own = pastedParts(text).flatMap(({ by, text: part }) => (by === 'user' ? part : []))
  expect(own.join('\n')).toBe(`${before}\n${after}`)
  // Memory cannot know where it ends, unless no person types such lines.
  expect([before, `${before}\n${after}`]).toContain(spokenParts(text).own.replace(/\n+/g, '\n'))
  expect(spokenParts(text).pasted.join('\n')).toContain(paste.split('\n')[1])
})

test.each([
  ['What should I answer?', 'From: Bob <bob@acme.example>\nSubject: Move\n\nI moved to Denver.'],
  ['怎么回复？', '发件人：王芳\n主题：搬家\n\n我搬到杭州了'],
  ['返信して', '差出人：佐藤\n件名：引越し\n\n大阪に引っ越しました'],
  ['Antworte bitte', 'Von: Eva\nBetreff: Umzug\n\nIch bin nach Kiel gezogen.'],
  ['¿Qué le digo?', 'De: Ana\nAsunto: Mudanza\n\nMe mudo a Vigo.'],
])('F-69: a mail behind %j is set apart', (before, mail) => {
  const text = `${before}\n\n${mail}`
  expect(pastedParts(text).map(({ by }) => by)).toEqual(['user', 'pasted'])
  expect(spokenParts(text).own).toBe(before)
})

test('F-69: lists and plain talk stay the words of the user', () => {
  for (const text of [
    'Tenant: Mrs. Lund\nRent: 1,150\nBoiler: Worcester',
    'Meet at 10:30\nthen lunch',
    '- Ana: reviews\n- Bob: billing',
  ])
    expect(pastedParts(text)).toEqual([{ by: 'user', text }])
})
