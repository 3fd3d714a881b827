import type Anthropic from '@anthropic-ai/sdk'
import { expect, test } from 'vitest'
import { gateway, pack, provider, start } from '../../test/each.ts'
import { ask, clientsOf, user } from '../../test/support.ts'
import { carriedIn, carriedMark } from './carry-mark.ts'

const { claude } = clientsOf(() => gateway)

test('a session that was carried over goes on in its log, whatever the next agent calls it', async () => {
  await start(({ index }) => ({ text: `Answer ${index}.`, calls: [{ tool: 'read', input: { path: 'a' } }] }))
  const before = await pack.session('carry-claude-1')
  await before.append({ role: 'user', blocks: [{ type: 'text', text: 'Mend the login page.' }] })
  const opening = [user(`You take over. ${carriedMark('carry-claude-1')}\nThe story.`)]
  for (const headers of [{ 'x-claude-code-session-id': 'new' }, {}]) {
    const messages: Anthropic.MessageParam[] = [...opening]
    for (let n = 0; n < 2; n++) {
      const { content } = await claude(headers).messages.create(ask(...messages))
      const call = content.find((block) => block.type === 'tool_use')
      messages.push({ role: 'assistant', content })
      messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: call?.id ?? '', content: 'a' }] })
    }
  }
  expect((await gateway.status()).sessions.map(({ session }) => session)).toContain('carry-claude-1')
  const text = JSON.stringify(await (await pack.session('carry-claude-1')).entries())
  for (const said of ['Mend the login page.', 'The story.', 'Answer 0.']) expect(text).toContain(said)
  // What was before is in the log, and the model is shown what the agent holds.
  expect(provider.requests[0]?.body['messages']).toHaveLength(1)
})

test('somebody else does not come into a session by naming it, and one that is not there is none', async () => {
  await start([{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }])
  const opening = user(`You take over. ${carriedMark('carry-claude-2')}`)
  await (await pack.session('carry-claude-2')).append({ role: 'user', blocks: [{ type: 'text', text: 'A secret.' }] })
  await claude({ 'x-claude-code-session-id': 'ann', authorization: 'Bearer ann' }).messages.create(ask(opening))
  await claude({ 'x-claude-code-session-id': 'bob', authorization: 'Bearer bob' }).messages.create(ask(opening))
  await claude({ 'x-claude-code-session-id': 'cy' }).messages.create(ask(user(carriedMark('carry-none'))))
  const names = (await gateway.status()).sessions.map(({ session }) => session)
  expect(names.toSorted()).toEqual(['carry-claude-2', 'claude-bob', 'claude-cy'])
})

test('only the beginning of a conversation names it', () => {
  const said = (role: 'user' | 'assistant', text: string) => ({ role, blocks: [{ type: 'text' as const, text }] })
  const mark = carriedMark('carry-pi-3')
  expect(carriedIn([said('user', 'reminders'), said('user', `a ${mark} b`)])).toBe('carry-pi-3')
  expect(carriedIn([said('user', 'hello'), said('assistant', 'hi'), said('user', mark)])).toBeUndefined()
})
