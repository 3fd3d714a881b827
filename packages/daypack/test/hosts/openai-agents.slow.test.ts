import { Agent, MemorySession, OpenAIProvider, Runner, tool } from '@openai/agents'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createDaypack } from '../../src/daypack.ts'
import { daypackAgents } from '../../src/hosts/openai-agents.ts'
import { temporary } from '../temporary.ts'
import { prove, thinking, type Drive } from './prove.ts'
import { QUESTIONS, readPage, SYSTEM } from '../../../../examples/hosts/voyage.ts'

const dir = temporary()
const read_page = tool({
  name: 'read_page',
  description: 'Read one page of the log.',
  parameters: z.object({ day: z.number() }),
  execute: ({ day }) => readPage(day),
})

const drive: Drive = async (url, session) => {
  const agent = new Agent({
    name: 'bookkeeper',
    instructions: SYSTEM,
    model: 'gpt-5.6',
    tools: [read_page],
    modelSettings: { maxTokens: 1000 },
  })
  const modelProvider = new OpenAIProvider({ apiKey: 'test', baseURL: `${url}/v1`, useResponses: true })
  const runner = new Runner({ modelProvider, tracingDisabled: true })
  const memory = session ? daypackAgents(session) : { session: new MemorySession() }
  const answers: string[] = []
  for (const question of QUESTIONS) {
    const { finalOutput } = await runner.run(agent, question, { maxTurns: 60, ...memory })
    answers.push(String(finalOutput))
  }
  return answers
}

test('a runner with filter and session', async () => {
  expect(await prove('openai-agents', drive, thinking)).toBeDefined()
})

test('the session is a session: items come back, the last one can be taken away, all can go', async () => {
  const pack = await createDaypack({ dir })
  const { session } = daypackAgents(await pack.session('items'))
  const call = {
    type: 'function_call' as const,
    callId: 'c1',
    name: 'read_page',
    status: 'completed' as const,
    arguments: '{"day":1}',
    providerData: { x: 1 },
  }
  const result = {
    type: 'function_call_result' as const,
    callId: 'c1',
    name: 'read_page',
    status: 'completed' as const,
    output: { type: 'text' as const, text: readPage(1).repeat(9) },
  }
  const items = [{ role: 'user' as const, content: 'go' }, call, result, { role: 'user' as const, content: 'go' }]
  await session.addItems(items)
  expect(await session.getItems()).toEqual(items)
  expect(await session.getItems(2)).toEqual(items.slice(2))
  expect(await session.popItem()).toEqual(items[3])
  expect(await session.getItems()).toEqual(items.slice(0, 3))
  const again = daypackAgents(await pack.session('items')).session
  expect(await again.getItems()).toEqual(items.slice(0, 3))
  await session.clearSession()
  expect(await session.getItems()).toEqual([])
  await pack.close()
})
