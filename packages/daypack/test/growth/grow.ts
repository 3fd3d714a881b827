import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDaypack } from '../../src/daypack.ts'
import type { Message } from '../../src/model/message.ts'
import { byBytes } from '../../src/tokens/count.ts'
import { plain } from '../engine/say.ts'
import { heapUsed, sizeOf } from './small.ts'

/** A look at the process and the disk after so many turns. */
export type Look = {
  readonly turns: number
  /** Bytes the caller brought so far: requests, calls, results and replies. */
  readonly payload: number
  readonly heap: number
  readonly rss: number
  /** Open files without the locks. */
  readonly fds: number
  /** Lock files stay open once used: sixteen for logs, and one each for the rest. */
  readonly locks: number
  readonly disk: number
  /** Processor time of a turn since the last look. */
  readonly turnMs: number
}
export type Growth = { readonly looks: readonly Look[]; readonly by: Readonly<Record<string, number>> }

/** Ends sessions as hosts do: a process that lives long has many, and each has an end. */
const TURNS_A_SESSION = 100
/** Every so often a tool brings this much. */
const BIG = 12_000

/** One process, many turns of sessions that come and go, each with two tool calls. */
export async function grow(
  turns: number,
  options: { lookEvery: number; memory?: boolean; onLook?: (look: Look) => void },
): Promise<Growth> {
  const dir = mkdtempSync(path.join(tmpdir(), 'daypack-growth-'))
  let now = Date.UTC(2026, 0, 5, 9)
  const pack = await createDaypack({
    dir,
    window: 32_000,
    memory: options.memory === true ? { schedule: false, tuning: { watch: false } } : false,
    tuning: { now: () => now, counter: byBytes(4) },
  })
  const looks: Look[] = []
  let payload = 0
  let spent = process.cpuUsage()
  let history: Message[] = []
  let id = ''
  for (let turn = 0; turn < turns; turn++) {
    if (turn % TURNS_A_SESSION === 0) {
      if (id !== '') await pack.sweep()
      id = `session-${turn / TURNS_A_SESSION}`
      history = []
    }
    now += 60 * 60_000
    const session = await pack.session(id)
    for (const message of turnOf(turn)) {
      payload += Buffer.byteLength(JSON.stringify(message))
      history.push(message)
      if (message.role === 'assistant') continue
      await session.prepare(plain, { messages: history })
    }
    if ((turn + 1) % options.lookEvery === 0) {
      const { user, system } = process.cpuUsage(spent)
      const turnMs = +((user + system) / 1_000 / options.lookEvery).toFixed(1)
      const heap = heapUsed()
      const { rss } = process.memoryUsage()
      looks.push({ turns: turn + 1, payload, heap, rss, ...openFiles(), disk: sizeOf(dir), turnMs })
      options.onLook?.(looks.at(-1) as Look)
      spent = process.cpuUsage()
    }
  }
  await pack.close()
  const by = Object.fromEntries(readdirSync(dir).map((name) => [name, sizeOf(path.join(dir, name))]))
  rmSync(dir, { recursive: true })
  return { looks, by }
}

/** A request, two calls with results and an answer; words differ, so that nothing is stored once for all. */
function turnOf(turn: number): Message[] {
  const words = (count: number, salt: number) =>
    Array.from({ length: count }, (_, at) => `w${(turn * 31 + at * 7 + salt) % 9973}`).join(' ')
  const text = (role: 'user' | 'assistant', value: string): Message => ({
    role,
    blocks: [{ type: 'text', text: value }],
  })
  const call = (n: number): Message => ({
    role: 'assistant',
    blocks: [{ type: 'tool-call', callId: `c${turn}-${n}`, tool: 'bash', input: { command: `step ${turn} ${n}` } }],
  })
  const result = (n: number): Message => ({
    role: 'tool',
    blocks: [
      {
        type: 'tool-result',
        callId: `c${turn}-${n}`,
        tool: 'bash',
        content: { text: words(turn % 10 === 0 && n === 0 ? BIG / 6 : 120, n) },
      },
    ],
  })
  return [
    text('user', `request ${words(30, 1)}`),
    call(0),
    result(0),
    call(1),
    result(1),
    text('assistant', words(60, 2)),
  ]
}

function openFiles(): Pick<Look, 'fds' | 'locks'> {
  const files = readdirSync('/proc/self/fd').map((fd) => readlink(`/proc/self/fd/${fd}`))
  const locks = files.filter((file) => file.includes('/.lock/')).length
  return { fds: files.length - locks, locks }
}

/** One that was closed meanwhile leads nowhere. */
function readlink(file: string): string {
  try {
    return readlinkSync(file)
  } catch {
    return ''
  }
}

/** What grew that should not have, between the look at which it had settled and the last one. */
export function grown(settled: Look, last: Look): string[] {
  return [
    last.heap > settled.heap * 1.1 ? `heap ${settled.heap} → ${last.heap}` : '',
    last.fds > settled.fds + 2 ? `open files ${settled.fds} → ${last.fds}` : '',
    last.locks > 24 ? `${last.locks} locks` : '',
    last.disk > last.payload * 3 ? `disk ${last.disk} for ${last.payload}` : '',
  ].filter((each) => each !== '')
}
