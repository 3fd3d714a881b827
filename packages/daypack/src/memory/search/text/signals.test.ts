import { describe, expect, it } from 'vitest'
import { questionSignals, REPLY, unitFlags } from './signals.ts'

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
})

describe('what a unit is like', () => {
  const flags = (speaker: string): number =>
    unitFlags({ startLine: 1, endLine: 1, heading: '', text: 'Sure.', speaker })

  it('knows who replies', () => {
    expect(flags('assistant') & REPLY).toBe(REPLY)
    expect(flags('助手') & REPLY).toBe(REPLY)
    expect(flags('Caroline') & REPLY).toBe(0)
  })
})
