import { expect, test } from 'vitest'
import { parseQuery } from './query.ts'

const weightOf = (query: string, term: string): number | undefined =>
  parseQuery(query, 0).terms.find((each) => each.term === term)?.weight

test('issue 16: a pair of characters across two words counts half, one inside a word or a name in full', () => {
  expect(weightOf('我曾经在学习编程', '学习')).toBe(1)
  expect(weightOf('我曾经在学习编程', '习编')).toBe(0.5)
  expect(weightOf('肖申克在哪里', '申克')).toBe(1)
})

test('issue 16: a particle that stands alone is no word', () => {
  expect(weightOf('在5月3号我看了电影', '在')).toBeUndefined()
})

test('issue 16: what asks for a name is no part of what is asked for', () => {
  expect(weightOf('你推荐过几个厨艺节目，他们的名字是？', '名字')).toBeUndefined()
  expect(weightOf('你推荐过几个厨艺节目，他们的名字是？', '节目')).toBe(1)
})
