// The line-by-line terminal: what is typed, asked and drawn.
import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPlain } from './plain.ts'
import { openTerminal } from './terminal.ts'

function opened(isTTY: boolean, columns?: number) {
  const input = Object.assign(new PassThrough(), { isTTY, setRawMode: () => {} })
  const output = Object.assign(new PassThrough(), { isTTY, columns })
  let drawn = ''
  output.on('data', (data: Buffer) => (drawn += data.toString()))
  const terminal = openPlain(input as unknown as NodeJS.ReadStream, output as unknown as NodeJS.WriteStream)
  onTestFinished(() => terminal.close())
  /** What was drawn since the last look, without its escapes. */
  const seen = async () => {
    for (let at = 0; at < 5; at++) await turn()
    const now = stripVTControlCharacters(drawn)
    drawn = ''
    return now
  }
  return { terminal, seen, input, type: (text: string) => void input.write(text) }
}
const quiet = new AbortController().signal

test('a terminal that cannot draw gets lines, as a pipe does', async () => {
  for (const isTTY of [true, false]) {
    const streams = [0, 1].map(() => Object.assign(new PassThrough(), { isTTY, setRawMode: () => {} }))
    const [input, output] = streams as unknown as [NodeJS.ReadStream, NodeJS.WriteStream]
    const terminal = await openTerminal(input, output, { TERM: isTTY ? 'dumb' : 'xterm' })
    terminal.line('one line')
    await terminal.close()
    expect(String(streams[1]?.read())).toBe('one line\n')
  }
})

describe('from a pipe', () => {
  test('every line is one turn, a backslash goes on, and the end is the end', async () => {
    const { terminal, type, input } = opened(false)
    type('one\ntwo \\\nthree\nlast\\\n')
    const first = terminal.next()
    expect([await first, await terminal.next()]).toEqual(['one', 'two \nthree'])
    const last = terminal.next()
    input.end()
    expect([await last, await terminal.next()]).toEqual(['last\n', undefined])
  })
  test('nobody can be asked, nothing is prompted, and what was waited for ends with the input', async () => {
    const { terminal, seen, input } = opened(false)
    terminal.meter({ short: '5 %', long: '' })
    const next = terminal.next()
    expect([await terminal.ask('Run it?\n[y]es? ', quiet), await seen()]).toEqual([undefined, ''])
    input.end()
    expect([await next, terminal.width, opened(false, 60).terminal.width, opened(false, 500).terminal.width]).toEqual([
      undefined,
      100,
      60,
      120,
    ])
  })
  test('lines are cleaned of what a terminal would obey', async () => {
    const { terminal, seen } = opened(false)
    terminal.line('a\u0007b')
    terminal.line()
    terminal.unfolding('c\u0007d', '')
    terminal.write('e')
    expect(await seen()).toBe('ab\n\ncd\ne')
  })
})

describe('at a terminal', () => {
  test('the prompt comes once everything is loaded, with the meter', async () => {
    const { terminal, seen, type } = opened(true)
    const next = terminal.next()
    expect(await seen()).toBe('')
    terminal.meter({ short: '5 %', long: '' })
    expect(await seen()).toBe('5 % > ')
    type('hello\r')
    expect(await next).toBe('hello')
    void terminal.next()
    expect(await seen()).toContain('5 % > ')
  })
  test('only what is typed after a question answers it', async () => {
    const { terminal, seen, type } = opened(true)
    terminal.meter({ short: '1 %', long: '' })
    type('typed ahead\r')
    await seen()
    const answer = terminal.ask('Run: ls\n[y]es? ', quiet)
    expect(await seen()).toContain('Run: ls\n[y]es? ')
    type('y\r')
    expect([await answer, await terminal.next()]).toEqual(['y', 'typed ahead'])
    const stopping = new AbortController()
    const stopped = terminal.ask('Again? ', stopping.signal)
    stopping.abort()
    expect(await stopped).toBeUndefined()
    type('not an answer\r')
    expect(await terminal.next()).toBe('not an answer')
  })
  test('Ctrl-C stops what runs, and leaves where nothing does', async () => {
    const { terminal, seen, type } = opened(true)
    const keys: string[] = []
    let isTaken = true
    terminal.onInterrupt((key) => (keys.push(key), isTaken))
    terminal.meter({ short: '1 %', long: '' })
    const next = terminal.next()
    type('\u0003')
    await seen()
    isTaken = false
    type('half\u0003')
    expect([await next, keys]).toEqual([undefined, ['ctrl-c', 'ctrl-c']])
  })
  test('a question is prompted by its last line; the lines before it stand above', async () => {
    const { terminal, seen } = opened(true)
    const stop = new AbortController()
    const answer = terminal.ask('Run: ls', stop.signal)
    expect(await seen()).toBe('Run: ls')
    stop.abort()
    expect(await answer).toBeUndefined()
  })
})
