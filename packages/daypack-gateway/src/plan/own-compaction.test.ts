import type Anthropic from '@anthropic-ai/sdk'
import { beforeEach, describe, expect, test } from 'vitest'
import { gateway, pack, provider, start } from '../../test/each.ts'
import { ask, clientsOf, loggedIn, tools, user } from '../../test/support.ts'
import type { Json, JsonObject } from '../../../daypack/src/model/json.ts'
import { NOTE } from './own-compaction.ts'

// The agent's own compaction, as each agent asks for it, behind a conversation that outgrew the window.

const { claude, raw } = clientsOf(() => gateway)
const WINDOW = 16_000
const SUMMARY = 'They read every file of the tree; the third is broken.'
const STEPS = 16
const file = (n: number) =>
  Array.from({ length: 300 }, (_, at) => `step ${n} line ${at} of /src/file-${n}.ts`).join('\n')

/** Asked for a summary, it writes one; otherwise it reads on. */
const SIGNS =
  /TEXT ONLY|CHECKPOINT COMPACTION|component|summarization assistant|anchored|"compaction":|compaction_trigger|Please summarize/

beforeEach(() =>
  start(
    ({ body, index }) =>
      SIGNS.test(JSON.stringify(body))
        ? { text: SUMMARY }
        : { text: `Look ${index}.`, calls: [{ tool: 'read', input: { path: `/src/file-${index}.ts` } }] },
    { window: WINDOW, provider: { window: WINDOW } },
  ),
)

/** What the provider got last, and the note that is in the log. */
async function asked() {
  await gateway.status()
  const [id = ''] = await pack.sessions()
  const session = await pack.session(id)
  await session.idle()
  const request = provider.requests.at(-1)
  if (!request) throw new Error('nothing was sent')
  return {
    request,
    sessions: await pack.sessions(),
    note: session.view.marks.get(NOTE)?.data,
    logged: await loggedIn(pack),
  }
}

async function holds(question: string): Promise<void> {
  const before = provider.requests.at(-2)
  const { request, sessions, note, logged } = await asked()
  expect(request.status).toBe(200)
  expect(request.promptTokens).toBeLessThan(WINDOW)
  expect(request.promptTokens).toBeGreaterThan((before?.promptTokens ?? 0) / 2)
  expect(request.text).toContain(question)
  expect(note).toMatchObject({ text: SUMMARY })
  // It is no turn: neither the question nor its answer is part of the conversation.
  expect(sessions).toHaveLength(1)
  expect(JSON.stringify(logged)).not.toContain(question)
  expect(JSON.stringify(logged)).not.toContain(SUMMARY)
}

