// The full screen: what is typed, asked and drawn, with a terminal that only remembers.
import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { ProcessTerminal } from '@earendil-works/pi-tui'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cleanStream } from '../../show/clean.ts'
import { openScreen } from './screen.ts'
import type { Terminal } from './terminal.ts'

const CTRL = { c: '\u0003', d: '\u0004', o: '\u000f' }
const [ENTER, ESC, UP] = ['\r', '\u001b', '\u001b[A']
const LEAVE = 'Press Ctrl-C again to leave, or keep typing.'
const quiet = new AbortController().signal

vi.setConfig({ testTimeout: 5_000 })

const open: Terminal[] = []
afterEach(async () => {
  for (const terminal of open.splice(0)) await terminal.close()
  vi.restoreAllMocks()
})

function opened(columns?: number) {
  let [drawn, width, stopped] = ['', 60, 0]
  let press: (data: string) => void = () => {}
  const own = ProcessTerminal.prototype
  vi.spyOn(own, 'start').mockImplementation((onInput) => void (press = onInput))
  vi.spyOn(own, 'stop').mockImplementation(() => void stopped++)
  vi.spyOn(own, 'drainInput').mockResolvedValue()
  vi.spyOn(own, 'write').mockImplementation((data) => void (drawn += data))
  for (const name of ['hideCursor', 'showCursor', 'moveBy', 'clearLine', 'setTitle', 'setProgress'] as const)
    vi.spyOn(own, name).mockImplementation(() => {})
  vi.spyOn(own, 'rows', 'get').mockReturnValue(200)
  vi.spyOn(own, 'columns', 'get').mockImplementation(() => width)
  const output = Object.assign(new PassThrough(), { columns })
  cleanStream(output as unknown as NodeJS.WriteStream)
  const before = Object.getOwnPropertyDescriptor(output, 'write')?.value as unknown
  const terminal = openScreen(output as unknown as NodeJS.WriteStream)
  open.push(terminal)
  /** The whole screen afterwards, line by line, without what is empty: at another width everything is drawn anew. */
  const seenAfter = <T>(work: () => T) => {
    width++
    drawn = ''
    const done = work()
    const lines = () => stripVTControlCharacters(drawn).split(/\r?\n/)
    return { done, lines: () => lines().flatMap((line) => (/^[\s─]*$/.test(line) ? [] : [line.trim()])) }
  }
  return {
    terminal,
    output,
    press: (...keys: readonly string[]) => keys.forEach((key) => press(key)),
    stopped: () => stopped,
    isFree: () => Object.getOwnPropertyDescriptor(output, 'write')?.value === before,
    seenAfter,
    seen: () => seenAfter(() => terminal.draw()).lines(),
  }
}

