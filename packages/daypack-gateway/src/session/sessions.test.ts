import type Anthropic from '@anthropic-ai/sdk'
import type OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { gateway, pack, provider, restart, start } from '../../test/each.ts'
import { ask, clientsOf, HOST, loggedIn, user } from '../../test/support.ts'
import { memoryDriver } from '../../../daypack/src/drivers/memory/index.ts'

const { claude, chat, raw } = clientsOf(() => gateway)
const logged = async () => {
  await gateway.status()
  return loggedIn(pack)
}

describe('sessions', () => {
  test('R-1, R-3: by header: sub-agents apart, titles and summaries left out', async () => {
    await start([{ text: 'ok' }])
    const main = claude({ 'x-claude-code-session-id': 'c' })
    const agent = claude({ 'x-claude-code-session-id': 'c', 'x-claude-code-agent-id': 'a' })
    await main.messages.create(ask(user('main')))
    await agent.messages.create(ask(user('sub')))
    const { tools: _, ...title } = ask(user('Write a title'))
    await main.messages.create(title)
    const summary = user('CRITICAL: Respond with TEXT ONLY. Summarize.')
    await main.messages.create(ask(user('main'), { role: 'assistant', content: 'ok' }, summary))
    await main.messages.create({ ...ask(user('judge this')), system: 'You are a security monitor for agents.' })
    expect(await logged()).toEqual({
      'claude-c': ['user: main', 'assistant: ok'],
      'claude-c.a': ['user: sub', 'assistant: ok'],
    })
    expect(provider.requests.length).toBe(5)
    const { sessions } = await gateway.status()
    expect(sessions.map(({ session, parent }) => [session, parent])).toEqual([
      ['claude-c', undefined],
      ['claude-c.a', 'claude-c'],
    ])
  })

  test('R-3: a safety classifier goes out byte for byte, comes back so, and leaves the conversation alone', async () => {
    const verdict = { text: '<block>no</block>' }
    await start(({ body }) => (JSON.stringify(body['system'] ?? '').includes('monitor') ? verdict : { text: 'ok' }))
    const session = { 'x-claude-code-session-id': 'c' }
    await claude(session).messages.create(ask(user('main')))
    // As Claude Code asks in its automatic mode: the session's own name, another model, no stream.
    const judged = JSON.stringify([
      { role: 'user', content: `<transcript>\n${'{"user":"main"}\n'.repeat(500)}</transcript>` },
    ])
    const monitor = `You are a security monitor for autonomous agents.${' Rule.'.repeat(2_000)}`
    for (const withTools of ['', '"tools":[{"name":"classify_result","input_schema":{"type":"object"}}], ']) {
      const body = `{"model":"claude-sonnet-5", "max_tokens":64,"temperature":0, ${withTools}"safeguards":{"a":1e2}, "system":[{"type":"text","text":${JSON.stringify(monitor)},"cache_control":{"type":"ephemeral"}}],"messages":${judged}}`
      const answer = await raw(body, session)
      expect(provider.requests.at(-1)?.text).toBe(body)
      expect(await answer.json()).toMatchObject({ content: [verdict] })
    }
    await claude(session).messages.create(ask(user('main'), { role: 'assistant', content: 'ok' }, user('on')))
    expect(await logged()).toEqual({ 'claude-c': ['user: main', 'assistant: ok', 'user: on', 'assistant: ok'] })
  })

  test('R-2: by content where there is no key: markers and string or block form do not matter', async () => {
    await start(({ index }) => ({ text: `answer ${index}` }))
    const client = claude()
    const first = [user('same start')]
    const [a, b] = [
      await client.messages.create(ask(...first)),
      await client.messages.create(ask(user('same start'), { role: 'assistant', content: 'another' }, user('go'))),
    ]
    const marked: Anthropic.MessageParam = {
      role: 'user',
      content: [{ type: 'text', text: 'same start', cache_control: { type: 'ephemeral' } }],
    }
    await client.messages.create(ask(marked, { role: 'assistant', content: a.content }, user('on')))
    const sessions = Object.values(await logged())
    expect(sessions).toHaveLength(2)
    expect(sessions).toContainEqual(['user: same start', 'assistant: answer 0', 'user: on', 'assistant: answer 2'])
    expect(b.content).toMatchObject([{ text: 'answer 1' }])
  })

  test('R-2: by content: a message at the end that is another one in each request does not begin a session', async () => {
    await start(({ index }) => ({ text: `answer ${index}` }))
    const said: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: '[Subagent Task] Look.' }]
    for (let n = 0; n < 3; n++) {
      const state = { role: 'user' as const, content: `<state>${n} processes</state>` }
      const tool = { type: 'function' as const, function: { name: 'read', parameters: {} } }
      const { choices } = await chat().chat.completions.create({
        model: 'gpt-4o',
        tools: [tool],
        messages: [...said, state],
      })
      said.push({ role: 'assistant', content: choices[0]?.message.content ?? '' }, { role: 'user', content: `on ${n}` })
    }
    const [session, ...others] = Object.values(await logged())
    expect(others).toEqual([])
    expect(session?.filter((line) => line.startsWith('assistant'))).toEqual(
      [0, 1, 2].map((n) => `assistant: answer ${n}`),
    )
  })

  test('a conversation without a key is found again after a restart', async () => {
    const driver = memoryDriver({ now: Date.now })
    await start([{ text: 'ok' }], { driver })
    await claude().messages.create(ask(user('begin')))
    await logged()
    await restart(driver)
    await claude().messages.create(ask(user('begin'), { role: 'assistant', content: 'ok' }, user('go on')))
    expect(Object.values(await logged())).toEqual([['user: begin', 'assistant: ok', 'user: go on', 'assistant: ok']])
  })

  test('the status names the model that was billed last', async () => {
    await start([{ text: 'ok' }])
    const client = claude({ 'x-claude-code-session-id': 'c' })
    await client.messages.create(ask(user('hi')))
    const more = ask(user('hi'), { role: 'assistant', content: 'ok' }, user('and now?'))
    await client.messages.create({ ...more, model: 'claude-sonnet-4-5' })
    expect((await gateway.status()).sessions).toMatchObject([{ requests: 2, model: 'claude-sonnet-4-5' }])
  })

  test('R-1: by path', async () => {
    await start([{ text: 'ok' }])
    await claude({}, `${HOST}/s/my%20task`).messages.create(ask(user('hi')))
    expect(Object.keys(await logged())).toEqual(['my task'])
  })
})
