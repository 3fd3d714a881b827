import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAnthropic } from '@ai-sdk/anthropic'
import { generateText, isStepCount } from 'ai'
import { expect, test } from 'vitest'
import { createDaypack } from '../../src/daypack.ts'
import { daypackTools } from '../../src/hosts/ai-sdk.ts'
import { startProvider } from '../../../daypack-testing/src/provider/index.ts'
import { temporary } from '../temporary.ts'

const NOON = Date.UTC(2026, 10, 15, 12)
const LOG = 'memory/2026-11-15.md'

test('an agent made of generateText flushes a session over HTTP, by tools', async () => {
  const dir = temporary()
  const provider = await startProvider({
    script: [
      { calls: [{ tool: 'memory_get', input: { path: LOG } }] },
      {
        calls: [
          { tool: 'memory_write', input: { text: '- Preference: The user prefers pnpm over npm' } },
          { tool: 'memory_write', input: { text: '- Decision: PostgreSQL for billing', path: 'MEMORY.md' } },
        ],
      },
      { calls: [{ tool: 'memory_write', input: { text: '- Decision: PostgreSQL for billing' } }] },
      { text: 'Noted.' },
    ],
  })
  const model = createAnthropic({ apiKey: 'test', baseURL: `${provider.url}/v1` })('claude-opus-4-5')
  const pack = await createDaypack({
    dir,
    memory: {
      schedule: false,
      tuning: {
        zone: 'UTC',
        watch: false,
        flushAgent: async ({ system, prompt, tools, signal }) => {
          const { text } = await generateText({
            model,
            instructions: system,
            prompt,
            tools: daypackTools(tools),
            stopWhen: isStepCount(20),
            maxRetries: 0,
            abortSignal: signal,
          })
          return text
        },
      },
    },
    tuning: { now: () => NOON },
  })
  const session = await pack.session('s1')
  const said = "I prefer pnpm over npm. And let's use PostgreSQL for billing, as we said on the phone."
  await session.append({ role: 'user', blocks: [{ type: 'text', text: said }] })
  await pack.memory.flush('s1', 1)
  await pack.memory.drain()
  await pack.close()
  await provider.close()
  expect(provider.requests.map(({ status, violations }) => [status, violations])).toEqual(
    provider.requests.map(() => [200, []]),
  )
  expect(provider.requests).toHaveLength(4)
  expect(provider.requests[2]?.text).toContain(`Here you write to ${LOG} alone`)
  expect(readFileSync(join(dir, LOG), 'utf8')).toBe(`# 2026-11-15
- Preference: The user prefers pnpm over npm <!-- @user s1#1 -->
- Decision: PostgreSQL for billing <!-- @user s1#1 -->
`)
})
