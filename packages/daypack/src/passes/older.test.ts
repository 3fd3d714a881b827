import { describe, expect, it } from 'vitest'
import type { Message } from '../model/message.ts'
import { answer, openDesk, request, step, type Desk, type DeskOptions } from '../testing/desk.ts'
import { budget } from './budget.ts'
import { clear } from './clear.ts'
import { collapse } from './collapse.ts'
import { media } from './media.ts'
import { offload } from './offload.ts'
import type { Pass } from './pass.ts'
import { fit } from './fit.ts'
import { snip } from './snip.ts'
import { trim } from './trim.ts'

const texts = (desk: Desk): Promise<string[]> => desk.results()

async function eager(options: DeskOptions, passes: readonly Pass[], ...messages: readonly Message[]): Promise<Desk> {
  const desk = openDesk({ timing: 'eager', ...options })
  await desk.say(...messages)
  await desk.run(passes)
  return desk
}

const lines = (count: number, word = 'line'): string =>
  Array.from({ length: count }, (_, at) => `${word} ${at + 1}`).join('\n')

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

/** Does the count between head and tail say what is really missing? */
function honest(text: string, output: string): boolean {
  const [, head = '', count, tail = ''] =
    /^([^]*)\n\n\[\.\.\. budgeted: (\d+) chars truncated \.\.\.\]\n\n([^]*)\n\n\[Full/.exec(text) ?? []
  return (
    output.startsWith(head) &&
    output.endsWith(tail) &&
    head.length > 0 &&
    Number(count) === output.length - head.length - tail.length
  )
}

describe('budget', () => {
  const filled = (tokens: number, used: number, output: string) =>
    eager({ window: tokens }, [budget()], request('x'.repeat(used * 4)), ...step({ tool: 'a', output }))

  it('does nothing below 50 %, then allows 30,000 characters, above 70 % 15,000', async () => {
    const output = 'z'.repeat(40_000)
    expect((await texts(await filled(100_000, 20_000, output)))[0]).toBe(output)
    const half = (await texts(await filled(100_000, 45_000, output)))[0] ?? ''
    expect(half).toMatch(
      /^z{14960}\n\n\[\.\.\. budgeted: 10080 chars truncated \.\.\.\]\n\nz{14960}\n\n\[Full output: tool_result\/\w+\.txt\]$/,
    )
    const more = (await texts(await filled(100_000, 65_000, output)))[0] ?? ''
    expect(more).toMatch(/^z{7460}\n\n\[\.\.\. budgeted: 25080 chars truncated \.\.\.\]\n\nz{7460}\n/)
  })

  it('W29, W33: every cut has its original, and a second cut is made from it, with the true count', async () => {
    const output = '😀z'.repeat(13_000)
    const desk = openDesk({ timing: 'eager', window: 100_000 })
    await desk.say(request('x'.repeat(170_000)), ...step({ tool: 'a', output }))
    await desk.run([budget()])
    expect(honest((await texts(desk))[0] ?? '', output)).toBe(true)
    await desk.say(answer('x'.repeat(90_000)), request('Go on.'))
    await desk.run([budget()])
    const [text = ''] = await texts(desk)
    expect(text.match(/budgeted/g)).toHaveLength(1)
    expect(text.length).toBeLessThan(15_200)
    expect(honest(text, output)).toBe(true)
    expect(text.isWellFormed()).toBe(true)
    expect([...desk.blobs.values()]).toContain(output)
  })
})

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

  it('sees that a file was written anew', async () => {
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

describe('clear', () => {
  const session = [
    request('x'.repeat(240_000)),
    ...[1, 2, 3, 4, 5].flatMap((at) =>
      step({ tool: 'bash', input: { command: `run ${at}` }, output: lines(100, `out${at}`) }),
    ),
  ]

  it('clears all but the newest three when the cache is cold and the window half full', async () => {
    const desk = await eager({ window: 100_000, idleMs: 5 * 60_000 }, [clear()], ...session)
    const shown = await texts(desk)
    expect(shown.map((text) => text.startsWith('[Old result cleared'))).toEqual([true, true, false, false, false])
    expect(shown[0]).toMatch(
      /^\[Old result cleared: bash run 1, 100 lines, 791 B\. Full text: tool_result\/\w+\.txt\]$/,
    )
  })

  it('W30: not at low use, and not while the cache is warm', async () => {
    const calm = await eager({ window: 1_000_000, idleMs: 5 * 60_000 }, [clear()], ...session)
    const warm = await eager({ window: 100_000, idleMs: 5 * 60_000 - 1 }, [clear()], ...session)
    expect([...(await texts(calm)), ...(await texts(warm))].some((text) => text.startsWith('[Old'))).toBe(false)
  })
})

describe('collapse', () => {
  const turn = (at: number): Message[] => [
    request(`Do thing ${at}. ${'detail '.repeat(100)}`),
    ...step(
      { tool: 'read_file', input: { path: `src/${at}.ts` }, output: lines(2_000) },
      { tool: 'bash', input: { command: 'npm test' }, output: 'boom', isError: true },
    ),
    answer(`Thing ${at} is done.`),
  ]

  it('folds completed turns into one line a step, oldest first, only as far as needed', async () => {
    const desk = openDesk({ window: 21_000 })
    await desk.say(...[1, 2, 3, 4].flatMap(turn), request('And now?'))
    await desk.run([collapse()])
    const [first, ...rest] = await desk.shown()
    const text = first?.blocks[0]?.type === 'text' ? first.blocks[0].text : ''
    expect(text.split('\n').slice(0, 5)).toEqual([
      '[Earlier turns, one line a step. The full text is kept: read the named file, or recall it by its number.]',
      expect.stringMatching(/^1\. Request: Do thing 1\. detail/),
      expect.stringMatching(/^3\. read_file src\/1\.ts, 2000 lines, 18\.4 KB → tool_result\/\w+\.txt$/),
      '3. bash npm test, 1 line, 4 B, failed',
      '4. Answer: Thing 1 is done.',
    ])
    expect(rest.length).toBe(9)
    expect(desk.view.size.tokens).toBeLessThanOrEqual(10_500)
  })

  it('grows its record when more turns are done: the lines before stay as they were', async () => {
    const desk = openDesk({ window: 20_000 })
    await desk.say(...[1, 2, 3, 4].flatMap(turn), request('And now?'))
    await desk.run([collapse()])
    const before = desk.view.items[0]
    await desk.say(answer('Well.'), ...[5, 6, 7].flatMap(turn), request('Go on.'))
    await desk.run([collapse()])
    const after = desk.view.items[0]
    if (before?.kind !== 'fold' || after?.kind !== 'fold') throw new Error('no fold')
    expect(after.summary.text.startsWith(before.summary.text)).toBe(true)
    expect(after.to).toBeGreaterThan(before.to)
    expect(desk.view.items.filter((item) => item.kind === 'fold')).toHaveLength(1)
  })

  it('goes around pinned messages and leaves the turn under way alone', async () => {
    const desk = openDesk({ window: 20_000 })
    await desk.say(...[1, 2, 3, 4].flatMap(turn), request('And now?'))
    desk.mark('pin', { seq: 1 })
    await desk.run([collapse()])
    const kinds = desk.view.items.map((item) => item.kind)
    expect(kinds[0]).toBe('message')
    expect(kinds).toContain('fold')
    expect(desk.view.items.at(-1)).toMatchObject({ kind: 'message' })
  })
})

describe('media', () => {
  const picture = (bytes: number): Message => ({
    role: 'user',
    blocks: [
      { type: 'text', text: 'See this.' },
      { type: 'media', mediaType: 'image/png', content: { text: 'A'.repeat(bytes) }, width: 1000, height: 800 },
    ],
  })

  it('keeps the newest images and puts a note with a ref in place of the others', async () => {
    const desk = await eager(
      {},
      [media({ keep: 2 })],
      ...[1, 2, 3, 4].flatMap(() => [picture(40_000), answer('Nice.')]),
      request('And?'),
    )
    const shown = (await desk.shown()).flatMap((message) => message.blocks)
    expect(shown.filter((block) => block.type === 'media')).toHaveLength(2)
    const ref = [...desk.blobs.keys()][0]
    expect(shown[1]).toEqual({
      type: 'text',
      text: `[image/png 1000×800, 29.3 KB, left out. Its base64 is saved as tool_result/${ref}.txt]`,
    })
  })

  it('replaces a new attachment over the limit before it is sent', async () => {
    const desk = openDesk()
    const [calls, results] = step({ tool: 'screenshot', output: 'taken' })
    const block = results?.blocks[0]
    if (block?.type !== 'tool-result' || !calls) throw new Error('no result')
    await desk.say(request('Go.'), calls, {
      role: 'tool',
      blocks: [
        { ...block, attachments: [{ type: 'media', mediaType: 'image/png', content: { text: 'A'.repeat(200_000) } }] },
      ],
    })
    await desk.run([media({ maxBytes: 100_000 })])
    expect((await texts(desk))[0]).toMatch(/^taken\n\[image\/png, 146\.5 KB, left out/)
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

it('a forced epoch that can cut nothing leaves no mark behind, one that came by pressure does', async () => {
  const nothing = { name: 'nothing', propose: () => ({ why: 'nothing to do', edits: [] }) }
  for (const [isForced, marks] of [
    [true, 0],
    [false, 1],
  ] as const) {
    const desk = openDesk({ window: 200 })
    await desk.say(request('word '.repeat(300)), answer('done'), request('next'))
    const { entries } = await desk.run([nothing], { isForced })
    expect(entries.filter((entry) => entry.kind === 'mark' && entry.name === 'abandoned')).toHaveLength(marks)
  }
})

it('a pinned message stays when everything else must go', async () => {
  const desk = openDesk({ window: 700 })
  await desk.say(request('keep this one'), answer('yes'))
  desk.mark('pin', { seq: 1 })
  for (let turn = 0; turn < 12; turn++)
    await desk.say(request(`ask ${turn} ${'word '.repeat(50)}`), answer('said '.repeat(50)))
  await desk.say(request('and now?'))
  await desk.run([fit()], { isForced: true })
  const shown = await desk.shown()
  expect(
    shown.filter(
      ({ role, blocks }) => role === 'user' && JSON.stringify(blocks) === '[{"type":"text","text":"keep this one"}]',
    ),
  ).toHaveLength(1)
  expect(desk.view.items.some((item) => item.kind === 'fold')).toBe(true)
})
