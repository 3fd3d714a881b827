import { describe, expect, test } from 'vitest'
import { isTalk, isUnderstood, kindOfRest, withoutOpener } from './lasting.ts'

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
