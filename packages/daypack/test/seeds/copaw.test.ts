import { describe, expect } from 'vitest'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDaypack } from '../../src/index.ts'
import { copaw, qwenpaw } from '../../src/presets/index.ts'
import { request, step } from '../../../daypack-testing/src/desk.ts'
import { plain } from '../engine/say.ts'
import { foldOf, lines, LOGIN, NOTE, open, row, system } from './support.ts'
import { page, all, long } from './copaw-support.ts'

describe('the context', () => {
  row('1A1', async () => {
    const { session } = await open(copaw(), LOGIN)
    expect(foldOf(session.view)).toBe('')
    await session.compact()
    expect(foldOf(session.view)).not.toBe('')
  })
  row('1A2', async () => {
    const { session } = await open(copaw(), LOGIN)
    await session.compact()
    expect(foldOf(session.view)).toMatch(
      /## Goal\n- Build a user login[^]*## Constraints[^\n]*\n- Use TypeScript[^]*## Progress\n### Done\n- [^]*## Key Decisions\n- [^\n]*JWT[^]*## Next Steps\n- /,
    )
  })
  row('1A3', async () => {
    const { session } = await open(qwenpaw(), LOGIN)
    await session.compact()
    expect(foldOf(session.view)).toMatch(/## Critical Context\n- [^]*src\/auth\.ts/)
  })
  row('1A4', async () => {
    const { session } = await open(copaw(), [...LOGIN, ...long(3)], { summarize: () => Promise.resolve(NOTE) })
    await session.compact()
    for (const part of ['### Done', '### In Progress', '### Blocked']) expect(foldOf(session.view)).toContain(part)
  })
  row('1A5', async () => {
    const { session } = await open(copaw(), LOGIN, { tuning: { now: () => Date.UTC(2025, 0, 15, 12) } })
    await session.compact()
    expect(foldOf(session.view)).toContain('dialog/2025-01-15.jsonl')
  })
  row('1A7', async () => {
    const { session } = await open(copaw(), LOGIN)
    await session.compact()
    expect(foldOf(session.view)).toContain('from the end backwards')
  })
  row('1A8', async () => {
    const { session } = await open(qwenpaw(), LOGIN)
    await session.compact()
    expect(foldOf(session.view)).toMatch(/\.jsonl lines 1-(\d+): messages 1-\1/)
  })
  row('1A9', async () => {
    const { session, send } = await open(copaw(), LOGIN)
    expect((await send()).request.messages).toHaveLength(LOGIN.length)
    expect(session.view.slots).toHaveLength(LOGIN.length)
  })
  row('1A10', async () => {
    const { session, send } = await open(qwenpaw(), [system('You are an AI assistant.'), ...LOGIN])
    await session.compact()
    const { request: sent } = await send()
    expect(session.view.system?.message.role).toBe('system')
    expect(sent.messages[0]).toMatchObject({ role: 'user', blocks: [{ text: foldOf(session.view) }] })
    expect(sent.messages.length).toBeGreaterThan(1)
  })
  row('1A11', async () => {
    const { session, sendWire } = await open(copaw(), [system('You are an AI assistant.'), ...LOGIN])
    await session.compact()
    expect(foldOf(session.view)).not.toBe('')
    expect((await sendWire()).system).toBe('You are an AI assistant.')
  })
  row('1A12', async () => {
    const talk = [...long(10), request('And now?')]
    const { send } = await open(copaw({ compactThreshold: 2_000 }), talk)
    const { request: sent } = await send()
    expect(sent.messages.slice(1)).toEqual(talk.slice(-3))
  })
  row('1A13', async () => {
    const { pack, session, driver } = await open(copaw(), LOGIN)
    await session.compact()
    await pack.close()
    const again = await createDaypack({ driver, preset: copaw(), memory: false, retention: false })
    expect(foldOf((await again.session('one')).view)).toBe(foldOf(session.view))
  })
  row('1A14', async () => {
    let now = Date.UTC(2025, 0, 15, 12)
    const { session, driver } = await open(copaw(), [], { tuning: { now: () => now } })
    for (const message of LOGIN.slice(0, 6)) await session.append(message)
    now += 24 * 3_600_000
    for (const message of LOGIN.slice(6)) await session.append(message)
    await session.compact()
    expect(await driver.days.days()).toEqual(['2025-01-15', '2025-01-16'])
  })
  row('1A15', async () => {
    let now = Date.UTC(2025, 0, 15, 12)
    const { session, driver } = await open(copaw(), [], { tuning: { now: () => (now += 1_000) } })
    for (const message of LOGIN) await session.append(message)
    await session.compact()
    const times = (await driver.days.read('2025-01-15')).map(({ at }) => at)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.length).toBeGreaterThan(5)
  })
  row('1A16', async () => {
    const big = lines(5_000)
    const { session, driver } = await open(copaw(), [
      ...LOGIN.slice(0, 2),
      ...step({ tool: 'fetch', output: big }),
      ...LOGIN,
    ])
    await session.compact()
    const [day = ''] = await driver.days.days()
    const messages = (await driver.days.read(day)).map(({ message }) => message as Record<string, unknown>)
    expect(Object.keys(messages[0] ?? {})).toEqual(['id', 'name', 'role', 'content', 'timestamp'])
    expect(JSON.stringify(messages)).toContain('line 5000')
  })
  const stored = async () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'daypack-seeds-'))
    const pack = await createDaypack({ dir, preset: copaw(), memory: false, window: 1_000_000 })
    const session = await pack.session('one')
    for (const message of [request('Open it.'), ...step({ tool: 'browser_use', output: page })])
      await session.append(message)
    const { request: sent } = await session.render(plain, { messages: [] })
    await pack.close()
    const [name = ''] = readdirSync(path.join(dir, 'tool_result')).filter((each) => each.endsWith('.txt'))
    const text = readFileSync(path.join(dir, 'tool_result', name), 'utf8')
    rmSync(dir, { recursive: true })
    return { name, text, shown: JSON.stringify(sent.messages) }
  }
  row('1A17', async () => {
    const { name, text } = await stored()
    expect(name).toMatch(/^[0-9a-f]{64}\.txt$/)
    expect(text).toBe(page)
  })
  row('1A18', async () => {
    // Deliberate: what a session in use still points at stays, whatever `retention` says.
    let now = Date.UTC(2025, 0, 1)
    const { pack, session, driver } = await open(copaw(), [], { retention: {}, tuning: { now: () => now } })
    await session.append(step({ tool: 'x', output: page })[1] as never)
    const left: number[] = []
    for (let day = 0; day < 8; day++) {
      left.push((await all(driver.blobs.list())).length)
      now += 24 * 3_600_000
      await pack.sweep()
    }
    // Five days and a day of grace, once the session that saw it is past.
    expect(left).toEqual([1, 1, 1, 1, 1, 1, 0, 0])
  })
  row('1A19', async () => {
    const { name, text, shown } = await stored()
    expect(shown).toContain(name)
    expect(text).toBe(page)
  })
})
