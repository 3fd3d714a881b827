import { expect, test } from 'vitest'
import { openDesk } from '../../../daypack-testing/src/desk.ts'
import { assistant, calls, plain, system, user } from '../../test/engine/say.ts'
import { anthropic } from '../codecs/anthropic/index.ts'
import { openaiChat } from '../codecs/openai-chat/index.ts'
import { byBytes } from '../tokens/count.ts'
import { appendDrafts } from './append.ts'

const intake = { counter: byBytes(4), inlineMaxBytes: Infinity, store: () => Promise.reject(new Error('not here')) }
const EMPTY = openDesk().view
const appended = (given: unknown, codec?: unknown, view = EMPTY) => appendDrafts(given, codec as never, view, intake)

test('a message of ours is taken as it is, with its origin', async () => {
  for (const message of [user('hi'), assistant('hi'), calls('a')])
    expect(await appended(message)).toMatchObject([{ kind: 'message', message }])
  expect(await appendDrafts(user('hi'), undefined, EMPTY, intake, 'memory')).toMatchObject([{ origin: 'memory' }])
})

test.each<[string, unknown, string]>([
  ['nothing', undefined, 'such as { role'],
  ['an unknown role', { role: 'human', blocks: [] }, 'such as { role'],
  ['no list of blocks', { role: 'user', blocks: 'hi' }, 'such as { role'],
  ['an unknown block', { role: 'user', blocks: [{ type: 'txt' }] }, 'such as { role'],
  ['no block at all', { role: 'user', blocks: [null] }, 'such as { role'],
  ['one known block and one unknown', { role: 'user', blocks: [...user('hi').blocks, {}] }, 'such as { role'],
  ['a message of a provider', { role: 'user', content: 'hi' }, '{ codec: anthropic }'],
  ['a message of Gemini', { role: 'user', parts: [{ text: 'hi' }] }, '{ codec: anthropic }'],
])('%s is refused, with what to give', async (_, given, told) => {
  await expect(appended(given)).rejects.toMatchObject({ code: 'bad-config', message: expect.stringContaining(told) })
})

test('the system prompt takes its slot before anything is said, and is a message later', async () => {
  const desk = openDesk()
  expect(await appended(system('You help.'), undefined, desk.view)).toMatchObject([{ replaces: 0 }])
  await desk.say(user('hi'))
  expect((await appended(system('And now this.'), undefined, desk.view))[0]).not.toHaveProperty('replaces')
})

test('a message of a provider is read with its codec, which has to be one that can', async () => {
  const [draft] = await appended({ role: 'user', content: 'hi' }, anthropic)
  expect(draft).toMatchObject({ message: { role: 'user', blocks: [{ type: 'text', text: 'hi' }] } })
  expect(await appended({ role: 'system', content: 'You help.' }, openaiChat)).toMatchObject([{ replaces: 0 }])
  await expect(appended({}, plain)).rejects.toMatchObject({ code: 'unsupported' })
  const empty = { ...plain, wrap: () => ({ messages: [] }) }
  await expect(appended({}, empty)).rejects.toMatchObject({ code: 'bad-config' })
})

test('a result that does not name its tool has the one of the newest call with its id', async () => {
  const desk = openDesk()
  const call = (tool: string) =>
    desk.say({ role: 'assistant', blocks: [{ type: 'tool-call', callId: 'a', tool, input: {} }] })
  await call('old')
  await call('new')
  await desk.say(calls('b'))
  const toolOf = async (...ids: string[]) => {
    const content = ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'out' }))
    const drafts = await appended(
      { role: 'user', content: [...content, { type: 'text', text: 'and?' }] },
      anthropic,
      desk.view,
    )
    return drafts.flatMap((draft) =>
      draft.kind === 'message' ? draft.message.blocks.map((block) => ('tool' in block ? block.tool : block.type)) : [],
    )
  }
  expect(await toolOf('a', 'b')).toEqual(['new', 'read_file', 'text'])
  expect(await toolOf('unknown')).toEqual(['', 'text'])
})

test('a message without an origin is the caller’s, and says nothing of one', async () => {
  expect((await appended(user('hi')))[0]).not.toHaveProperty('origin')
})
