import { describe, expect, it } from 'vitest'
import { eager, lines, texts } from '../../test/passes/support.ts'
import type { Message } from '../model/message.ts'
import { answer, openDesk, request, step } from '../../../daypack-testing/src/desk.ts'
import { offload } from './offload.ts'
import { terse } from './notices.ts'
import { recentFrom, trim, type TrimOptions } from './trim.ts'
import type { Item } from '../view/view.ts'
import type { Json } from '../model/json.ts'

describe('trim', () => {
  it('spares the last two messages and the whole run of results at the end', async () => {
    const big = lines(2_000)
    const [calls, results] = step({ tool: 'a', output: big }, { tool: 'b', output: big }, { tool: 'c', output: big })
    const apart = (results?.blocks ?? []).map((block): Message => ({ role: 'tool', blocks: [block] }))
    const run = await eager({ window: 1_000_000 }, [trim()], request('Go.'), calls as Message, ...apart)
    expect((await texts(run)).every((text) => text === big)).toBe(true)
    const later = await eager(
      { window: 1_000_000 },
      [trim()],
      request('Go.'),
      calls as Message,
      ...apart,
      answer('Fine.'),
    )
    expect((await texts(later)).map((text) => text === big)).toEqual([false, false, true])
  })

  it('lets 100 bytes of slack pass', async () => {
    const make = (bytes: number) =>
      eager(
        { window: 1_000_000 },
        [trim()],
        request('Go.'),
        ...step({ tool: 'a', output: 'x'.repeat(bytes) }),
        answer('Fine.'),
        request('Next.'),
      )
    expect((await texts(await make(3_100)))[0]).toBe('x'.repeat(3_100))
    expect((await texts(await make(3_500)))[0]).toContain('<<<TRUNCATED>>>')
  })

  it('goes on at the number a file prints, and only where all of it is numbered', async () => {
    const cutOff = async (line: (at: number) => string) => {
      const output = Array.from({ length: 400 }, (_, at) => line(at + 1)).join('\n')
      const read = step({ tool: 'read_file', input: { path: 'a.log' }, output })
      const desk = await eager(
        { window: 1_000_000 },
        [trim()],
        request('Go.'),
        ...read,
        answer('Fine.'),
        request('On.'),
      )
      const shown = (await texts(desk))[0] ?? ''
      return { kept: shown.split('\n').filter((one) => one.includes('words of it')).length, shown }
    }
    const numbered = await cutOff((at) => `${at + 1_000}\tsome words of it`)
    expect(numbered.shown).toMatch(new RegExp(`\\b${numbered.kept + 1_001}\\b`))
    const plain = await cutOff((at) => (at === 1 ? 'some words of it' : `${at + 1_000}: some words of it`))
    expect(plain.shown).toMatch(new RegExp(`\\b${plain.kept + 1}\\b`))
  })

  it('listed twice gives three stages, each cut from the original', async () => {
    const desk = openDesk({ timing: 'eager', window: 1_000_000 })
    const passes = [
      offload({ maxBytes: 20_000 }),
      trim({ maxBytes: 8_000, recent: 2 }),
      trim({ maxBytes: 1_000, recent: 6 }),
    ]
    await desk.say(request('Go.'), ...step({ tool: 'fetch', output: lines(9_000) }))
    const sizes: number[] = []
    for (const word of ['one', 'two', 'three', 'four']) {
      await desk.run(passes)
      sizes.push(Buffer.byteLength((await texts(desk))[0] ?? ''))
      await desk.say(answer(word), request(word))
    }
    expect(sizes.map((size) => Math.round(size / 1_000))).toEqual([20, 8, 8, 1])
    expect((await texts(desk))[0]).toContain('contains 9000 lines in total')
  })

  it('gives Markdown its own higher limit, and leaves exempt tools alone', async () => {
    const output = lines(3_000)
    const desk = await eager(
      { window: 1_000_000 },
      [trim({ exempt: ['chat_with_agent'] })],
      request('Go.'),
      ...step({ tool: 'read_file', input: { path: 'SKILL.md' }, output }),
      ...step({ tool: 'chat_with_agent', output }),
      ...step({ tool: 'recall', output }),
      ...step({ tool: 'fetch', output }),
      answer('Fine.'),
      request('Next.'),
    )
    expect((await texts(desk)).map((text) => text === output)).toEqual([true, true, true, false])
  })
})

describe('the limits of trim', () => {
  const options = { maxBytes: 1_000, recent: 1, notice: terse, copies: true }
  /** The bytes kept at the start and at the end, or nothing. */
  async function cut(given: TrimOptions, output: string, tool = 'fetch', input: object = {}) {
    const desk = openDesk({ window: 1_000_000 })
    await desk.say(...step({ tool, input: input as Json, output }), answer('Fine.'))
    const { edits, why } = await trim({ ...options, ...given }).propose(desk.view, desk.context())
    expect(why).toBe(`${edits.length} results older than the last 1 messages cut to 1000 bytes`)
    return edits.flatMap((edit) => (edit.op === 'crop' ? edit.keep.map(({ from, to }) => to - from) : []))
  }

  it('are met with some slack, to the byte', async () => {
    expect(await cut({}, 'x'.repeat(1_100))).toEqual([])
    expect(await cut({ slackBytes: 0 }, 'x'.repeat(1_400))).toEqual([1_000])
    expect(await cut({ slackBytes: 400 }, 'x'.repeat(1_400))).toEqual([])
    expect(await cut({ slackBytes: 399 }, 'x'.repeat(1_400))).toEqual([1_000])
  })

  it('are higher for protected files, never lower', async () => {
    const file = { path: 'a.md' }
    expect(await cut({}, 'x'.repeat(50_000), 'read_file', file)).toEqual([])
    expect(await cut({ protectedMaxBytes: 2_000 }, 'x'.repeat(5_000), 'read_file', file)).toEqual([2_000])
    expect(await cut({ protectedMaxBytes: 10 }, 'x'.repeat(5_000), 'read_file', file)).toEqual([1_000])
    expect(await cut({ protect: ['*.ts'] }, 'x'.repeat(5_000), 'read_file', file)).toEqual([1_000])
  })

  it('do not hold for the last messages, nor for a run of results at the end, however long', () => {
    const item = (role: 'assistant' | 'tool') => {
      const result = step({ tool: 'a', output: 'x' })[1] as Message
      const message = role === 'tool' ? result : answer('y')
      return { kind: 'message', message } as unknown as Item
    }
    const from = (recent: number, ...roles: ('assistant' | 'tool')[]) => recentFrom(roles.map(item), recent)
    expect(from(2, 'assistant', 'tool', 'assistant', 'assistant')).toBe(2)
    expect(from(2, 'assistant', 'tool', 'tool', 'tool')).toBe(1)
    expect([from(0, 'tool', 'tool'), from(9, 'assistant'), from(0, 'assistant')]).toEqual([0, 0, 1])
  })
})
