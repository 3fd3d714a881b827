import { describe as suite, expect, it } from 'vitest'
import { lines } from '../../test/passes/support.ts'
import type { Json } from '../model/json.ts'
import type { Message } from '../model/message.ts'
import { answer, openDesk, request, step } from '../../../daypack-testing/src/desk.ts'
import { checkContext } from './check-context.ts'
import { describe, firstWords, kilobytes, mediaName } from './describe.ts'
import { isExempt, allResults, resultsSince } from './results.ts'
import { splitTail, type SplitOptions } from './split.ts'
import { whenAsked } from './when-asked.ts'

suite('what a result is called', () => {
  const called = async (tool: string, input: Json, output = 'one\ntwo') => {
    const desk = openDesk({ inlineMaxBytes: 100 })
    await desk.say(...step({ tool, input, output }))
    const [result] = allResults(desk.view)
    return result && describe(result)
  }

  it('its tool, the file or the first telling field, lines and bytes', async () => {
    expect(await called('read_file', { path: 'a.ts' })).toBe('read_file a.ts, 2 lines, 7 B')
    expect(await called('bash', { description: 'all tests', command: 'npm test' })).toBe('bash npm test, 2 lines, 7 B')
    expect(await called('fetch', { command: '', url: 'x.com' }, 'one')).toBe('fetch x.com, 1 line, 3 B')
    expect(await called('', { depth: 3 }, lines(1_000))).toBe('tool, 1000 lines, 8.7 KB')
    for (const none of [null, ['command'], 'command']) expect(await called('a', none)).toBe('a, 2 lines, 7 B')
  })

  it('sizes below 1,024 bytes are bytes; long words end in an ellipsis and never in half a character', () => {
    expect([kilobytes(1_023), kilobytes(1_024)]).toEqual(['1023 B', '1.0 KB'])
    expect([firstWords(' a \n b ', 3), firstWords('abcd', 3), firstWords('ab😀', 3)]).toEqual(['a b', 'abc…', 'ab…'])
  })

  it('a picture by its type and, where both are known, its size', () => {
    const media = { type: 'media', mediaType: 'image/png', content: { text: '' } } as const
    expect([
      mediaName(media),
      mediaName({ ...media, width: 2, height: 3 }),
      mediaName({ ...media, width: 2 }),
      mediaName({ ...media, height: 3, mediaType: '' }),
    ]).toEqual(['image/png', 'image/png 2×3', 'image/png', 'medium'])
  })
})

suite('results', () => {
  it('from a place on, each with the call and the turn it belongs to; pinned ones are left out', async () => {
    const desk = openDesk()
    const [call, both] = step({ tool: 'a', output: 'x' }, { tool: 'b', output: 'y' })
    const apart = (both?.blocks ?? []).map((block): Message => ({ role: 'tool', blocks: [block] }))
    await desk.say(request('Go.'), ...step({ tool: 'old', output: 'z' }), call as Message, ...apart)
    const told = (from: number) =>
      resultsSince(desk.view, from).map(({ tool, turn, position, call: made }) => [tool, turn, position, made?.tool])
    expect(told(0)).toEqual([
      ['old', 1, 2, 'old'],
      ['a', 3, 4, 'a'],
      ['b', 3, 5, 'b'],
    ])
    expect(told(6)).toEqual([['b', 3, 5, 'b']])
    desk.mark('pin', { seq: 5 })
    expect(told(4)).toEqual([['b', 3, 5, 'b']])
  })

  it('are found without looking further back than the call they answer', async () => {
    const desk = openDesk()
    await desk.say(request('Go.'), ...step({ tool: 'old', output: 'z' }), ...step({ tool: 'a', output: 'x' }))
    const items = Object.defineProperty([...desk.view.items], 1, {
      get: () => expect.unreachable('an older call'),
    })
    const found = resultsSince({ ...desk.view, items }, 5)
    expect(found.map(({ tool, turn, call }) => [tool, turn, call?.tool])).toEqual([['a', 3, 'a']])
  })

  it('a result that names no tool has that of its call, and one without a call has none', async () => {
    const desk = openDesk()
    const [call, result] = step({ tool: 'a', output: 'x' })
    const [block] = result?.blocks ?? []
    const bare = { ...block, tool: '' } as Message['blocks'][number]
    await desk.say(call as Message, { role: 'tool', blocks: [bare, { ...bare, callId: 'nobody' } as typeof bare] })
    expect(allResults(desk.view).map(({ tool, call: made, facts }) => [tool, made !== undefined, facts.kind])).toEqual([
      ['a', true, 'other'],
      ['', false, 'other'],
    ])
  })
})

