// Many streams at once, a session of 10,000 messages met for the first time, and memory over 10,000 requests: the gateway beside
// a bare pass-through in the same run. CPU is the main thread's own, so that what else runs does not decide.
//   node --conditions=daypack-source bench/gateway/load.ts [--only streams,small,cold,memory] [--streams 200] [--rounds 5] [--messages 10000]
import { parseArgs } from 'node:util'
import {
  body,
  daypack,
  exchange,
  mainThread,
  measured,
  median,
  ms,
  passThrough,
  processor,
  resident,
  settled,
  type Way,
} from './ways.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'streams,small,cold,memory' },
    streams: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '5' },
    messages: { type: 'string', default: '10000' },
    requests: { type: 'string', default: '10000' },
    sessions: { type: 'string', default: '200' },
  },
})
const isAsked = (part: string) => values.only.split(',').includes(part)
const STREAMS = Number(values.streams)
const ROUNDS = Number(values.rounds)
const PHASES = [
  { more: 0, isQuiet: true },
  { more: 2, isQuiet: false },
  { more: 4, isQuiet: true },
]

const SMALL = ['--window', '16000']
const WORDS = Array.from({ length: 100 }, (_, n) => `module ${n * 37} calls ${n * 11}`)
  .join(', ')
  .slice(0, 1_000)

await measured(async () => {
  const bare = await passThrough()
  const whole = await passThrough('the same, body read first', '--whole')
  const proxy = await daypack()
  for (const way of [bare, whole, proxy]) await warmUp(way)
  if (isAsked('streams')) await together(1_000, [bare, whole, proxy])
  if (isAsked('small')) await together(1_000, [bare, await daypack('daypack proxy, window 16,000', SMALL)])
  if (isAsked('cold')) await coldAndWarm([bare, proxy])
  if (isAsked('memory')) await memory(await daypack('daypack proxy, window 16,000', SMALL, ['--trace-gc']))
})

/** A proxy is started once and runs for hours: it has had turns one by one, and many at once. */
async function warmUp(way: Way): Promise<void> {
  for (let n = 0; n < 100; n++)
    await exchange(way, body(20 + 2 * (n % 20), `warm ${n / 20}`, true), named(`warm-${n / 20}`))
  await settled(way)
  if (isAsked('streams')) await oneRound(way, 1_000, 'warm')
}

/**
 * New sessions, the same a turn later without a pause, and again when all is quiet. The ways in turn, in rounds with sessions
 * of their own, so that all see the same machine. All streams must be whole.
 */
async function together(size: number, ways: readonly Way[]): Promise<void> {
  console.log(
    `\n${STREAMS} streams at once, of ${size} messages each; medians of ${ROUNDS} rounds. First byte p50 by the`,
  )
  console.log(
    'clock and by CPU of the main thread until half of them had it; × the first row of the same round in brackets\n',
  )
  console.log('| path | completed | new sessions | a turn later, at once | a turn later, when quiet | CPU per turn |')
  console.log('| --- | --- | --- | --- | --- | --- |')
  const rounds: Round[][] = ways.map(() => [])
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, way] of ways.entries()) rounds[index]?.push(await oneRound(way, size, `${size} ${round}`))
  for (const [index, way] of ways.entries()) {
    const own = rounds[index] ?? []
    const cells = PHASES.map((_, phase) =>
      (['clock', 'cpu'] as const)
        .map((by) => {
          const at = (one: Round | undefined) => one?.phases[phase]?.[by] ?? 0
          const times = own.map((one, round) => at(one) / Math.max(1, at(rounds[0]?.[round])))
          return `${median(own.map(at)).toFixed(0)} ms${index > 0 ? ` (${median(times).toFixed(1)} ×)` : ''}`
        })
        .join(', '),
    )
    const completed = own.reduce((sum, one) => sum + one.completed, 0)
    const turns = STREAMS * PHASES.length
    console.log(
      `| ${way.name} | ${completed} of ${turns * ROUNDS} | ${cells.join(' | ')} | ${ms(median(own.map(({ cpu }) => cpu)) / turns)} |`,
    )
  }
}

