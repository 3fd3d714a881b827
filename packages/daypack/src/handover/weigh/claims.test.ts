import { describe, expect, test } from 'vitest'
import type { Event } from '../read/events.ts'
import { claimsOf, type ClaimOptions } from './claims.ts'

type Given = Pick<Event, 'kind'> & Partial<Event>

const ROOM: ClaimOptions = { wholeChars: 4_000, wholesChars: 8_000 }
/** What each event may claim after a first request: `usual, at least…, at most…`, in characters. */
function told(given: readonly Given[], room = ROOM): string[] {
  const events = [{ kind: 'user', text: 'go' } as const, ...given].map((one, at): Event => ({
    seq: at,
    head: '',
    text: '',
    cut: 'output',
    state: 'ok',
    changed: [],
    ...one,
  }))
  return claimsOf(events, room)
    .slice(1)
    .map(({ event: { kind }, base, least, most, isOutcome, same }) =>
      [
        `${kind} ${Math.round(base)}`,
        least > 0 ? `least ${Math.round(least)}` : '',
        most === undefined ? '' : `most ${most}`,
        isOutcome ? 'outcome' : '',
        same === undefined ? '' : `as [${same}]`,
      ]
        .filter(Boolean)
        .join(', '),
    )
}

const long = (length: number, letter = 'x'): string => letter.repeat(length)
const at = (kind: Event['kind'], text = '', more: Partial<Event> = {}): Given => ({ kind, text, ...more })

describe('what an event may claim', () => {
  test('by its kind, while nothing else is known of it', () => {
    const kinds = ['thought', 'look', 'command', 'change', 'search', 'web', 'report', 'ask', 'tasks', 'other', 'output']
    expect(told([...kinds.map((kind) => at(kind as Event['kind'])), at('stop'), at('user', 'next')])).toEqual([
      'thought 320',
      'look 260',
      'command 280',
      'change 700',
      'search 300',
      'web 1800',
      'report 1800',
      'ask 900',
      'tasks 120',
      'other 420',
      'output 500',
      'stop 80',
      'user 1500, least 12',
    ])
  })

  test('where there is little room, what was said and looked at on the way to an outcome counts less once the turn is over', () => {
    const turn = [
      at('agent', 'It keeps 3 of the pages because of a lock.'),
      at('look'),
      at('search'),
      at('command', 'a.ts', { head: '$ ls', looked: true }),
      at('command', '', { head: '$ make --help' }),
      at('command', '3 passed', { head: '$ make test' }),
      at('thought'),
      at('agent', 'Mended.'),
      at('user', 'And now?'),
      at('look'),
    ]
    expect(told(turn, { ...ROOM, onTheWay: 0.5 })).toEqual([
      'agent 350',
      'look 130',
      'search 150',
      'command 140',
      'command 140',
      'command 280',
      'thought 320',
      'agent 2400, outcome',
      'user 1500, least 16',
      'look 260',
    ])
  })

  test('the words of the user are kept, said again they point to the first time, and courtesies may go', () => {
    const words = `Keep every address of the customers out of the log, ${long(67)}.`
    expect(
      told([words, `${words} `, words.slice(1), words.slice(1), 'Thanks!'].map((text) => at('user', text))),
    ).toEqual([
      'user 1500, least 128',
      'user 1500, as [1]',
      'user 1500, least 127',
      'user 1500, least 127',
      'user 1500',
    ])
  })

  test('of instructions what they demand, of the same loaded again the newest', () => {
    const rules = 'Read on.\nYou must lint.'
    const given = [at('instruction', rules), at('instruction', 'Words.'), at('instruction', rules), at('user', 'next')]
    expect(told(given)).toEqual([
      'instruction 160, most 480',
      'instruction 1500',
      'instruction 1500',
      'user 1500, least 12',
    ])
    const [, , , last] = claimsOf(
      [at('user', 'go'), ...given].map((one, seq): Event => ({
        seq,
        head: '',
        text: '',
        cut: 'speech',
        state: 'ok',
        changed: [],
        ...one,
      })),
      { wholeChars: 4_000, wholesChars: 8_000 },
    )
    expect(last?.event.text).toBe('You must lint.')
    expect(told([...given, at('instruction', long(100))]).at(-1)).toBe('instruction 4000, least 120')
  })

  test('a task that is open is told, one that is done in a few words; of a list and of a state the newest', () => {
    const task = (head: string, key?: string): Given => at('tasks', '', { head, ...(key && { key }) })
    expect(
      told([
        task('TaskCreate #1 subject: a'),
        task('TaskCreate #2 subject: b'),
        task('TaskCreate without a number'),
        task(`TaskCreate #3 ${long(900)}`),
        task('TaskUpdate #1 status: completed', 'task 1'),
        task('TaskUpdate #2 status: in_progress', 'task 2'),
        at('tasks', '[ ] a', { head: 'TodoWrite:', key: 'tasks' }),
        at('tasks', long(1_990), { head: 'TodoWrite:', key: 'tasks' }),
      ]),
    ).toEqual([
      'tasks 120, most 80',
      'tasks 600, least 28',
      'tasks 600, least 31',
      'tasks 600, least 500',
      'tasks 1400, least 35, most 2800',
      'tasks 1400, least 37, most 2800',
      'tasks 160, most 480',
      'tasks 2000, least 2000, most 2800',
    ])
  })

  test('what came in since the last wish is open work, and what has a key yields to a newer one', () => {
    const key = { key: 'status' }
    expect(
      told([
        at('report', long(900)),
        at('user', 'next'),
        at('report', long(900)),
        at('output', long(3_000)),
        at('other', long(3_000), key),
        at('other', long(3_000), { ...key, state: 'failed', settled: { seq: 9, isSure: true } }),
        at('other', long(3_000), key),
        at('other', 'short', { key: 'other' }),
      ]),
    ).toEqual([
      'report 1800',
      'user 1500, least 12',
      'report 6000, least 904',
      'output 6000, least 2000',
      'other 160, most 480',
      'other 160, most 480',
      'other 1400, least 1400, most 2800',
      'other 1400, least 9, most 2800',
    ])
  })

  test('what failed has the room of its kind, less once it was settled', () => {
    const failed = (kind: Event['kind'], more: Partial<Event> = {}, text = 'boom'): Given =>
      at(kind, text, { state: 'failed', ...more })
    expect(
      told([
        ...(['look', 'change', 'search', 'command', 'other', 'web'] as const).map((kind) => failed(kind)),
        failed('command', { settled: { seq: 9, isSure: false } }),
        failed('other', { effect: 'write' }),
        failed('other', { effect: 'write' }, long(400)),
        at('command', 'x', { state: 'rejected', said: 'No, use pnpm.' }),
        at('command', 'x', { state: 'rejected' }),
        at('command', 'x', { state: 'rejected', said: long(4_000) }),
      ]),
    ).toEqual([
      'look 260',
      'change 700',
      'search 300',
      'command 280',
      'other 420',
      'web 1800',
      'command 160',
      'other 420, least 8',
      'other 420, least 240',
      'command 900, least 213',
      'command 900, least 200',
      'command 900, least 3000',
    ])
  })

  test('the last words of a turn are its outcome', () => {
    expect(
      told([
        at('agent', 'Let me look.'),
        at('agent', 'The port is 8080 because of the proxy.'),
        at('agent', 'It was a Greek or a Roman who did it.'),
        at('agent', 'These are words that say nothing.'),
        at('look'),
        at('agent', `So it is ${long(500)}`),
        at('user', 'yes'),
        at('agent', 'One or two?'),
        at('user', '2'),
        at('agent', 'So?'),
        at('user', 'No, something else is wanted.'),
        at('agent', 'Which?'),
        at('user', `2${long(80)}`),
        at('agent', 'Stopped'),
        at('stop'),
        at('agent', 'Over'),
      ]),
    ).toEqual([
      'agent 40',
      'agent 700',
      'agent 210',
      'agent 0',
      'look 260',
      'agent 2400, outcome',
      'user 1500, least 11',
      'agent 2400, outcome',
      'user 1500, least 9',
      'agent 2400, outcome',
      'user 1500, least 37',
      'agent 2400, outcome',
      'user 1500, least 89',
      'agent 2400, outcome',
      'stop 80',
      'agent 2400, outcome',
    ])
  })

  test('writes stay however old, a command run again is told by its newest run', () => {
    expect(
      told([
        at('other', long(500), { effect: 'write' }),
        at('other', 'x', { effect: 'write' }),
        at('other', long(500), { effect: 'read' }),
        at('command', 'a', { head: '$ test' }),
        at('command', 'b', { head: '$ test' }),
        at('other', 'c', { head: '$ test' }),
      ]),
    ).toEqual([
      'other 700, least 240',
      'other 700, least 5',
      'other 260',
      'command 160, most 480',
      'command 280',
      'other 420',
    ])
  })

  test('of searches the three newest that found much', () => {
    const places = (lines: number, head: string): Given => at('command', 'src/a.ts:1: x\n'.repeat(lines), { head })
    const searches = [301, 300, 301].map((length) => at('search', long(length)))
    expect(told([...searches, places(4, '$ rg'), places(3, '$ rg -m3'), at('search', long(1_700))])).toEqual([
      'search 300',
      'search 300',
      'search 1600, least 305',
      'command 1600, least 64',
      'command 280',
      'search 1600, least 640',
    ])
  })
})

