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
