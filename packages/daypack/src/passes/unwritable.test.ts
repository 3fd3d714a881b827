import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { anthropic } from '../codecs/anthropic/index.ts'
import { createDaypack } from '../daypack.ts'
import { offload } from './offload.ts'

it('where nothing can be saved the request goes out whole, and says so', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'daypack-unwritable-'))
  const pack = await createDaypack({ dir, tuning: { now: () => 1_000_000, passes: [offload()] } })
  try {
    const session = await pack.session('s')
    const problems: unknown[] = []
    session.on('problem', (problem) => problems.push(problem))
    const request = (output: string) => ({
      model: 'claude-opus-4-5',
      max_tokens: 1_000,
      tools: [{ name: 'fetch', input_schema: { type: 'object' as const } }],
      messages: [
        { role: 'user' as const, content: 'Go.' },
        { role: 'assistant' as const, content: [{ type: 'tool_use' as const, id: 't1', name: 'fetch', input: {} }] },
        { role: 'user' as const, content: [{ type: 'tool_result' as const, tool_use_id: 't1', content: output }] },
      ],
    })
    const output = 'a line of output\n'.repeat(20_000)
    await rename(path.join(dir, 'tool_result'), path.join(dir, 'gone')).catch(() => {})
    await writeFile(path.join(dir, 'tool_result'), 'in the way')
    const broken = await session.prepare(anthropic, request(output))
    expect(broken.request).toEqual(request(output))
    expect(broken.problem ?? problems[0]).toBeInstanceOf(Error)
    await rm(path.join(dir, 'tool_result'))
    await rename(path.join(dir, 'gone'), path.join(dir, 'tool_result')).catch(() => {})
    const mended = await session.prepare(anthropic, request(output))
    expect(mended.problem).toBeUndefined()
    expect(JSON.stringify(mended.request)).toContain('<<<TRUNCATED>>>')
  } finally {
    await pack.close()
    await rm(dir, { recursive: true })
  }
})