describe('what is wanted whole', () => {
  test('the newest plan, the first request and what is followed now; older plans while there is room', () => {
    const list = '- do it now\n'
    expect(
      told([
        at('plan', long(3_000, 'a')),
        at('plan', long(1_900, 'b')),
        at('handover', long(3_500, 'c')),
        at('user', list.repeat(4) + long(1_160)),
        at('user', list.repeat(3) + long(1_300)),
        at('user', list.repeat(4) + long(1_152)),
        at('instruction', long(1_000)),
      ]),
    ).toEqual([
      'plan 4000',
      'plan 4000, least 1920',
      'handover 4000, least 3520',
      'user 4000, least 1228',
      'user 1500, least 1344',
      'user 1500, least 1208',
      'instruction 4000, least 1020',
    ])
  })
  test('other words of the user share what is left: the short ones whole, the long ones alike', () => {
    const room = { wholeChars: 400, wholesChars: 1_000 }
    const words = (...lengths: number[]): Given[] => lengths.map((length, each) => at('user', long(length, `${each}`)))
    expect(told(words(100, 1_000, 5_000), room)).toEqual([
      'user 1500, least 108',
      'user 1500, least 396',
      'user 1500, least 396',
    ])
    expect(told(words(...Array.from({ length: 15 }, () => 100)), room)[0]).toBe('user 1500, least 60')
    expect(told(words(...Array.from({ length: 16 }, () => 100)), room)[0]).toBe('user 1500')
  })
})
