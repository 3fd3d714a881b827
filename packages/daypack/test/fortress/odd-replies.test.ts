import { expect, test } from 'vitest'
import { aiSdk } from '../../src/codecs/ai-sdk/index.ts'
import { anthropic, gemini, openaiChat, openaiResponses } from '../../src/codecs/index.ts'
import { langchain } from '../../src/codecs/langchain/index.ts'
import { openaiAgents } from '../../src/codecs/openai-agents/index.ts'
import { createDaypack } from '../../src/daypack.ts'
import { memoryDriver } from '../../src/drivers/memory/index.ts'
import type { AnyCodec } from '../../src/model/codec.ts'
import { byBytes } from '../../src/tokens/count.ts'

const CODECS: readonly AnyCodec[] = [anthropic, openaiChat, openaiResponses, gemini, aiSdk, langchain(), openaiAgents]
const ODD = [
  null,
  undefined,
  '',
  0,
  true,
  [],
  {},
  [null],
  { content: 0 },
  { choices: {} },
  { output: 'x' },
  { candidates: 1 },
]

test('F-70: a malformed answer is read as empty or warned of, never thrown; the session continues', async () => {
  const told: string[] = []
  const pack = await createDaypack({
    driver: memoryDriver(),
    warn: (line) => void told.push(line),
    tuning: { counter: byBytes(4) },
  })
  const session = await pack.session('s')
  const found: unknown[] = []
  for (const codec of CODECS)
    for (const response of ODD) await session.record(codec, response).catch((error: unknown) => found.push(error))
  expect(found).toEqual([])
  expect(told.length).toBeGreaterThan(0)
  expect(await session.append({ role: 'user', blocks: [{ type: 'text', text: 'Still here.' }] })).toBeGreaterThan(0)
  await pack.close()
})

test('F-62: more cached than billed is no negative bill', () => {
  const usage = { inputTokens: 10, outputTokens: 1, inputTokensDetails: [{ cached_tokens: 30 }] }
  expect(openaiAgents.reply({ usage, output: [] }).billed).toMatchObject({ input: 0, cacheRead: 30 })
})
