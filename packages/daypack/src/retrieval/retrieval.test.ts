import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Content, Message } from '../model/message.ts'
import { offload } from '../passes/offload.ts'
import { clear } from '../passes/clear.ts'
import { answer, openDesk, request, step, type Desk } from '../../../daypack-testing/src/desk.ts'
import { matcher } from './pattern.ts'
import { sessionSearch, type SessionSearch } from './engine.ts'
import { retrievalTools, type RetrievalSource } from './index.ts'
import { readRef } from './read-ref.ts'
import { recall } from './recall.ts'
import { scan } from './scan.ts'

function sourceOf(desk: Desk): RetrievalSource {
  const text = (content: Content): string => ('ref' in content ? (desk.blobs.get(content.ref) ?? '') : content.text)
  return {
    seen: () => desk.view.slots.map((slot, at) => ({ ...slot, number: at + 1 })),
    read: (content) => Promise.resolve(text(content)),
    slice: (content, from, to) => Promise.resolve(Buffer.from(text(content)).subarray(from, to)),
    path: (ref) => desk.pathOf(ref),
  }
}

async function session(...messages: readonly Message[]): Promise<{ desk: Desk; source: RetrievalSource }> {
  const desk = openDesk({ window: 1_000_000 })
  await desk.say(request('Start.'), ...messages)
  return { desk, source: sourceOf(desk) }
}

const scanning =
  (source: RetrievalSource): SessionSearch =>
  (query, limit) =>
    scan(query, source, limit)
const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join('\n')

describe('read_ref', () => {
  it('continues exactly where the notice of a cut says', async () => {
    const output = lines(20_000)
    const { desk, source } = await session(...step({ tool: 'fetch', output }))
    await desk.run([offload()])
    const crop = desk.view.items[2]?.kind === 'message' ? desk.view.items[2].blocks[0]?.crop : undefined
    let text = output.slice(0, crop?.keep[0]?.to)
    let call: Record<string, unknown> | undefined = { file_path: crop?.note.path, start_line: crop?.note.next?.line }
    while (call) {
      const said = await readRef(source).run(call)
      const more = /\n\[[^\n]*go on with start_line=(\d+)\]$/.exec(said)
      text += more ? said.slice(0, more.index) : said
      call = more ? { file_path: crop?.note.path, start_line: Number(more[1]) } : undefined
    }
    expect(text).toBe(output)
  })

  it('reads any text back in full, by lines and columns, in pieces of any size', async () => {
    const part = fc.constantFrom('a', 'word ', '\n', '\r\n', 'é', '日本', '👩‍👩‍👧‍👦', 'x'.repeat(50))
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 30, max: 200 }),
        async (parts, maxBytes) => {
          const output = parts.join('')
          const { source } = await session(...step({ tool: 'fetch', output }))
          const tool = readRef(source, { maxBytes })
          let text = ''
          let call: Record<string, unknown> | undefined = { file_path: '3.0' }
          for (let turn = 0; call && turn < 500; turn++) {
            const said = await tool.run(call)
            const more = /\n\[message 3\.0: [^\n]*go on with start_line=(\d+)(?: start_column=(\d+))?\]$/.exec(said)
            text += more ? said.slice(0, more.index) : said
            call = more
              ? { file_path: '3.0', start_line: Number(more[1]), start_column: more[2] && Number(more[2]) }
              : undefined
          }
          expect(text).toBe(output)
        },
      ),
    )
  })

  it('shows lines that match with their numbers, a page at a time', async () => {
    const { source } = await session(...step({ tool: 'fetch', output: lines(5_000) }))
    const tool = readRef(source, { maxBytes: 300 })
    const first = await tool.run({ file_path: '3', pattern: 'line \\d*99$' })
    expect(first.split('\n').slice(0, 2)).toEqual(['99: line 99', '199: line 199'])
    const next = Number(/start_line=(\d+)/.exec(first)?.[1])
    expect((await tool.run({ file_path: '3', pattern: 'line \\d*99$', start_line: next })).split('\n')[0]).toBe(
      `${next}: line ${next}`,
    )
    expect(await tool.run({ file_path: '3', pattern: 'nowhere' })).toContain('no line from 1 on matches')
  })

  it('finds characters that two reads part, and stops after enough text with a way on', async () => {
    const output = `${'日本語テキスト\n'.repeat(90_000)}needle\n${'x\n'.repeat(10)}`
    const { source } = await session(...step({ tool: 'fetch', output }))
    expect(await readRef(source).run({ file_path: '3', pattern: 'needle' })).toBe('90001: needle')
    expect((await readRef(source).run({ file_path: '3', pattern: '語テ' })).startsWith('1: 日本語テキスト\n2: ')).toBe(
      true,
    )
    const short = await readRef(source, { scanBytes: 1_000_000 }).run({ file_path: '3', pattern: 'needle' })
    expect(short).toMatch(/searched up to line \d+ of 90012; go on with start_line=\d+\]$/)
  })

  it('gives a file as it was read, even when it is gone, and no other file', async () => {
    const { source } = await session(
      ...step({ tool: 'read_file', input: { path: 'src/a.ts' }, output: 'old' }),
      ...step({ tool: 'read_file', input: { path: './src/a.ts' }, output: 'newer' }),
    )
    expect(await readRef(source).run({ file_path: 'src/lib/../a.ts' })).toBe('newer')
    expect(await readRef(source).run({ file_path: '/etc/passwd' })).toBe(
      'Error: nothing called /etc/passwd was seen in this session.',
    )
    expect(await readRef(source).run({ file_path: `tool_result/${'0'.repeat(64)}.txt` })).toContain(
      'Error: nothing called',
    )
  })

  it('answers odd input with what is wrong', async () => {
    const { source } = await session(...step({ tool: 'fetch', output: 'one\ntwo' }, { tool: 'x', output: '' }))
    const run = (input: unknown) => readRef(source).run(input)
    expect(await run(undefined)).toBe('Error: file_path is missing.')
    expect(await run({ file_path: '3.0', start_line: '9' })).toContain('has 2 lines')
    expect(await run({ file_path: '3.0', start_line: 2, end_line: 1 })).toContain('before start_line')
    expect(await run({ file_path: '3.1' })).toBe('[message 3.1: empty]')
    expect(await run({ file_path: '99' })).toContain('Error: nothing called 99')
    expect(await run({ file_path: '3.0', start_line: '2' })).toBe('two')
    expect(await run({ file_path: 2 })).toContain('[2.0 tool-call]')
  })

  it('takes what is no pattern by its letters', () => {
    expect(matcher('[')(['a [ b', 'a b'])).toEqual([true, false])
    expect(matcher('(a+)+$')(['so (A+)+$ it is', 'baa'])).toEqual([true, true])
    expect(matcher('😀.b')(['x😀世B'])).toEqual([true])
  })

  it.each(['(a|a)*$', '(x+x+)+y'])('F-65: %s is refused once it took too long', (pattern) => {
    expect(() => matcher(pattern)([`${'a'.repeat(200)}${'x'.repeat(200)}#`])).toThrow('takes too long')
  })
})

