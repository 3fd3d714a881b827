import Anthropic from '@anthropic-ai/sdk'
import { expect, test } from 'vitest'
import { createDaypack } from '../../src/daypack.ts'
import { daypackMiddleware, providerFirst } from '../../src/hosts/anthropic.ts'
import type { Session } from '../../src/session/session.ts'
import { startProvider, type ScriptedProvider } from '../../../daypack-testing/src/provider/index.ts'
import { temporary } from '../temporary.ts'
import { anthropicLoop } from './loops.ts'
import { answer, finalAnswer, readPage, sailor } from '../../../../examples/hosts/voyage.ts'

const WINDOW = 16_000

async function run(
  name: string,
  drive: (provider: ScriptedProvider, session: Session) => Promise<readonly string[]>,
): Promise<{ provider: ScriptedProvider; session: Session }> {
  const provider = await startProvider({ script: sailor, window: WINDOW })
  const pack = await createDaypack({
    dir: temporary(),
    window: WINDOW,
    memory: { summarize: false },
    tuning: { maxOutput: 1000, policy: providerFirst },
  })
  const session = await pack.session(name)
  const answers = await drive(provider, session)
  expect(answers.map(finalAnswer)).toEqual([answer(1, 22), answer(23, 44)])
  await pack.close()
  await provider.close()
  return { provider, session }
}

/** Nothing was left out by us, everything that was ever said is in the log, and what the provider did is noted there. */
async function staysTrue(session: Session): Promise<void> {
  expect(session.view.batches).toEqual([])
  expect(session.view.marks.get('server-edits')?.data).toBeDefined()
  const results = session.view.slots
    .flatMap((slot) => slot.message.blocks)
    .filter((block) => block.type === 'tool-result')
  const texts = await Promise.all(results.map((block) => session.readBack(block.content)))
  for (let day = 1; day <= 44; day++) expect(texts).toContain(readPage(day))
}

test('Anthropic clears while we keep the log', async () => {
  const { provider, session } = await run('clear', (server, managed) => {
    const middleware = [daypackMiddleware(managed, { serverEditing: { triggerTokens: 8_000, keep: 2 } })]
    return anthropicLoop(new Anthropic({ apiKey: 'test', baseURL: server.url, maxRetries: 0, middleware }))
  })
  expect(provider.requests.map((request) => request.status)).not.toContain(400)
  expect(Math.max(...provider.requests.map((request) => request.promptTokens))).toBeLessThan(WINDOW)
  expect(provider.requests.at(-1)?.headers['anthropic-beta']).toBe('context-management-2025-06-27')
  await staysTrue(session)
})
