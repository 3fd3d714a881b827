// All long recorded sessions through the whole engine: node packages/daypack/test/replay/run.ts [--set name] [--window n] [--wire name] [--session n] [--every n [--from n]]
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readTranscripts } from '../../../../lab/src/transcripts/read.ts'
import type { ReplayWire } from '../../../../lab/src/transcripts/requests.ts'
import type { Transcript } from '../../../../lab/src/transcripts/transcript.ts'
import { o200k } from '../../src/tokens/count.ts'
import { NO_DATA, sharedData } from '../shared-data.ts'
import { replay, type Outcome } from './replay.ts'

const SETS = [
  'entire-cli',
  'pi-mono',
  'specstory',
  'claude-code-log',
  'tau-bench',
  'openhands',
  'livemcpbench',
  'deer-flow',
  'deer-flow-replay',
  'swe-agent',
  'webvoyager',
  'claude-code-viewer',
  'episodic-memory',
]
const WINDOWS = [200_000, 64_000, 32_000]
const WAYS: readonly { name: string; wire: ReplayWire; bound?: boolean }[] = [
  { name: 'anthropic', wire: 'anthropic' },
  { name: 'anthropic, thinking bound', wire: 'anthropic', bound: true },
  { name: 'openai-chat', wire: 'openai-chat' },
]

const { values } = parseArgs({
  options: {
    set: { type: 'string' },
    window: { type: 'string' },
    wire: { type: 'string' },
    session: { type: 'string' },
    every: { type: 'string' },
    from: { type: 'string' },
  },
})
const data = sharedData()
if (!data) {
  console.log(`Nothing was replayed: ${NO_DATA}.`)
  process.exit(0)
}
const counter = await o200k()
const sets = SETS.filter((name) => !values.set || values.set === name)
const windows = WINDOWS.filter((size) => !values.window || Number(values.window) === size)
const ways = WAYS.filter(({ name }) => !values.wire || values.wire === name)

console.log(
  '| set | wire | window | sessions | requests | changed | epochs | violations by us | given back | exceptions | latest request lost | bytes lost | fullest | p50 ms | p99 ms |',
)
console.log(`|${'---|'.repeat(15)}`)
const remarks: string[] = []
let [requests, replays] = [0, 0]
let [bytes, missingBytes] = [0, 0]
const replayedSessions = new Set<string>()
let bad = 0
for (const set of sets) {
  const folder = path.join(data, 'trajectories', set)
  const sessions = readdirSync(folder).flatMap((file) => readTranscripts(path.join(folder, file)))
  for (const way of ways) {
    for (const window of windows) {
      const outcomes: Outcome[] = []
      for (const [index, session] of sessions.entries())
        if (isWanted(index)) outcomes.push(await replay(session, { ...way, window, counter }))
      print(set, way.name, window, sessions, outcomes)
    }
  }
}
for (const remark of remarks.slice(0, 40)) console.log(remark)
console.log(
  `${replays} replays of ${replayedSessions.size} recorded sessions, ${requests} requests, ${bad} faults; ${bytes - missingBytes} of ${bytes} bytes read back from the logs as they were sent`,
)
process.exitCode = bad > 0 ? 1 : 0

/** One session alone, or one of so many. */
function isWanted(index: number): boolean {
  if (values.session) return Number(values.session) === index
  return index % Number(values.every ?? 1) === Number(values.from ?? 0)
}

function print(
  set: string,
  way: string,
  window: number,
  sessions: readonly Transcript[],
  outcomes: readonly Outcome[],
): void {
  const sum = (pick: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + pick(outcome), 0)
  const millis = outcomes.flatMap((outcome) => outcome.millis).toSorted((a, b) => a - b)
  const at = (share: number) => (millis[Math.floor(millis.length * share)] ?? 0).toFixed(1)
  const violations = outcomes.flatMap((outcome) => outcome.violations)
  const exceptions = outcomes.flatMap((outcome) => outcome.exceptions)
  const lost = sum((outcome) => outcome.lost)
  const guarded = sum((outcome) => outcome.guarded)
  requests += sum((outcome) => outcome.requests)
  const missing = sum((outcome) => outcome.recovery.missing)
  missingBytes += missing
  replays += outcomes.length
  bytes += sum((outcome) => outcome.recovery.bytes)
  outcomes.forEach((_, index) => replayedSessions.add(`${set} ${index}`))
  bad += violations.length + exceptions.length + lost + guarded + missing
  outcomes.forEach((outcome, index) => {
    const name = `${set} ${index} ${way} ${window}`
    for (const violation of outcome.violations.slice(0, 2)) remarks.push(`${name}: ${violation}`)
    for (const exception of outcome.exceptions.slice(0, 2)) remarks.push(`${name}: ${exception}`)
    if (outcome.lost > 0) remarks.push(`${name}: latest request lost ${outcome.lost} times`)
    if (outcome.recovery.missing > 0) remarks.push(`${name}: ${outcome.recovery.missing} bytes are not in the log`)
    if (outcome.guarded > 0) remarks.push(`${name}: ${outcome.guarded} requests given back`)
  })
  const fullest = `${Math.round(Math.max(0, ...outcomes.map((outcome) => outcome.fullest)) * 100)} %`
  const cells = [
    set,
    way,
    window,
    sessions.length,
    sum((o) => o.requests),
    sum((o) => o.changed),
    sum((o) => o.epochs),
    violations.length,
    guarded,
    exceptions.length,
    lost,
    missing,
    fullest,
    at(0.5),
    at(0.99),
  ]
  console.log(`| ${cells.join(' | ')} |`)
}