describe('recall', () => {
  const talk = [
    ...step({
      tool: 'bash',
      input: { command: 'npm test' },
      output: `${lines(3_000)}\nAssertionError: the parser dropped ECONNREFUSED\n${lines(3_000)}`,
    }),
    answer('The parser fails.'),
    request('Remember the colour: aubergine. 颜色是茄子色。'),
    answer('Noted.'),
  ]

  it('finds what is no longer shown and says where it is', async () => {
    const { desk, source } = await session(...talk)
    await desk.run([offload({ maxBytes: 1_000, errorBytes: 0 }), clear({ keep: 0, above: 0, idleMs: 0 })], {
      isForced: true,
    })
    const said = await recall(source, scanning(source)).run({ query: 'parser ECONNREFUSED' })
    expect(said).toMatch(
      /^\[message 3\.0, lines 2999–3003, result of bash, 1970-01-01 00:16\]\nline 2999\nline 3000\nAssertionError: the parser dropped ECONNREFUSED/,
    )
    expect(await recall(source, scanning(source)).run({ query: 'aubergine' })).toContain('[message 5.0')
    expect(await recall(source, scanning(source)).run({ query: '茄子色' })).toContain('[message 5.0')
    expect(await recall(source, scanning(source)).run({ query: 'zebra' })).toBe(
      'Nothing in this session matches "zebra".',
    )
  })

  it('pages with a cursor that belongs to its query', async () => {
    const { source } = await session(...Array.from({ length: 12 }, (_, at) => answer(`apple number ${at}`)))
    const first = await recall(source, scanning(source)).run({ query: 'apple' })
    const cursor = /cursor=(\S+) for more/.exec(first)?.[1]
    const second = await recall(source, scanning(source)).run({ query: 'apple', cursor })
    expect(second).toContain('5 of 12 passages')
    expect(second.split('\n')[1]).not.toBe(first.split('\n')[1])
    expect(await recall(source, scanning(source)).run({ query: 'pear', cursor })).toContain('another query')
  })

  it('uses a better search where one is given, and stays alive when it fails', async () => {
    const { source } = await session(...talk)
    const better = recall(source, async () => [
      { number: 5, index: 0, startLine: 1, endLine: 1, text: 'found', score: 1 },
    ])
    expect(await better.run({ query: 'x' })).toContain('found')
    const broken = recall(source, () => Promise.reject(new Error('no index')))
    expect(await broken.run({ query: 'x' })).toBe('Error: no index')
  })
})

describe('sessionSearch', () => {
  it('finds by meaning of words, adds what is new, and scans where the index has nothing', async () => {
    const { desk, source } = await session(
      answer('The deployments were failing because of a stale lockfile.'),
      answer('Lunch was good.'),
    )
    const search = sessionSearch(source)
    expect((await search('why did the deployment fail', 5))[0]).toMatchObject({ number: 2, index: 0, startLine: 1 })
    await desk.say(request('The kangaroo jumped.'))
    expect((await search('kangaroos jumping', 5))[0]?.number).toBe(4)
    expect((await search('ockfil', 5))[0]?.number).toBe(2)
  })

  it('lives with an engine that fails', async () => {
    const { source } = await session(answer('The parser fails.'))
    const broken = { indexMany: () => Promise.reject(new Error('no')), search: () => Promise.reject(new Error('no')) }
    expect((await sessionSearch(source, async () => broken)('parser', 5))[0]?.number).toBe(2)
  })
})

describe('retrievalTools', () => {
  it('are bounded, and no pass cuts their results again', async () => {
    const { source } = await session(...step({ tool: 'fetch', output: lines(50_000) }))
    const [read, search] = retrievalTools(source)
    const long = await read?.run({ file_path: '3.0' })
    expect(Buffer.byteLength(long ?? '')).toBeLessThan(16_500)
    expect(search?.name).toBe('recall')
    const again = openDesk({ window: 1_000_000 })
    await again.say(
      request('Go.'),
      ...step({ tool: 'read_ref', output: lines(20_000) }, { tool: 'mcp__daypack__recall', output: lines(20_000) }),
    )
    expect((await again.run([offload()])).entries).toEqual([])
  })
})
