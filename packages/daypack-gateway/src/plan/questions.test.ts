import type Anthropic from '@anthropic-ai/sdk'
import { beforeEach, describe, expect, test } from 'vitest'
import { gateway, pack, provider, start } from '../../test/each.ts'
import { ask, clientsOf, loggedIn, user } from '../../test/support.ts'
import { NOTE } from './own-compaction.ts'

// What agents ask with the whole conversation in front, and what is no part of it.

const { claude } = clientsOf(() => gateway)
const WINDOW = 16_000
const STEPS = 16
const ANSWER = 'They would like to see the third one.'
const QUESTIONS = [
  '[SUGGESTION MODE: Suggest what the user might naturally type next into Claude Code.]',
  'The user stepped away and is coming back. Recap in under 40 words.',
  '<system-reminder>This is a side question from the user. You must answer it directly.\n\nWhich was the third?',
  'You are now acting as the memory extraction subagent. Analyze the most recent messages above.',
  'Managed memory has TWO directories. Choose which one to write each memory into.',
]
const file = (n: number) =>
  Array.from({ length: 300 }, (_, at) => `step ${n} line ${at} of /src/file-${n}.ts`).join('\n')
const isQuestion = (text: string) => QUESTIONS.some((one) => text.includes(JSON.stringify(one).slice(1, -1)))

beforeEach(() =>
  start(
    ({ body, index }) =>
      isQuestion(JSON.stringify(body))
        ? { text: ANSWER }
        : { text: `Look ${index}.`, calls: [{ tool: 'read', input: { path: `/src/file-${index}.ts` } }] },
    { window: WINDOW, provider: { window: WINDOW } },
  ),
)

const answered = (content: Anthropic.ContentBlock[], text: string): Anthropic.MessageParam[] => [
  { role: 'assistant', content },
  {
    role: 'user',
    content: content.flatMap((block) =>
      block.type === 'tool_use' ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: text }] : [],
    ),
  },
]

async function longLoop(headers: Record<string, string>): Promise<Anthropic.MessageParam[]> {
  const messages = [user('Read all the files.')]
  for (let n = 0; n < STEPS; n++)
    messages.push(...answered((await claude(headers).messages.create(ask(...messages))).content, file(n)))
  return messages
}

async function stateOf() {
  const { sessions } = await gateway.status()
  const [id = ''] = await pack.sessions()
  const session = await pack.session(id)
  await session.idle()
  const entries = await session.entries()
  const rewinds = entries.filter((entry) => entry.kind === 'mark' && entry.name === 'rewind')
  return { sessions, rewinds, note: session.view.marks.get(NOTE), logged: JSON.stringify(await loggedIn(pack)) }
}

describe.each([
  ['with the name of the session', { 'x-claude-code-session-id': 'long' }],
  ['found by the replies it holds', {}],
])('asked %s', (_, headers) => {
  test.each(QUESTIONS)('%s', async (question) => {
    const messages = await longLoop(headers)
    const reply = await claude(headers).messages.create(ask(...messages, user(question)))
    expect(reply.content).toMatchObject([{ text: ANSWER }])
    const asked = provider.requests.at(-1)
    const before = provider.requests.at(-2)
    expect(asked?.status).toBe(200)
    expect(asked?.promptTokens).toBeGreaterThan((before?.promptTokens ?? 0) / 2)
    const { content } = await claude(headers).messages.create(ask(...messages))
    await claude(headers).messages.create(ask(...messages, ...answered(content, file(STEPS))))
    const { sessions, rewinds, note, logged } = await stateOf()
    expect(sessions).toMatchObject([{ requests: STEPS + 2, asides: 1 }])
    expect(rewinds).toEqual([])
    expect(note).toBeUndefined()
    expect(logged).not.toContain(JSON.stringify(question).slice(1, 40))
    expect(logged).not.toContain(ANSWER)
  })

  test('an agent beside the conversation goes on with its own calls, and they stay out of it', async () => {
    const messages = await longLoop(headers)
    const [, , , question = ''] = QUESTIONS
    const call = { type: 'tool_use' as const, id: 'toolu_note', name: 'read', input: { path: 'MEMORY.md' } }
    const first = [...messages, user(question)]
    await claude(headers).messages.create(ask(...first))
    await claude(headers).messages.create(
      ask(...first, ...answered([call as Anthropic.ToolUseBlock], 'nothing is remembered yet')),
    )
    expect(provider.requests.at(-1)?.status).toBe(200)
    const { sessions, logged } = await stateOf()
    expect(sessions).toMatchObject([{ requests: STEPS, asides: 2 }])
    expect(logged).not.toContain('nothing is remembered yet')
  })
})
