// An agent with a memory over MCP: every day another conversation, with a server of its own that its client starts and ends. The
// model calls the tools it is offered, as their descriptions ask.
import { expect, test } from 'vitest'
import { mcpClient } from '../../packages/cli/test/mcp/client.ts'
import { project } from '../../packages/cli/test/run.ts'
import { filesWith, onDay } from './days.ts'

const at = project()

/** One conversation: the tools by name, and what they answer. */
async function day(date: string, talk: (call: Call) => Promise<void>): Promise<void> {
  const client = await mcpClient(at, onDay(date))
  await talk(async (name, input) => {
    const { content, isError } = await client.callTool({ name, arguments: input })
    expect(isError ?? false).toBe(false)
    return (content as { text: string }[]).map(({ text }) => text).join('\n')
  })
  await client.close()
}
type Call = (name: string, input: Record<string, unknown>) => Promise<string>

test('told on Monday, used on Tuesday, changed on Wednesday, forgotten on Thursday', async () => {
  try {
    await day('2026-11-16', async (call) => {
      await call('memory_write', { text: 'The user always uses yarn in their projects.' })
      await call('memory_write', { text: 'The locker code of the user at the gym is tango 4711.' })
    })
    await day('2026-11-17', async (call) => {
      expect(await call('memory_search', { query: 'which package manager, yarn or another?' })).toContain('yarn')
    })
    await day('2026-11-18', async (call) => {
      const [id = ''] = /^\S+(?=.*yarn)/m.exec(await call('memory_lines', {})) ?? []
      await call('memory_change', { id, text: 'The user uses pnpm in their projects.' })
    })
    await day('2026-11-19', async (call) => {
      const lines = await call('memory_lines', {})
      expect(lines).toContain('pnpm')
      expect(lines).not.toContain('yarn')

      const said = 'Forget my locker code.'
      expect(await call('memory_forget', { said })).toContain('tango 4711')
      expect(filesWith(at, 'tango')).not.toEqual([])
      expect(await call('memory_forget', { said, confirmed: true })).toContain('Forgotten: 1 line')
    })
    await day('2026-11-20', async (call) => {
      expect(await call('memory_search', { query: 'locker code at the gym' })).not.toContain('tango')
    })
    expect(filesWith(at, 'tango')).toEqual([])
  } finally {
    at.remove()
  }
})
