import { expect, test } from 'vitest'
import { DaypackError } from '../model/errors.ts'
import type { Conversation } from './conversation.ts'
import { Replies } from './replies.ts'

// Replies wait until the log takes them, in order; what can never be taken is let go.

type Answer = { text: string; model?: string }
const codec = {
  reply: ({ text, model }: Answer) => ({
    messages: [{ role: 'assistant' as const, blocks: [{ type: 'text' as const, text }] }],
    billed: { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, ...(model !== undefined && { model }) },
  }),
}

function desk(asked?: string) {
  const failing: unknown[] = []
  const appended: string[] = []
  const bills: unknown[] = []
  const talk = {
    situation: asked === undefined ? {} : { model: asked },
    sent: undefined,
    known: async () => {},
    async append() {
      const [problem] = failing
      if (problem !== undefined) throw problem
      appended.push('reply')
    },
  } as unknown as Conversation
  const replies = new Replies(talk, (billed) => bills.push(billed))
  return { failing, appended, bills, replies }
}

test.each(['unreachable', 'io', 'locked', 'conflict', 'disk-full'] as const)(
  'a log that is %s for a while keeps nobody waiting and gets every reply later, once',
  async (code) => {
    const { failing, appended, replies } = desk()
    failing.push(new DaypackError(code, 'not now'))
    expect(await replies.add(codec, { text: 'one' })).toBe(failing[0])
    expect(await replies.add(codec, { text: 'two' })).toBe(failing[0])
    expect([replies.size, appended.length]).toEqual([2, 0])
    failing.pop()
    expect(await replies.add(codec, { text: 'three' })).toBeUndefined()
    expect([replies.size, appended.length]).toEqual([0, 3])
  },
)

test('a reply that can never be written is let go, and those before it still wait', async () => {
  const { failing, replies } = desk()
  failing.push(new DaypackError('io', 'not now'))
  await replies.add(codec, { text: 'one' })
  failing[0] = new DaypackError('bad-input', 'never')
  await expect(replies.add(codec, { text: 'two' })).rejects.toThrow('never')
  expect(replies.size).toBe(1)
  replies.drop()
  expect(replies.size).toBe(0)
})

test('a bill names the model that answered, and the one that was asked where they differ', async () => {
  const models = async (asked: string | undefined, model: string | undefined) => {
    const { bills, replies } = desk(asked)
    await replies.add(codec, { text: 'one', ...(model !== undefined && { model }) })
    return bills[0]
  }
  const bill = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1 }
  expect(await models(undefined, undefined)).toEqual(bill)
  expect(await models(undefined, 'a')).toEqual({ ...bill, model: 'a' })
  expect(await models('a', undefined)).toEqual({ ...bill, model: 'a' })
  expect(await models('a', 'a')).toEqual({ ...bill, model: 'a' })
  expect(await models('a', 'b')).toEqual({ ...bill, model: 'b', asked: 'a' })
})
