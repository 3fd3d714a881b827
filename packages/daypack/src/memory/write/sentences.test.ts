import { expect, test } from 'vitest'
import { extract } from './extract.ts'

function noted(text: string): string[] {
  return extract({ heard: [{ seq: 1, by: 'user', text }], calls: [] }).map((item) => item.text)
}

test('a quote is not taken apart, and what it says is not noted', () => {
  expect(noted('Can you fix this one? "I hereby send the invoice attached."')).toEqual([])
  expect(noted('客户发来的邮件:"贵司系统响应太慢,请于九月底前整改,否则考虑终止合作。"帮我写个礼貌的回复')).toEqual([])
  expect(noted('El cliente escribe: "Todo tiene que estar listo el 5 de mayo sin falta".')).toEqual([])
  expect(noted('カフェのメニューの説明文を考えてほしい。「深煎りブレンド」')).toEqual([])
  expect(noted('My colleague sent me this: "from Monday on we use Jira for everything"')).toEqual([])
})

test('a name in quotes is no quote', () => {
  expect(noted('El diseño está en Figma, en el archivo "Portal 2.0".')).toHaveLength(1)
  expect(noted('盛岡で「灯台珈琲」という喫茶店をやってます')).toHaveLength(1)
})

test('a text to work on is not the user speaking', () => {
  expect(noted('Translate this: I live in Berlin and my rent is 800 euros.')).toEqual([])
  expect(noted('übersetze: Ich wohne in Kiel und zahle 800 Euro Miete.')).toEqual([])
  expect(noted('here is my situation: I live in Berlin and my rent is 800 euros.')).toHaveLength(1)
})
