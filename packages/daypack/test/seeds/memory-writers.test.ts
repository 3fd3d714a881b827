import { describe, expect } from 'vitest'
import type { Message } from '../../src/model/message.ts'
import { answer, request, step } from '../../../daypack-testing/src/desk.ts'
import { day, notesFolders } from './memory-support.ts'
import { row } from './support.ts'

const { notes } = notesFolders()

describe('who writes', () => {
  row('1D1', async () => {
    const { memory, pack } = await notes({})
    expect((await memory.remember('The user prefers tabs.')).path).toBe('MEMORY.md')
    await pack.close()
  })
  row('1D2', async () => {
    const { memory, pack } = await notes({})
    expect((await memory.write('Fixed the login bug.', { by: 'user' })).path).toMatch(day)
    await pack.close()
  })
  /** What is flushed when these messages are compacted. */
  const flushed = async (...messages: Message[]) => {
    const { drained, pack } = await notes({})
    const session = await pack.session('s')
    for (const message of messages) await session.append(message)
    await session.compact()
    const done = await drained()
    await pack.close()
    return done
  }
  const compacted = async (...messages: Message[]) => (await flushed(...messages))[0]?.lines.join('\n') ?? ''
  const filler = Array.from({ length: 6 }, (_, at) => [
    request(`Part ${at}, please. ${'word '.repeat(60)}`),
    answer(`Part ${at} done. ${'word '.repeat(60)}`),
  ]).flat()
  row('1D3', async () =>
    expect(await compacted(request('I prefer tabs over spaces in every file.'), answer('Noted.'), ...filler)).toContain(
      'tabs over spaces',
    ),
  )
  row('1D4', async () => {
    const failed = step({
      tool: 'run_shell',
      input: { command: 'npm test' },
      output: 'Error: Cannot find module left-pad',
      isError: true,
    })
    const fixed = step({
      tool: 'run_shell',
      input: { command: 'npm install left-pad && npm test' },
      output: 'ok 12 passed',
    })
    expect(
      await compacted(
        request('Make the tests pass.'),
        ...failed,
        ...fixed,
        answer('Installing left-pad fixed it.'),
        ...filler,
      ),
    ).toMatch(/Lesson:.*left-pad/)
  })
  row('1D5', async () => {
    const { pack } = await notes({}, { schedule: true })
    await pack.memory.ready()
    const next = (await pack.memory.status()).nextConsolidation ?? 0
    expect(next).toBeGreaterThan(Date.now())
    expect(next - Date.now()).toBeLessThanOrEqual(25 * 3_600_000)
    await pack.close()
  })
  row('1D6', async () => {
    const { memory, pack } = await notes({
      'memory/2025-01-15.md': '# 2025-01-15\n\n- Preference: tabs over spaces\n- Decision: use JWT for the login\n',
    })
    const result = await memory.consolidate()
    expect([...result.days, result.state]).toEqual(['2025-01-15', expect.any(String)])
    // Lines without a source are not the user's word for certain: merged, or named as left.
    expect(result.edits.length + result.left.length + result.untrusted).toBeGreaterThan(0)
    await pack.close()
  })
  row('1D7', async () => {
    expect(await flushed(request('I prefer tabs over spaces in every file.'), ...filler)).toHaveLength(1)
  })
  row('2E14', async () => {
    const [done] = await flushed(request('I prefer tabs over spaces in every file.'), ...filler)
    expect(done?.path).toMatch(day)
  })
})
