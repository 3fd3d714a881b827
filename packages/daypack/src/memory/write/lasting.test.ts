import { describe, expect, test } from 'vitest'
import { isTalk, isUnderstood, kindOfRest, withoutAside, withoutMoods, withoutOpener } from './lasting.ts'

describe('what is left once questions, orders and reactions are taken away', () => {
  test.each([
    ['Stack: Elixir 1.17 and Phoenix, on a Raspberry Pi in the attic', 'Fact'],
    ['cant do shellfish, it makes me ill', 'Fact'],
    ['Answer in at most two sentences', 'Preference'],
    ['our van holds 14 crates', 'Fact'],
    ['膝盖做过手术 只能骑车', 'Fact'],
    ['el aforo de la sala es de 120', 'Fact'],
    ['Hauptlieferant ist die Firma Brenner in Fulda', 'Fact'],
    ['承認は総務の大野さんです', 'Fact'],
  ])('%s: %s', (text, kind) => expect(kindOfRest(text)).toBe(kind))

  test.each([
    'rename the second column and rerun it',
    'looks fine to me',
    'I think the second one is better',
    'we should probably cache that',
    'ran 18k this morning, felt awful',
    'let’s start with chunk 3',
    '再口语一点',
    '这个报错是什么意思',
    'no me convence, prueba otra cosa',
    'das sieht schon besser aus',
    'テストを実行してください',
    'ありがとう、あとで見る',
  ])('nothing: %s', (text) => expect(kindOfRest(text)).toBeUndefined())
})

describe('moods, hopes and politeness', () => {
  test.each([
    'I feel like our friendship is drifting apart.',
    'Hopefully, I will get to go there.',
    'Okay, I will keep that in mind for my trip.',
    'Yes, music is an art.',
    '我觉得它的味道很浓郁，非常适合我。',
    '是啊，户外活动很有好处。',
    '当然可以。',
    '好的，我会参考你的建议的。',
    'Me siento muy sola en Sevilla.',
    'Ich hoffe, dass ich in Bremen bleibe.',
    '楽しみにしています。',
  ])('say nothing to keep: %s', (text) => expect(withoutMoods(text)).toBeUndefined())

  test.each([
    ['I moved to Porto, I feel free', 'I moved to Porto'],
    ['我住在杭州，感觉很好', '我住在杭州'],
    ['Yes, I often cook for my son.', 'Yes, I often cook for my son.'],
    ['下次例会改到周四。', '下次例会改到周四。'],
    ['今天我们决定用 Go。', '今天我们决定用 Go。'],
    ['The cron job can take 10 minutes, I live in Porto', 'The cron job can take 10 minutes, I live in Porto'],
  ])('leave the rest: %s', (text, rest) => expect(withoutMoods(text)).toBe(rest))

  test('a question to the other behind a statement is no part of it', () => {
    expect(withoutAside('我最近在学希腊语，你觉得难吗？')).toBe('我最近在学希腊语')
    expect(withoutAside('你觉得难吗？')).toBe('你觉得难吗？')
  })
})

test('a page that speaks of nobody is no talk, a long message about oneself is', () => {
  const page = Array.from({ length: 9 }, (_, at) => `The town of Alma ${at} has 3,200 people and a mill.`)
  expect(isTalk(page.join(' '), page)).toBe(false)
  const told = page.map((each, at) => (at % 2 === 0 ? `I grew up near it. ${each}` : each))
  expect(isTalk(told.join(' '), told)).toBe(true)
})

test('words that only open a sentence', () => {
  expect(withoutOpener('ok so btw, I live in Porto')).toBe('I live in Porto')
  expect(withoutOpener('Also')).toBe('Also')
})

test('what is no statement is only known of languages with a table', () => {
  expect(isUnderstood('please fix the test in auth.spec.ts, it is red again')).toBe(true)
  expect(isUnderstood('zet de rode knop bovenaan het scherm en maak hem groter')).toBe(false)
  expect(isUnderstood('исправь тест в auth.spec.ts')).toBe(false)
  expect(isUnderstood('直してください')).toBe(true)
})
