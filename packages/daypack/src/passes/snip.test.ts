import { describe, expect, it } from 'vitest'
import { eager, lines, texts } from '../../test/passes/support.ts'
import type { Message } from '../model/message.ts'
import { answer, openDesk, request, step } from '../../../daypack-testing/src/desk.ts'
import { snip } from './snip.ts'

describe('snip', () => {
  const read = (path: string, output: string, input: Record<string, number> = {}) =>
    step({ tool: 'read_file', input: { path, ...input }, output })
  const three = [
    ...step({ tool: 'x', output: 'one' }),
    ...step({ tool: 'x', output: 'two' }),
    ...step({ tool: 'x', output: 'three' }),
  ]
  const tidy = async (...messages: readonly Message[]) =>
    texts(await eager({ window: 1_000_000 }, [snip()], request('Go.'), ...messages, ...three))

  it('keeps the newest read of a changed file, whatever way its path is written', async () => {
    const [first, second, third] = await tidy(
      ...read('./src/a.ts', lines(200)),
      ...read('src/lib/../a.ts', lines(201)),
      ...read('src/b.ts', lines(200)),
    )
    expect(first).toBe(
      '[Left out: read_file ./src/a.ts, 200 lines, 1.7 KB; the file was read again in message 5. Read it again if needed]',
    )
    expect(second).toBe(lines(201))
    expect(third).toBe(lines(200))
  })

  it('understands ranges: a part does not replace the whole', async () => {
    const part = await tidy(
      ...read('a.ts', lines(300)),
      ...read('a.ts', lines(50, 'part'), { start_line: 1, end_line: 50 }),
    )
    expect(part[0]).toBe(lines(300))
    const wider = await tidy(
      ...read('a.ts', lines(50, 'part'), { start_line: 10, end_line: 60 }),
      ...read('a.ts', lines(100), { offset: 1, limit: 100 }),
    )
    expect(wider[0]).toContain('Left out')
  })

  it('sees that a file was rewritten', async () => {
    const [first] = await tidy(
      ...read('a.ts', lines(200)),
      ...step({ tool: 'write_file', input: { path: 'a.ts', content: 'new' }, output: 'ok' }),
    )
    expect(first).toContain('the file was written again in message 5')
    const [kept] = await tidy(
      ...read('a.ts', lines(200)),
      ...step({ tool: 'write_file', input: { path: 'a.ts', content: 'new' }, output: 'no', isError: true }),
    )
    expect(kept).toBe(lines(200))
  })

  it('keeps the earliest of identical results', async () => {
    const [first, second] = await tidy(
      ...step({ tool: 'bash', output: lines(200) }),
      ...step({ tool: 'fetch', output: lines(200) }),
    )
    expect(first).toBe(lines(200))
    expect(second).toContain('the same output as in message 3')
  })

  it('says of a search that repeats another that it does, though newer ones follow', async () => {
    const search = (at: number, text: string) => step({ tool: 'grep', input: { pattern: `p${at}` }, output: text })
    const [, second] = await tidy(
      ...search(1, lines(100, 'same')),
      ...search(2, lines(100, 'same')),
      ...[3, 4, 5, 6].flatMap((at) => search(at, lines(100, `hit${at}`))),
    )
    expect(second).toContain('the same output as in message 3')
  })

  it('keeps three searches of a kind, and the newest three results whatever they are', async () => {
    const searches = [1, 2, 3, 4, 5].flatMap((at) =>
      step({ tool: 'grep', input: { pattern: `p${at}` }, output: lines(100, `hit${at}`) }),
    )
    const shown = await tidy(...searches)
    expect(shown.slice(0, 5).map((text) => text.startsWith('[Left out'))).toEqual([true, true, false, false, false])
    const only = await texts(await eager({ window: 1_000_000 }, [snip({ searches: 1 })], request('Go.'), ...searches))
    expect(only.map((text) => text.startsWith('[Left out'))).toEqual([true, true, false, false, false])
  })

  it('leaves the calls in view and the originals readable', async () => {
    const desk = await eager(
      { window: 1_000_000 },
      [snip()],
      request('Go.'),
      ...read('a.ts', lines(200)),
      ...read('a.ts', lines(300)),
      ...three,
    )
    const shown = await desk.shown()
    expect(shown[1]?.blocks[0]).toMatchObject({ type: 'tool-call', input: { path: 'a.ts' } })
    expect(desk.view.slots[2]?.message.blocks[0]).toMatchObject({ content: { text: lines(200) } })
  })
})

