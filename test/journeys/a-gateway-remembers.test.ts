// Somebody talks to a model through the proxy, which is started every morning and stopped every evening. Nobody asks for notes:
// what they said on Monday is in the first request of Tuesday. What must go is forgotten with the command.
import Anthropic from '@anthropic-ai/sdk'
import { startProvider } from 'daypack-testing'
import { expect, test } from 'vitest'
import { proxyAddress } from '../../packages/cli/test/load/proxy-address.ts'
import { daypack, project, started } from '../../packages/cli/test/run.ts'
import { filesWith, onDay } from './days.ts'

/** What an agent sends with every request; one without tools is taken for a question on the side. */
const AGENT = {
  model: 'claude-opus-4-5',
  max_tokens: 100,
  system: 'You are a helpful agent.',
  tools: [{ name: 'read', input_schema: { type: 'object' as const } }],
}

test('told on Monday, used on Tuesday, changed on Wednesday, forgotten on Friday', async () => {
  const at = project()
  const provider = await startProvider({ script: () => ({ text: 'All right.' }) })
  /** A day of the proxy and one conversation through it: its first request, as the provider got it. */
  const day = async (date: string, ...said: readonly string[]): Promise<string> => {
    const from = provider.requests.length
    const args = ['proxy', '--port', '0', '--anthropic-url', provider.url]
    const { child, ended } = started(at, args, onDay(date))
    const baseURL = await proxyAddress(child)
    const client = new Anthropic({ apiKey: 'key', baseURL, maxRetries: 0 })
    const messages: Anthropic.MessageParam[] = []
    for (const content of said) {
      messages.push({ role: 'user', content })
      const reply = await client.messages.create({ ...AGENT, messages })
      messages.push({ role: 'assistant', content: reply.content })
    }
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
    return provider.requests[from]?.text ?? ''
  }
  try {
    await day(
      '2026-11-16',
      'I always use yarn in my projects. My locker code at the gym is tango 4711.',
      'My daughter is called Runa. What should I cook tonight?',
    )
    const tuesday = await day('2026-11-17', 'Add a GET route for the invoices.')
    for (const words of ['I always use yarn in my projects.', 'tango 4711', 'My daughter is called Runa.'])
      expect(tuesday).toContain(words)
    expect(tuesday).not.toContain('cook tonight')

    await day('2026-11-18', 'From now on I use pnpm instead of yarn.')
    const thursday = await day('2026-11-19', 'Add a POST route for the invoices.')
    expect(thursday).toContain('pnpm instead of yarn')

    const forgotten = await daypack(at, ['memory', 'forget', 'tango 4711', '--everywhere'], '', onDay('2026-11-20'))
    expect(forgotten).toMatchObject({ code: 0 })
    const friday = await day('2026-11-20', 'Add a DELETE route.')
    expect(friday).toContain('Runa')
    expect(friday).not.toContain('tango')
    expect(filesWith(at, 'tango')).toEqual([])
  } finally {
    await provider.close()
    at.remove()
  }
})
