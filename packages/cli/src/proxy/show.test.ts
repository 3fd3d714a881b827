import type { GatewayStatus, SessionStatus } from 'daypack/hosts/gateway'
import { expect, test } from 'vitest'
import { epochLine, statusLines } from './show.ts'

const session = (more: Partial<SessionStatus>): SessionStatus => ({
  session: 'claude-1',
  client: 'claude',
  requests: 10,
  changed: 5,
  repeated: 0,
  asides: 0,
  repaired: 0,
  epochs: 1,
  tokens: 100_000,
  cached: 0.9,
  cost: 60_000,
  unmanaged: 300_000,
  own: 100_000,
  shown: 12_000,
  window: 200_000,
  reserve: 6_250,
  ...more,
})
const status = (...sessions: SessionStatus[]): GatewayStatus => ({
  since: 0,
  passed: 0,
  failedOpen: 0,
  problems: [],
  sessions,
  dir: '/p/.daypack',
})

test("G-42: savings are against the agents' own compaction, in dollars of the model", () => {
  const text = statusLines(status(session({ savedDollars: 3.6 }))).join('\n')
  expect(text).toContain("Saved 40.0 % ($3.60) of what the agents' own compaction would have cost (simulated).")
  expect(text).toContain('would have cost 5.0 times as much')
})

test('G-42: a run that cost more says so', () => {
  const text = statusLines(status(session({ cost: 108_500, savedDollars: -0.12 }))).join('\n')
  expect(text).toContain('Cost 8.5 % more ($0.12) than')
  expect(text).not.toContain('Saved')
})

test('what a full disk keeps out of the log is said', () => {
  const unwritten = { writes: 37, bytes: 209_400, why: 'Free some space.' }
  expect(statusLines({ ...status(session({})), unwritten })).toContain(
    '37 writes (210 kB) are held in memory until the workspace takes them: Free some space.',
  )
})

test('G-47: the status leads to the inspector, and an epoch is one line', () => {
  const lines = statusLines(status(session({}), session({ session: 'claude-1.a', parent: 'claude-1' })))
  expect(lines).toContain('Look inside: daypack inspect /p/.daypack')
  expect(lines[2]).toMatch(/^ {2}claude-1\.a /)
  expect(epochLine({ session: 'claude-1', before: 90_000, after: 12_000 })).toBe(
    'claude-1: told anew in 12.0k tokens, 90.0k before',
  )
})
