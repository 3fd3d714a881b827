import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { createDaypack } from '../../src/index.ts'
import type { Message } from '../../src/model/message.ts'
import { answer, request } from '../../../daypack-testing/src/desk.ts'
import type { MemoryEvent } from '../../src/memory/index.ts'
import { day, notesFolders } from './memory-support.ts'
import { LOGIN, row } from './support.ts'

const { notes } = notesFolders()

describe('files', () => {
  row('2A1', async () => {
    const { dir, memory, pack } = await notes({ 'MEMORY.md': '- Project uses Python 3.12\n' })
    expect((await memory.search('Python')).hits[0]?.path).toBe('MEMORY.md')
    await pack.close()
    // Without its index nothing is lost.
    rmSync(path.join(dir, 'index'), { recursive: true })
    const again = await createDaypack({ dir, memory: { schedule: false, tuning: { watch: false } } })
    expect((await again.memory.search('Python')).hits[0]?.path).toBe('MEMORY.md')
    await again.close()
  })
  row('2A3', async () => {
    const { memory, pack } = await notes({})
    expect((await memory.write('Fixed login bug today', { by: 'user' })).path).toMatch(day)
    await pack.close()
  })
  const flushed = async (...messages: Message[]) => {
    const { drained, memory, pack } = await notes({})
    const session = await pack.session('s')
    for (const message of messages) await session.append(message)
    await memory.flush('s', session.view.head)
    const [done] = await drained()
    await pack.close()
    return done
  }
  row('2A9', async () => {
    // Nobody asks: the watcher finds it.
    const seen = Promise.withResolvers<readonly string[]>()
    const onEvent = (event: MemoryEvent) => {
      if (event.type === 'indexed' && isPut) seen.resolve(event.paths)
    }
    let isPut = false
    const { memory, put, pack } = await notes({ 'MEMORY.md': '- old\n' }, { watch: true, onEvent })
    await memory.ready()
    isPut = true
    put('MEMORY.md', '- a walrus\n')
    expect(await seen.promise).toEqual(['MEMORY.md'])
    await pack.close()
  })
  row('2A10', async () => {
    const { pack, dir } = await notes({ 'MEMORY.md': '- old\n' })
    await pack.memory.ready()
    await pack.close()
    writeFileSync(path.join(dir, 'MEMORY.md'), '- a narwhal\n')
    const again = await createDaypack({ dir, memory: { schedule: false, tuning: { watch: false } } })
    expect((await again.memory.search('narwhal')).hits).toHaveLength(1)
    await again.close()
  })
  row('2A11', async () => {
    const { memory, pack } = await notes({ 'memory/topics/deploy.md': '- the ibex rule\n' })
    expect((await memory.search('ibex')).hits[0]?.path).toBe('memory/topics/deploy.md')
    await pack.close()
  })
  row('2A12', async () => {
    const { memory, pack } = await notes({ 'memory.md': '- the okapi rule\n' })
    expect((await memory.search('okapi')).hits[0]?.path).toBe('memory.md')
    await pack.close()
  })
  row('1D10', async () => {
    const { memory, pack, dir } = await notes({ 'Memory.md': '- the okapi rule\n' })
    expect((await memory.search('okapi')).hits[0]?.path).toBe('Memory.md')
    await memory.remember('The ferry leaves at nine.')
    await pack.close()
    expect(readdirSync(dir).filter((name) => /^memory\.md$/i.test(name))).toEqual(['Memory.md'])
    expect(readFileSync(path.join(dir, 'Memory.md'), 'utf8')).toMatch(/okapi[^]*nine/)
  })
  row('2A13', async () => {
    const done = await flushed(
      request('Please look at the ferry timetable of the island.'),
      answer('It leaves at nine.'),
    )
    expect(done?.path).toMatch(day)
    expect(done?.lines.join()).toContain('ferry timetable')
  })
  row('2A14', async () => {
    const seen: string[] = []
    const { drained, memory, pack } = await notes(
      {},
      {
        flushAgent: async ({ tools }) => {
          seen.push(...tools.map(({ name }) => name))
          return '[SILENT]'
        },
      },
    )
    const session = await pack.session('s')
    for (const message of LOGIN) await session.append(message)
    await memory.flush('s', session.view.head)
    const [done] = await drained()
    expect([seen, done?.state, done?.by]).toEqual([['memory_get', 'memory_write', 'memory_edit'], 'silent', 'agent'])
    await pack.close()
  })
  row('2A16', async () => {
    const asked: string[] = []
    const { memory, pack } = await notes(
      {},
      {},
      {
        summarize: ({ system }) => {
          asked.push(system)
          return Promise.resolve('[SILENT]')
        },
        tuning: { language: 'zh' },
      },
    )
    const session = await pack.session('s')
    for (const message of LOGIN) await session.append(message)
    await memory.flush('s', session.view.head)
    await memory.drain()
    expect(asked[0]).toContain('笔记本')
    await pack.close()
  })
  row('2A18', async () => {
    const { pack } = await notes({ 'MEMORY.md': '- The deploy process runs through Jenkins at noon.\n' })
    const { message } = await pack.memory.recall('How does the deploy process run?', [], { limit: 2, minScore: 0.1 })
    expect(JSON.stringify(message)).toContain('Jenkins')
    await pack.close()
  })
})