suite('splitTail', () => {
  const talk = [request('1'), answer('2'), request('3'), answer('4'), ...step({ tool: 'a', output: 'x' }), answer('7')]
  const start = async (limit: number, options: SplitOptions = {}) => {
    const desk = openDesk()
    await desk.say(...talk)
    return splitTail(desk.view.items, limit, options, () => 10)
  }

  it('keeps what fits, never fewer messages than asked, and a call with its result', async () => {
    expect(await start(0, { tail: { minMessages: 0 } })).toBe(6)
    expect(await start(29, { tail: { minMessages: 0 } })).toBe(6)
    expect(await start(30, { tail: { minMessages: 0 } })).toBe(4)
    expect(await start(0)).toBe(4)
    expect(await start(1_000)).toBe(0)
  })

  it('an exact number where one is asked for, and a request with its answer, if that is no longer than the limit', async () => {
    expect(await start(0, { keepRecent: 1 })).toBe(6)
    expect(await start(1_000, { keepRecent: 2 })).toBe(4)
    expect(await start(1_000, { keepRecent: 4 })).toBe(2)
    const desk = openDesk()
    await desk.say(...talk)
    const from = (size: number, limit: number) =>
      splitTail(desk.view.items, limit, { keepRecent: 4 }, (item) => (item.seq === 3 ? size : 10))
    expect([from(500, 0), from(501, 0), from(501, 501), from(502, 501)]).toEqual([2, 3, 2, 3])
  })

  it('of turns that should stay it keeps as many as fit twice the limit', async () => {
    const turns = (minTurns: number, limit: number) => start(limit, { tail: { minMessages: 0, minTurns } })
    expect([await turns(1, 25), await turns(1, 20), await turns(2, 35), await turns(1, 35)]).toEqual([2, 2, 0, 2])
  })
})

suite('small rules', () => {
  it('a tool is exempt by its name, whatever the case, behind any server', () => {
    const facts = { kind: 'other', written: [] } as const
    const exempt = (tool: string) => isExempt({ tool, facts }, ['Chat', 'mcp__x__look'])
    expect(['chat', 'mcp__any__chat', 'MCP__X__LOOK', 'chatter', 'x__look__chat2'].map(exempt)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })

  it('a pass that runs only when asked says so, and stays costly', async () => {
    const inner = { name: 'p', propose: () => ({ why: 'worked', edits: [] }) }
    const desk = openDesk()
    const why = async (asked: boolean) => (await whenAsked(inner).propose(desk.view, desk.context({ asked }))).why
    expect([await why(true), await why(false)]).toEqual(['worked', 'only when asked for'])
    expect([whenAsked(inner).costly, whenAsked({ ...inner, costly: true }).costly]).toEqual([undefined, true])
  })
})

suite('checkContext', () => {
  const count = (text: string) => text.length
  const sizes = (messages: readonly Message[], threshold: number, reserve: number) => {
    const { messagesToCompact, messagesToKeep, isValid } = checkContext(messages, { threshold, reserve, count })
    return [messagesToCompact.length, messagesToKeep.length, isValid]
  }

  it('compacts nothing up to the threshold; above it keeps the newest units that fit the reserve, one at least', () => {
    const talk = [request('a'.repeat(100)), answer('b'.repeat(100)), request('c'.repeat(100)), answer('d'.repeat(100))]
    const { total } = checkContext(talk, { threshold: 0, reserve: 0, count })
    expect(sizes(talk, total, 0)).toEqual([0, 4, true])
    expect(sizes(talk, total - 1, 0)).toEqual([2, 2, true])
    expect(sizes(talk, total - 1, total - 1)).toEqual([2, 2, true])
    expect(sizes(talk, total - 1, total)).toEqual([0, 4, true])
  })

  it('keeps results with their call, and says so where they have none', () => {
    const [call, result] = step({ tool: 'a', output: 'x'.repeat(100) })
    const long = 'y'.repeat(300)
    const paired = [request(long), call as Message, result as Message]
    expect(sizes(paired, 0, 0)).toEqual([0, 3, true])
    expect(sizes([answer(long), request(long), result as Message], 0, 0)).toEqual([1, 2, false])
    expect(sizes([answer(long), request('Go.'), call as Message], 0, 0)).toEqual([1, 2, false])
    const more = [call as Message, result as Message, { ...(result as Message) }]
    expect(sizes([answer(long), ...more], 0, 0)).toEqual([1, 3, false])
    expect(sizes([result as Message, request(long)], 0, 10_000)).toEqual([0, 2, false])
  })
})