it('what snip leaves out says how to get it back: read a file again, or read the stored text', async () => {
  const desk = openDesk({ window: 1_000_000 })
  const long = (word: string) => `${word} line\n`.repeat(100)
  const read = () => step({ tool: 'read_file', input: { path: 'a.ts' }, output: long('same') })
  const find = (n: number) => step({ tool: 'grep', input: { pattern: `p${n}` }, output: long(`hit ${n}`) })
  await desk.say(request('go'), ...read(), ...read(), ...[1, 2, 3, 4, 5].flatMap(find), answer('done'), request('next'))
  await desk.run([snip({ keep: 0 })], { isForced: true })
  const gone = (await desk.results()).filter((text) => text.startsWith('[Left out'))
  expect(gone.some((text) => text.includes('read_file') && text.endsWith('Read it again if needed]'))).toBe(true)
  expect(gone.some((text) => text.includes('grep') && /Full text: tool_result\/\w+\.txt\]$/.test(text))).toBe(true)
})

describe('why snip leaves a result out', () => {
  const read = (path: string, word: string, range: Record<string, number> = {}, more: object = {}) =>
    step({ tool: 'read_file', input: { path, ...range }, output: lines(60, word), ...more })
  const grep = (word: string) => step({ tool: 'grep', input: { pattern: word }, output: lines(60, word) })
  const list = (word: string) => step({ tool: 'list_dir', input: { path: word }, output: lines(60, word) })
  const shell = (word: string) => step({ tool: 'bash', input: { command: 'date' }, output: lines(60, word) })

  /** The message of each result that goes, and the reason given. */
  async function left(options: Parameters<typeof snip>[0], ...messages: readonly Message[]) {
    const desk = openDesk({ window: 1_000_000, inlineMaxBytes: 100 })
    await desk.say(...messages)
    const { edits, why } = await snip({ keep: 0, placeholder: (_, reason) => reason, ...options }).propose(
      desk.view,
      desk.context(),
    )
    expect(why).toBe(`${edits.length} results superseded, repeated or outnumbered`)
    return edits.flatMap((edit) => (edit.op === 'crop' ? [`${edit.block} ${edit.note.text}`] : []))
  }

  it('a read whose lines a later read shows; not one that shows fewer, other or unknown lines', async () => {
    const lined = (from: number, limit: number) => ({ offset: from, limit })
    const again = ['2.0 the file was read again in message 4']
    expect(await left({}, ...read('a', 'old', lined(5, 10)), ...read('a', 'new', lined(5, 10)))).toEqual(again)
    expect(await left({}, ...read('a', 'old', lined(5, 10)), ...read('a', 'new', lined(4, 11)))).toEqual(again)
    expect(await left({}, ...read('a', 'old', lined(5, 10)), ...read('a', 'new', { offset: 5 }))).toEqual(again)
    expect(await left({}, ...read('a', 'old', lined(5, 10)), ...read('a', 'new', lined(6, 10)))).toEqual([])
    expect(await left({}, ...read('a', 'old', lined(5, 10)), ...read('a', 'new', lined(5, 9)))).toEqual([])
    expect(await left({}, ...read('a', 'old', { offset: 5 }), ...read('a', 'new', lined(5, 100)))).toEqual([])
    expect(await left({}, ...read('a', 'old'), ...read('a', 'new', lined(1, 100)))).toEqual([])
    expect(await left({}, ...read('a', 'old'), ...read('b', 'new'))).toEqual([])
  })

  it('each older read once, by the first that shows it; the same bytes are a repeat of the first instead', async () => {
    expect(await left({}, ...read('a', 'one'), ...read('a', 'two'), ...read('a', 'three'))).toEqual([
      '2.0 the file was read again in message 4',
      '4.0 the file was read again in message 6',
    ])
    expect(await left({}, ...read('a', 'same'), ...read('a', 'same'))).toEqual(['4.0 the same output as in message 2'])
    expect(await left({ identical: false }, ...read('a', 'same'), ...read('a', 'same'))).toEqual([])
  })

  it('a failed read replaces nothing; with `newestRead` any newer read does', async () => {
    expect(await left({}, ...read('a', 'old'), ...read('a', 'new', {}, { isError: true }))).toEqual([])
    const part = [...read('a', 'old'), ...read('a', 'new', { offset: 5, limit: 2 })]
    expect(await left({ newestRead: true }, ...part)).toEqual(['2.0 the file was read again in message 4'])
    const same = [...read('a', 'same'), ...read('a', 'same')]
    expect(await left({ newestRead: true, identical: false }, ...same)).toEqual([
      '2.0 the file was read again in message 4',
    ])
  })

  it('a write makes earlier reads of that file stale, and no later one', async () => {
    const write = step({ tool: 'write_file', input: { path: './a', content: 'x' }, output: 'ok' })
    expect(await left({}, ...read('a', 'old'), ...write, ...read('a', 'new'), ...write.slice(0, 0))).toEqual([
      '2.0 the file was written again in message 4',
    ])
    expect(await left({ newestRead: true }, ...read('a', 'old'), ...write, ...read('a', 'new'))).toEqual([
      '2.0 the file was written again in message 4',
    ])
  })

  it('searches and lists beyond the newest three of one tool, or of the kinds and the number that are wanted', async () => {
    const four = [1, 2, 3, 4].map((at) => grep(`hit${at}`))
    expect(await left({}, ...four.flat())).toEqual(['2.0 3 newer results of grep follow'])
    expect(await left({}, ...four.slice(1).flat(), ...list('x'), ...list('y'))).toEqual([])
    expect(await left({ searches: 1 }, ...list('x'), ...list('y'))).toEqual(['2.0 1 newer results of list_dir follow'])
    expect(await left({ searches: 1, kinds: ['shell'] }, ...list('x'), ...list('y'))).toEqual([])
    expect(await left({ searches: 1, kinds: ['shell'] }, ...shell('x'), ...shell('y'))).toEqual([
      '2.0 1 newer results of bash follow',
    ])
    expect(await left({}, ...shell('x'), ...shell('y'), ...shell('z'), ...shell('w'))).toEqual([])
  })

  it('in the order of the conversation, but never the newest results, exempt tools or what is gone already', async () => {
    const both = [...read('a', 'old'), ...grep('same'), ...grep('same'), ...read('a', 'new')]
    const all = ['2.0 the file was read again in message 8', '6.0 the same output as in message 4']
    expect(await left({}, ...both)).toEqual(all)
    expect(await left({ keep: 1 }, ...both)).toEqual(all)
    expect(await left({ keep: 2 }, ...both)).toEqual(all.slice(0, 1))
    expect(await left({ keep: 9 }, ...both)).toEqual([])
    expect(await left({ exempt: ['grep'] }, ...both)).toEqual(all.slice(0, 1))
    const desk = await eager({ window: 1_000_000 }, [snip({ keep: 0 })], ...both)
    expect((await snip({ keep: 0 }).propose(desk.view, desk.context())).edits).toEqual([])
  })

  it('below 200 bytes only with words of its own; below the share of the window it was given not at all', async () => {
    const twice = (bytes: number) => [1, 2].flatMap(() => step({ tool: 'x', output: 'z'.repeat(bytes) }))
    const own = { placeholder: () => 'gone' }
    const count = async (options: Parameters<typeof snip>[0], bytes: number) => {
      const desk = openDesk({ window: 1_000 })
      await desk.say(request('w'.repeat(2_000)), ...twice(bytes))
      const context = desk.context({ path: () => 'p' })
      const { edits, why } = await snip({ keep: 0, ...options }).propose(desk.view, context)
      return edits.length === 0 ? why : edits.length
    }
    expect([await count({}, 199), await count({}, 200)]).toEqual(['0 results superseded, repeated or outnumbered', 1])
    expect(await count(own, 199)).toBe(1)
    expect(await count({ ...own, above: 0.9 }, 199)).toBe('the window is only 67 % full')
    expect(await count({ ...own, above: 0.6 }, 199)).toBe(1)
    expect(await count({ ...own, above: 0.7, reserveTokens: 250 }, 199)).toBe(1)
  })
})
