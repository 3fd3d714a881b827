import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect } from 'vitest'
import type { Message } from '../../src/model/message.ts'
import { answer, request, step } from '../../../daypack-testing/src/desk.ts'
import { day, type Memory, notesFolders } from './memory-support.ts'
import { row } from './support.ts'

const { notes } = notesFolders()

describe('who writes', () => {
  /** What is flushed when these messages are compacted. */
  const flushed = async (messages: readonly Message[], memory: Memory = {}) => {
    const { drained, pack } = await notes({}, memory)
    const session = await pack.session('s')
    for (const message of messages) await session.append(message)
    await session.compact()
    const done = await drained()
    await pack.close()
    return done
  }
  const compacted = async (messages: readonly Message[], memory?: Memory) =>
    (await flushed(messages, memory))[0]?.lines.join('\n') ?? ''
  const filler = Array.from({ length: 6 }, (_, at) => [
    request(`Part ${at}, please. ${'word '.repeat(60)}`),
    answer(`Part ${at} done. ${'word '.repeat(60)}`),
  ]).flat()
  row('1D3', async () =>
    expect(
      await compacted([request('I prefer tabs over spaces in every file.'), answer('Noted.'), ...filler]),
    ).toContain('tabs over spaces'),
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
    const line = 'npm test failed for want of left-pad; npm install left-pad fixed it.'
    const lesson = { op: 'add', kind: 'Lesson', line, quote: 'Cannot find module left-pad', message: 3 }
    const summarize = async () => JSON.stringify({ operations: [lesson] })
    const messages = [request('Make the tests pass.'), ...failed, ...fixed, answer('Installing left-pad fixed it.')]
    expect(await compacted([...messages, ...filler], { summarize })).toMatch(/Lesson:.*left-pad/)
  })
  row('1D5', async () => {
    const { pack } = await notes({}, { schedule: true })
    await pack.memory.ready()
    const next = new Date((await pack.memory.status()).nextConsolidation ?? 0)
    expect(next.getTime() - Date.now()).toBeLessThanOrEqual(25 * 3_600_000)
    expect([next.getHours(), next.getMinutes()]).toEqual([0, 0])
    await pack.close()
  })
  row('1D6', async () => {
    let now = Date.UTC(2025, 0, 15, 12)
    const { dir, memory, pack } = await notes({}, {}, { tuning: { now: () => now } })
    for (const said of ['Preference: tabs over spaces', 'Decision: use JWT for the login'])
      await memory.write(said, { by: 'user' })
    now += 24 * 3_600_000
    await memory.consolidate()
    await pack.close()
    expect(readFileSync(path.join(dir, 'MEMORY.md'), 'utf8')).toMatch(/tabs over spaces[^]*JWT|JWT[^]*tabs over spaces/)
  })
  row('1D7', async () => {
    expect(await flushed([request('I prefer tabs over spaces in every file.'), ...filler])).toHaveLength(1)
  })
  row('2E14', async () => {
    const [done] = await flushed([request('I prefer tabs over spaces in every file.'), ...filler])
    expect(done?.path).toMatch(day)
  })
})
