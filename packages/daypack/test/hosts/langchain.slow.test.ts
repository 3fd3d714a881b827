import { tool } from '@langchain/core/tools'
import { ChatOpenAI } from '@langchain/openai'
import { createAgent, type BaseMessage } from 'langchain'
import { expect, test } from 'vitest'
import { createDaypack } from '../../src/daypack.ts'
import { daypackMiddleware } from '../../src/hosts/langchain.ts'
import { startProvider } from '../../../daypack-testing/src/provider/index.ts'
import { temporary } from '../temporary.ts'
import { prove, type Drive } from './prove.ts'
import { QUESTIONS, readPage, SYSTEM } from '../../../../examples/hosts/voyage.ts'

const schema = { type: 'object', properties: { day: { type: 'integer' } } } as const
const read = tool(({ day }: { day: number }) => readPage(day), {
  name: 'read_page',
  description: 'Read one page of the log.',
  schema,
})

function modelAt(url: string): ChatOpenAI {
  return new ChatOpenAI({
    model: 'gpt-5.6',
    apiKey: 'test',
    maxRetries: 0,
    maxTokens: 1000,
    useResponsesApi: false,
    configuration: { baseURL: `${url}/v1` },
  })
}

const drive: Drive = async (url, session) => {
  const middleware = session ? [daypackMiddleware(session)] : []
  const agent = createAgent({ model: modelAt(url), tools: [read], systemPrompt: SYSTEM, middleware })
  let messages: BaseMessage[] = []
  const answers: string[] = []
  for (const question of QUESTIONS) {
    const state = await agent.invoke(
      { messages: [...messages, { role: 'user', content: question }] as never },
      { recursionLimit: 200 },
    )
    messages = state.messages
    answers.push(String(messages.at(-1)?.text))
  }
  return answers
}

const dir = temporary()

test('createAgent with the middleware', async () => {
  expect(await prove('langchain', drive)).toBeDefined()
})

test('a big tool result stays out of the state, and whole in the session', async () => {
  const big = Array.from({ length: 4000 }, (_, n) => `line ${n} of the manifest`).join('\n')
  const manifest = tool(() => big, {
    name: 'read_manifest',
    description: 'All of it.',
    schema: { type: 'object', properties: {} },
  })
  const provider = await startProvider({
    script: [{ calls: [{ tool: 'read_manifest', input: {} }] }, { text: 'done' }],
  })
  const pack = await createDaypack({ dir })
  const session = await pack.session('big')
  const blobs = pack.driver.blobs
  if (!blobs) throw new Error('the default driver has blobs')
  const agent = createAgent({
    model: modelAt(provider.url),
    tools: [manifest],
    middleware: [daypackMiddleware(session, { offload: { blobs } })],
  })
  const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'go' }] })
  expect(messages.map((message) => message.text.length < 2000)).toEqual([true, true, true, true])
  const [result] = session.view.slots.filter((slot) => slot.message.role === 'tool')
  const block = result?.message.blocks[0]
  expect(block?.type === 'tool-result' && (await session.readBack(block.content))).toBe(big)
  await pack.close()
  await provider.close()
})
