import { expect, test } from 'vitest'
import { extract } from './extract.ts'
import { isForNow } from './for-now.ts'

test('a request or a remark about this hour is for now, in each language', () => {
  const said = [
    'Rename useDebounced to useDebouncedRef please',
    'one more example please',
    'I have a headache',
    'we need a function that reverses a string',
    'Ergänze im Controller bitte eine Prüfung auf negative Werte.',
    'die Lösungen bitte noch auf ein extra Blatt',
    'Ein lockerer Einstieg mit Frühling bitte.',
    'Escríbeme un seeder con diez productos.',
    'tengo un hambre que no veas',
    '想三个发布会的标题',
    '那轮播图先不做了,把相关代码删掉',
    '来週のメニューを組んでくれる',
    'チーズケーキのほうもよろしく',
    'スマホを流しに落とした',
  ]
  expect(said.filter((each) => !isForNow(each))).toEqual([])
})

test('what lasts is not for now, though it is asked for or said beside a request', () => {
  const said = [
    'Bitte immer auf Deutsch antworten',
    'my day rate is 420 euros, put that into the offer',
    "I'm allergic to nuts, what can I bake",
    'Los comentarios del código siempre en inglés, por favor',
    '日志一律用英文写',
    '猫を二匹飼っていて、名前はソラとウミです。',
    'テストはRSpecで書いてください。',
  ]
  expect(said.filter((each) => isForNow(each))).toEqual([])
})

test('why something is asked is no fact, whoever says it of themselves', () => {
  expect(isForNow("I'm making pancakes, how much flour for three people")).toBe(true)
  expect(isForNow('estoy haciendo tortitas, cuánta harina para 3')).toBe(true)
  expect(isForNow("I'm writing my thesis in marine biology")).toBe(false)
})

test('what happened once is no fact, a change is', () => {
  expect(isForNow('I burnt the first batch')).toBe(true)
  expect(isForNow('I dropped out in May')).toBe(false)
})

test('only the part before a question without a mark is noted', () => {
  const heard = [{ seq: 1, by: 'user' as const, text: "I'm allergic to nuts, what can I bake for my son" }]
  expect(extract({ heard, attempts: [] }).map(({ text }) => text)).toEqual(["I'm allergic to nuts"])
})
