import { describe, expect, test, vi } from 'vitest'
import { anthropic } from '../../src/codecs/anthropic/index.ts'
import { createDaypack } from '../../src/daypack.ts'
import { memoryDriver } from '../../src/drivers/memory/index.ts'
import { DaypackError } from '../../src/model/errors.ts'
import type { LogStore } from '../../src/model/driver.ts'
import { textOf } from '../../src/model/message.ts'
import { byBytes } from '../../src/tokens/count.ts'

const like = { model: 'm', max_tokens: 100, messages: [] }
const user = (text: string) => ({ role: 'user' as const, blocks: [{ type: 'text' as const, text }] })
const reply = (text: string) => ({
  id: 'msg',
  type: 'message' as const,
  role: 'assistant' as const,
  model: 'm',
  content: [{ type: 'text' as const, text }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 1, output_tokens: 1 },
})

/** Two packs on one log, as two processes have; `down` takes the log away from both. */
async function two() {
  const driver = memoryDriver({ now: Date.now })
  const outage = { isDown: false }
  const check = () => {
    if (outage.isDown) throw new DaypackError('unreachable', 'The server is down.')
  }
  const { log } = driver
  const away: LogStore = {
    ...log,
    async read(...args) {
      check()
      return log.read(...args)
    },
    async append(...args) {
      check()
      return log.append(...args)
    },
  }
  const pack = () =>
    createDaypack({
      driver: { ...driver, log: away },
      tuning: { counter: byBytes(4) },
      retention: false,
      memory: false,
      warn: () => undefined,
    })
  const [one, other] = [await pack(), await pack()]
  return { outage, one: await one.session('s'), other: await other.session('s'), log, close: () => one.close() }
}

const said = async (log: LogStore) =>
  (await log.read('s')).entries.flatMap((entry) => (entry.kind === 'message' ? [textOf(entry.message)] : []))

describe('the log is away', () => {
  test('G-154 record does not reject: the reply is kept, told as a problem, and in the log with the next call', async () => {
    const { outage, one, log } = await two()
    const problems: unknown[] = []
    one.on('problem', (error) => problems.push(error))
    await one.append(user('first'))
    await one.render(anthropic, like)
    outage.isDown = true
    await one.record(anthropic, reply('the answer'))
    expect(problems).toMatchObject([{ code: 'unreachable' }])
    expect(await said(log)).toEqual(['first'])
    outage.isDown = false
    await one.append(user('second'))
    expect(await said(log)).toEqual(['first', 'the answer', 'second'])
  })

  test('G-154 what was kept goes in when the session is closed, too', async () => {
    const { outage, one, log, close } = await two()
    await one.append(user('first'))
    outage.isDown = true
    await one.record(anthropic, reply('the answer'))
    outage.isDown = false
    await close()
    expect(await said(log)).toEqual(['first', 'the answer'])
  })

  test('a caller that resends its history brings the reply itself: it is there once', async () => {
    const { outage, one, log } = await two()
    const messages = [{ role: 'user' as const, content: 'first' }]
    await one.prepare(anthropic, { ...like, messages })
    outage.isDown = true
    await one.record(anthropic, reply('the answer'))
    outage.isDown = false
    const more = [
      ...messages,
      { role: 'assistant' as const, content: 'the answer' },
      { role: 'user' as const, content: 'second' },
    ]
    await one.prepare(anthropic, { ...like, messages: more })
    expect(await said(log)).toEqual(['first', 'the answer', 'second'])
  })
})

describe('two processes in one conversation', () => {
  test('G-155 a render behind the other process’s reply is neither empty nor ends with that reply', async () => {
    const { one, other } = await two()
    await other.append(user('from the other'))
    await other.render(anthropic, like)
    await one.append(user('from one'))
    await other.record(anthropic, reply('to the other'))
    const { request, problem } = await one.render(anthropic, like)
    expect(problem).toBeUndefined()
    expect(JSON.stringify(request.messages)).toContain('from one')
    expect(request.messages.at(-1)).toMatchObject({ role: 'user' })
  })

  test('G-155 before the log could ever be read a render rejects: an empty request would be refused anyway', async () => {
    const driver = memoryDriver({ now: Date.now })
    const read = async () => {
      throw new DaypackError('unreachable', 'The server is down.')
    }
    const pack = await createDaypack({
      driver: { ...driver, log: { ...driver.log, read } },
      tuning: { counter: byBytes(4) },
      retention: false,
      memory: false,
      warn: () => undefined,
    })
    const session = await pack.session('s')
    await expect(session.render(anthropic, like)).rejects.toMatchObject({ code: 'unreachable' })
  })
})

describe('the blobs are away', () => {
  test('a sweep by itself that fails is told once; one that was asked for rejects', async () => {
    const lines: string[] = []
    const driver = memoryDriver({ now: Date.now })
    const list = vi.fn<typeof driver.blobs.list>(() => {
      throw new DaypackError('unreachable', 'The server is down.')
    })
    const pack = await createDaypack({
      driver: { ...driver, blobs: { ...driver.blobs, list } },
      memory: false,
      warn: (line) => lines.push(line),
    })
    await expect(pack.sweep()).rejects.toThrow('The server is down.')
    await vi.waitFor(() => expect(lines.length).toBe(1))
    expect(lines).toEqual(['daypack: Blobs nobody needs any more could not be removed: The server is down.'])
    await pack.close()
  })
})
