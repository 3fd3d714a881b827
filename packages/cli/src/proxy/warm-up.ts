import { createDaypack } from 'daypack'
import { anthropic } from 'daypack/codecs'
import { memoryDriver } from 'daypack/drivers'

/** Loads what the first turn would wait for, above all the token counter, while the agent starts. */
export async function warmUp(): Promise<void> {
  const pack = await createDaypack({ driver: memoryDriver(), memory: false })
  const session = await pack.session('warm-up')
  const messages = [{ role: 'user', content: 'Which test failed?' }]
  await session.prepare(anthropic, { model: 'claude-sonnet-4-5', max_tokens: 100, messages })
  await pack.close()
}