type Round = {
  readonly phases: readonly { readonly clock: number; readonly cpu: number }[]
  readonly completed: number
  readonly cpu: number
}

async function oneRound(way: Way, size: number, name: string): Promise<Round> {
  const phases: { clock: number; cpu: number }[] = []
  let completed = 0
  const before = processor(way)
  for (const { more, isQuiet } of PHASES) {
    if (isQuiet) await settled(way)
    const bodies = Array.from({ length: STREAMS }, (_, n) => body(size + more, `many ${name} ${n}`, true))
    const from = mainThread(way)
    const all = await Promise.all(bodies.map((text, n) => exchange(way, text, named(`many-${name}-${n}`))))
    completed += all.filter(({ text }) => text.includes('[DONE]')).length
    phases.push({ clock: median(all.map(({ first }) => first)), cpu: median(all.map(({ cpu }) => cpu)) - from })
  }
  await settled(way)
  return { phases, completed, cpu: processor(way) - before }
}

/** The first request of a long session beside its later ones, by a proxy that has not seen it and by one that has. */
async function coldAndWarm(ways: readonly Way[]): Promise<void> {
  const size = Number(values.messages)
  console.log(`\nFirst byte of a session of ${size} messages, and CPU until then:\n`)
  console.log('| path | first request | later, p50 | ratio | ratio of CPU |\n| --- | --- | --- | --- | --- |')
  for (const way of ways) {
    const cold: { first: number; cpu: number }[] = []
    const warm: { first: number; cpu: number }[] = []
    for (let session = 0; session < 5; session++) {
      for (let turn = 0; turn < 8; turn++) {
        const from = mainThread(way)
        const { first, cpu } = await exchange(
          way,
          body(size + 2 * turn, `cold ${session}`, false),
          named(`cold-${session}`),
        )
        if (turn === 0) cold.push({ first, cpu: cpu - from })
        else if (turn > 1) warm.push({ first, cpu: cpu - from })
        await settled(way)
      }
    }
    const [first, later] = [cold, warm].map((all) => median(all.map((one) => one.first)))
    const mean = (all: readonly { cpu: number }[]) => all.reduce((sum, one) => sum + one.cpu, 0) / all.length
    const ratio = `${((first ?? 0) / (later ?? 1)).toFixed(1)} | ${(mean(cold) / Math.max(1, mean(warm))).toFixed(1)}`
    console.log(
      `| ${way.name} | ${ms(first ?? 0)}, ${mean(cold).toFixed(0)} ms | ${ms(later ?? 0)}, ${mean(warm).toFixed(0)} ms | ${ratio} |`,
    )
  }
}

/** Agents that work in turn, ten at a time; each outgrows its window. When all are done, as many others begin. */
async function memory(way: Way): Promise<void> {
  const [requests, sessions] = [Number(values.requests), Number(values.sessions)]
  console.log(
    `\n${way.name}: memory of the process over ${requests} requests in ${sessions} sessions, and again in others:\n`,
  )
  console.log(
    '| requests | resident | of it live after a full collection | CPU per request |\n| --- | --- | --- | --- |',
  )
  const turns = Math.ceil(requests / sessions)
  let done = 0
  let from = processor(way)
  for (let turn = 0; turn < 2 * turns; turn++) {
    for (let first = 0; first < sessions; first += 10) {
      const asked = Array.from({ length: Math.min(10, sessions - first) }, (_, n) => {
        const name = `long-${turn < turns ? 1 : 2}-${first + n}`
        return exchange(way, body(2 + 2 * (turn % turns), `${name} ${WORDS}`, true), named(name))
      })
      await Promise.all(asked)
      done += asked.length
      if (done % (requests / 10) > 0) continue
      const each = (processor(way) - from) / (requests / 10)
      const live = way.live?.()?.toFixed(0) ?? '-'
      console.log(`| ${done} | ${resident(way).toFixed(0)} MB | ${live} MB | ${ms(each)} |`)
      from = processor(way)
    }
  }
}

function named(session: string): Record<string, string> {
  return { 'x-daypack-session': session }
}
