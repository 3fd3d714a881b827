import { expect, test } from 'vitest'
import { isHearsay } from './hearsay.ts'

test('what somebody else thinks is hearsay, in each language', () => {
  const said = [
    'my boss Tom thinks tailwind is ugly, haha',
    'my brother keeps telling me to just buy a synology',
    'according to my dad, diesel is the future',
    'Mi compañero dice que PHP está muerto, qué pesado.',
    'Mein Kollege Uwe findet Records ja albern.',
    'mein schwager schwört auf eiweißshakes',
    '产品经理老周觉得绿色的按钮太土了',
    '我妈老说我工作太拼',
    'お客さんに音楽がうるさいって言われちゃった',
  ]
  expect(said.filter((each) => !isHearsay(each))).toEqual([])
})

test('what is said of a day or must be so is none, nor what the user thinks', () => {
  const said = [
    'the bank says my card expires on May 4',
    'my doctor says I must avoid caffeine',
    'the school says children must never bring nuts',
    'Das Treffen findet am 3. Juni statt',
    'I think in euros',
    '我在写一本悬疑小说，主角叫沈砚',
    '妻はパクチーが嫌いです',
    '私は水野といいまして、社内システムを担当しています。',
  ]
  expect(said.filter((each) => isHearsay(each))).toEqual([])
})
