import { describe, expect, it } from 'vitest'
import {
  HAS_NUMBER,
  HAS_TIME,
  questionSignals,
  REPLY,
  SHORT_QUESTION,
  unitFlags,
  withoutQuestionWords,
} from './signals.ts'

describe('questions', () => {
  it.each([
    ['What painters did you recommend to me?', 'second'],
    ['Which movies have you suggested?', 'second'],
    ['You once taught me a recipe, what was it?', 'second'],
    ['What was your advice about sleep?', 'second'],
    ['你给我推荐过哪些画家？', 'second'],
    ['您之前建議我看什麼電影？', 'second'],
    ['What did I buy in May?', 'first'],
    ['Do you remember my birthday?', 'first'],
    ['Do you still remember what I painted?', 'first'],
    ['我的生日是哪天？', 'first'],
    ['我和你分享过哪些书？', 'first'],
    ['我曾经跟你提到过什么展览？', 'first'],
    ['When did Caroline go hiking?', 'neither'],
  ])('%s is about the %s person', (query, person) => {
    const { firstPerson, secondPerson } = questionSignals(query)
    expect([firstPerson, secondPerson]).toEqual([person === 'first', person === 'second'])
  })

  it('ask for times and numbers in both scripts of Chinese', () => {
    for (const query of ['什么时候出发', '什麼時候出發', '何時出發', '几点出发', '幾點出發'])
      expect(questionSignals(query).when, query).toBe(true)
    for (const query of ['有几个孩子', '有幾個孩子', '多少錢', '多遠'])
      expect(questionSignals(query).howMany, query).toBe(true)
  })

  it('lose their question words', () => {
    expect(withoutQuestionWords('請問他為什麼離開')).toBe(' 他 離開')
    expect(withoutQuestionWords('请问他为什么离开')).toBe(' 他 离开')
  })
})

describe('what a unit is like', () => {
  const flags = (said: string, speaker?: string): number =>
    unitFlags({ startLine: 1, endLine: 1, heading: '', text: said, ...(speaker !== undefined && { speaker }) }, said, 5)

  it('knows bare questions, with a word of praise before them or none', () => {
    for (const said of ['What did you paint?', 'That sounds lovely! What did you paint?', '太厉害了！画了什么？'])
      expect(flags(said) & SHORT_QUESTION, said).toBe(SHORT_QUESTION)
    for (const said of [
      'I painted the old lighthouse at dawn. What about you?',
      'A lighthouse.',
      '我画了海边的老灯塔。你呢？',
    ])
      expect(flags(said) & SHORT_QUESTION, said).toBe(0)
  })

  it('knows who replies, times and numbers', () => {
    expect(flags('Sure.', 'assistant') & REPLY).toBe(REPLY)
    expect(flags('好的', '助手') & REPLY).toBe(REPLY)
    expect(flags('Sure.', 'Caroline') & REPLY).toBe(0)
    expect(flags('上週三見過') & HAS_TIME).toBe(HAS_TIME)
    expect(flags('買了兩隻貓') & HAS_NUMBER).toBe(HAS_NUMBER)
    expect(flags('a quiet place') & (HAS_TIME | HAS_NUMBER)).toBe(0)
  })
})