describe("G-43: the agent's own compaction is asked of the conversation as it is managed", () => {
  async function claudeLoop(headers: Record<string, string>): Promise<Anthropic.MessageParam[]> {
    const messages = [user('Read all the files.')]
    for (let n = 0; n < STEPS; n++) {
      const { content } = await claude(headers).messages.create(ask(...messages))
      const call = content.find((block) => block.type === 'tool_use')
      messages.push({ role: 'assistant', content })
      messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: call?.id ?? '', content: file(n) }] })
    }
    return messages
  }
  const session = { 'x-claude-code-session-id': 'long' }
  const PROMPT = 'CRITICAL: Respond with TEXT ONLY. Do NOT call any tools.'

  test('Claude Code: the prompt stands behind the last result, and the beginning is read from the cache', async () => {
    const messages = await claudeLoop(session)
    const marked = { type: 'text' as const, text: PROMPT, cache_control: { type: 'ephemeral' as const } }
    const last = messages.at(-1)?.content as Anthropic.ContentBlockParam[]
    const all = [...messages.slice(0, -1), { role: 'user' as const, content: [...last, marked] }]
    const whole = JSON.stringify(all).length
    const reply = await claude(session).messages.create({ ...ask(...all), max_tokens: 14_000 })
    expect(reply.content).toMatchObject([{ text: SUMMARY }])
    await holds(PROMPT)
    const { request } = await asked()
    expect(request.text.length).toBeLessThan(whole / 3)
    const sent = request.body['messages'] as Json[]
    const before = provider.requests.at(-2)?.body['messages'] as Json[]
    const plain = (list: Json[]) => list.map((one) => JSON.stringify(one).replaceAll(/,"cache_control":\{[^}]*\}/g, ''))
    expect(plain(sent).slice(0, before.length)).toEqual(plain(before))
  })

  test('Claude Code asks beside the last result and leaves out its last reply: no result is said twice', async () => {
    const messages = await claudeLoop(session)
    await claude(session).messages.create(ask(...messages))
    const last = messages.at(-1)?.content as Anthropic.ContentBlockParam[]
    const asking = { role: 'user' as const, content: [...last, { type: 'text' as const, text: PROMPT }] }
    await claude(session).messages.create({ ...ask(...messages.slice(0, -1), asking), max_tokens: 14_000 })
    await holds(PROMPT)
    const text = provider.requests.at(-1)?.text ?? ''
    // Lines of a file may stand in the hand-over too; the result itself must not.
    const sent = provider.requests.at(-1)?.body['messages'] as unknown as Anthropic.MessageParam[]
    const results = sent.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    const same = results.filter(
      (block) => block.type === 'tool_result' && JSON.stringify(block.content).includes(`step ${STEPS - 1} line 0 of`),
    )
    expect(same).toHaveLength(1)
    expect(text).not.toContain('not open here')
  })

  test('the agent goes on from its summary, and nothing of what was before comes back', async () => {
    const messages = await claudeLoop(session)
    await claude(session).messages.create(ask(...messages.slice(0, -1), user(PROMPT)))
    const after = [user(`This session is being continued. ${SUMMARY}`)]
    const reply = await claude(session).messages.create(ask(...after))
    expect(reply.content).toMatchObject([{ text: expect.stringMatching(/Look/) }, {}])
    expect(provider.requests.at(-1)?.body['messages']).toHaveLength(1)
    expect((await gateway.status()).sessions).toHaveLength(1)
  })

  test("Anthropic's own compaction on demand", async () => {
    const messages = await claudeLoop(session)
    const body = { ...ask(...messages), compaction: { type: 'summarize' } }
    await claude(session).messages.create(body)
    const { request, note } = await asked()
    expect(request.promptTokens).toBeLessThan(WINDOW)
    expect(request.body['compaction']).toEqual({ type: 'summarize' })
    expect(note).toMatchObject({ text: SUMMARY })
  })

  test('pi and OpenCode quote the conversation as one text', async () => {
    const messages = await claudeLoop({})
    const text = messages.map(({ role, content }) => `[${role}]: ${JSON.stringify(content)}`).join('\n\n')
    const system = 'You are a context summarization assistant. Your task is to read a conversation.'
    const question = `<conversation>\n${text.replaceAll('\\n', '\n')}\n</conversation>\n\nThe messages above are a conversation to summarize.`
    const body = { model: 'claude-opus-4-5', max_tokens: 9_000, system, messages: [user(question)] }
    await claude({}).messages.create(body)
    await holds('The messages above are a conversation to summarize.')
    expect(provider.requests.at(-1)?.text).toContain('file-1.ts')
  })

  test('Goose quotes it within its system prompt', async () => {
    const goose = { 'agent-session-id': 'one' }
    const messages = await claudeLoop(goose)
    const text = messages.map(({ role, content }) => `[${role}]: ${JSON.stringify(content)}`).join('\n')
    const system = `## Task Context\n\n**Conversation History:**\n${text.replaceAll('\\n', '\n')}\n\nWrap reasoning in \`<analysis>\` tags:`
    const question = 'Please summarize the conversation history provided in the system prompt.'
    await claude(goose).messages.create({
      model: 'claude-opus-4-5',
      max_tokens: 9_000,
      system,
      messages: [user(question)],
    })
    await holds(question)
    expect(provider.requests.at(-1)?.text).toContain('Wrap reasoning in')
    expect(provider.requests.at(-1)?.text).toContain('file-1.ts')
  })

  test('Gemini CLI and Qwen Code summarize a part of it, with a system prompt of their own', async () => {
    const messages = await claudeLoop({})
    const system = 'You are the component that summarizes a conversation when its context window is about to overflow.'
    const part = messages.slice(0, -8)
    const body = { model: 'claude-opus-4-5', max_tokens: 2_000, system, tools, messages: [...part, user('Summarize.')] }
    await claude({}).messages.create(body)
    await holds('Summarize.')
    // The conversation itself goes on where it was.
    await claude({}).messages.create(ask(...messages))
    expect((await gateway.status()).sessions).toMatchObject([{ requests: STEPS + 1 }])
  })

  test('Codex: its prompt, the compact endpoint, and the trigger the provider answers with a sealed summary', async () => {
    const headers = { 'thread-id': 'one', authorization: 'Bearer k' }
    const call = { type: 'function', name: 'read', parameters: { type: 'object', properties: {} } }
    const input: JsonObject[] = [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Read.' }] }]
    const trigger = { type: 'compaction_trigger' }
    const post = async (path: string, items: readonly JsonObject[], tools = [call]) => {
      const body = { model: 'gpt-5', store: false, tools, input: items }
      return (await (await raw(JSON.stringify(body), headers, path)).json()) as { output: JsonObject[] }
    }
    for (let n = 0; n < STEPS; n++) {
      const { output } = await post('/v1/responses', input)
      const id = output.find((item) => item['type'] === 'function_call')?.['call_id'] ?? ''
      input.push(...output, { type: 'function_call_output', call_id: id, output: file(n) })
    }
    const question = 'You are performing a CONTEXT CHECKPOINT COMPACTION. Create a handoff summary.'
    const asking = { type: 'message', role: 'user', content: [{ type: 'input_text', text: question }] }
    // It leaves its tools out, which stand before all that is cached.
    await post('/v1/responses', [...input, asking], [])
    await holds(question)
    const { body, billed, promptTokens } = (await asked()).request
    expect(body).toMatchObject({ tools: [call], tool_choice: 'none' })
    expect(billed?.cacheRead).toBeGreaterThan(promptTokens / 2)
    await post('/v1/responses/compact', input)
    const { request, logged } = await asked()
    expect(request.path).toBe('/v1/responses/compact')
    expect(request.promptTokens).toBeLessThan(WINDOW)
    expect(request.text.length).toBeLessThan(JSON.stringify(input).length / 3)

    const { output } = await post('/v1/responses', [...input, trigger])
    expect(output).toMatchObject([{ type: 'compaction' }])
    const triggered = await asked()
    expect((triggered.request.body['input'] as Json[]).at(-1)).toEqual(trigger)
    expect(triggered.request.promptTokens).toBeLessThan(WINDOW)
    expect(triggered.request.billed?.cacheRead).toBeGreaterThan(triggered.request.promptTokens / 2)
    expect(triggered.note).toMatchObject({ by: 'codex', text: '' })
    expect(triggered.logged).toEqual(logged)

    // It goes on from the sealed summary, in the same session.
    const [first = {}] = input
    await post('/v1/responses', [first, ...output])
    expect(provider.requests.at(-1)?.body['input']).toEqual([first, ...output])
    expect((await gateway.status()).sessions).toHaveLength(1)
  })
})