describe('what is typed', () => {
  test('ahead waits its turn; an empty line is nothing; the end ends all', async () => {
    const { terminal, press, seen } = opened()
    press(ENTER, 'one', ENTER, 'two', ENTER)
    expect([await terminal.next(), await terminal.next()]).toEqual(['one', 'two'])
    const third = terminal.next()
    press('three', ENTER)
    expect(await third).toBe('three')
    expect(seen()).toEqual(['> one', '> two', '> three'])
    const last = terminal.next()
    press('half', CTRL.d)
    press(CTRL.c, CTRL.d)
    expect([await last, await terminal.next(), await terminal.ask('Run?', quiet)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
  test('is shown as it was said, of twelve lines and no more', async () => {
    const { terminal, press, seen } = opened()
    const lines = (most: number) => Array.from({ length: most }, (_, at) => `line ${at + 1}`)
    const paste = (text: string) => press(`\u001b[200~${text}\u001b[201~`, ENTER)
    paste(lines(12).join('\n'))
    await terminal.next()
    expect(seen()).toEqual(['> line 1', ...lines(12).slice(1)])
    paste(lines(13).join('\n'))
    await terminal.next()
    expect(seen().slice(12)).toEqual(['> line 1', ...lines(11).slice(1), '… 2 more lines'])
  })
  test('comes back with the arrow, as what was said in an earlier session does', async () => {
    const { terminal, press, seen } = opened()
    terminal.remember(['long ago'])
    press('now', ENTER, UP)
    expect(seen()).toEqual(['now'])
    press(UP)
    expect(seen()).toEqual(['long ago'])
  })
  test('is completed by the names of commands', async () => {
    const { terminal, press, seen } = opened()
    terminal.complete([{ name: 'compact', about: 'make room', usage: '[what]' }], process.cwd())
    press('/', 'c', 'o')
    await vi.waitFor(() => expect(seen().join('\n')).toMatch(/compact.*\[what\].*make room/))
  })
})

describe('Ctrl-C', () => {
  test('clears the line, then asks, then leaves', async () => {
    const { terminal, press, seen } = opened()
    const next = terminal.next()
    press('half a thought', CTRL.c)
    expect(seen()).toEqual([])
    press(CTRL.c)
    expect(seen()).toEqual([LEAVE])
    press('x')
    expect(seen()).toEqual(['x'])
    press(CTRL.c, CTRL.c)
    expect(seen()).toEqual([LEAVE])
    press(CTRL.c)
    expect(await next).toBeUndefined()
  })
  test('and Esc stop what runs, where something does', () => {
    const { terminal, press, seen } = opened()
    const keys: string[] = []
    let isRunning = true
    terminal.onInterrupt((key) => (keys.push(key), isRunning))
    press(CTRL.c, ESC, CTRL.c)
    expect([keys, seen()]).toEqual([['ctrl-c', 'esc', 'ctrl-c'], []])
    isRunning = false
    press(ESC, CTRL.c)
    expect([keys.slice(3), seen()]).toEqual([['esc', 'ctrl-c'], [LEAVE]])
  })
  test('a signal from outside is the same key', () => {
    const before = process.listenerCount('SIGINT')
    const { seen } = opened()
    const listener = process.listeners('SIGINT').at(-1)
    expect(process.listenerCount('SIGINT')).toBe(before + 1)
    listener?.('SIGINT')
    expect(seen()).toEqual([LEAVE])
  })
})

describe('a question', () => {
  test('is answered by what is typed after it; the draft comes back', async () => {
    const { terminal, press, seen } = opened()
    press('a draft')
    const answer = terminal.ask('Run it?', quiet)
    expect(seen()).toEqual(['Run it?'])
    press('yes', ENTER)
    expect(await answer).toBe('yes')
    expect(seen()).toEqual(['Run it?', '> yes', 'a draft'])
  })
  test('nobody waits for it once the turn is stopped', async () => {
    const { terminal, press, seen } = opened()
    const stop = new AbortController()
    const answer = terminal.ask('Run it?', stop.signal)
    stop.abort()
    expect([await answer, seen()]).toEqual([undefined, ['Run it?']])
    press('said', ENTER)
    expect(await terminal.next()).toBe('said')
    const last = terminal.ask('Run it?', quiet)
    press(CTRL.d)
    expect(await last).toBeUndefined()
  })
})

describe('what is drawn', () => {
  test('an answer grows in one place, an empty line ends it, and nothing of it is obeyed', () => {
    const { terminal, seen } = opened()
    terminal.line('first\u0007')
    terminal.write('It is ')
    terminal.write('fi\u0008ne.')
    terminal.line()
    terminal.write('Next.')
    terminal.line('notice', 'notice')
    terminal.write('Last.')
    expect(seen()).toEqual(['first', 'It is fine.', 'Next.', 'notice', 'Last.'])
  })
  test('results of tools unfold and fold with Ctrl-O, those that come later too', () => {
    const { terminal, press, seen } = opened()
    terminal.meter({ short: '', long: '5 % full' })
    expect(seen()).toEqual(['5 % full'])
    terminal.unfolding('read a.ts', 'all of\u0007 it')
    terminal.meter({ short: '', long: '6 % full' })
    expect(seen()).toEqual(['read a.ts', '6 % full · Ctrl-O: tool results'])
    press(CTRL.o)
    terminal.unfolding('read b.ts', 'and this')
    expect(seen().slice(0, 4)).toEqual(['read a.ts', 'all of it', 'read b.ts', 'and this'])
    press(CTRL.o)
    expect(seen().slice(0, 2)).toEqual(['read a.ts', 'read b.ts'])
  })
  test('what is waited for turns and counts its seconds, until something comes', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { terminal, seen } = opened()
    terminal.waiting?.('thinking')
    expect(seen()).toEqual(['⠋ thinking · Esc stops'])
    vi.advanceTimersByTime(100)
    expect(seen()).toEqual(['⠙ thinking · Esc stops'])
    vi.advanceTimersByTime(2_000)
    expect(seen()).toEqual(['⠙ thinking · Esc stops'])
    vi.advanceTimersByTime(1_000)
    expect(seen()).toEqual(['⠙ thinking 3 s · Esc stops'])
    terminal.waiting?.('packing')
    expect(seen()).toEqual(['⠋ packing · Esc stops'])
    terminal.line('here')
    vi.advanceTimersByTime(1_000)
    expect([seen(), vi.getTimerCount()]).toEqual([['here'], 0])
  })
  test('is as wide as the terminal, 120 at most, and what goes to the error stream stands in it', () => {
    expect([opened(60), opened(500), opened()].map(({ terminal }) => terminal.width)).toEqual([60, 120, 100])
    const { seen, output } = opened()
    process.stderr.write('a warning\n')
    output.write('past the drawing')
    expect(seen()).toEqual(['a warning'])
  })
})

test('closed once, streams and signals are as they were, and what was said stays', async () => {
  const ownWrite = () => Object.getOwnPropertyDescriptor(process.stderr, 'write')?.value as unknown
  const [write, listeners] = [ownWrite(), process.listenerCount('SIGINT')]
  const { terminal, seenAfter, stopped, isFree } = opened()
  expect(isFree()).toBe(false)
  terminal.line('said')
  terminal.meter({ short: '', long: '5 % full' })
  terminal.waiting?.('thinking')
  const { done, lines } = seenAfter(() => terminal.close())
  await done
  await terminal.close()
  expect([stopped(), isFree(), lines()]).toEqual([1, true, ['said']])
  expect([ownWrite() === write, process.listenerCount('SIGINT')]).toEqual([true, listeners])
})
