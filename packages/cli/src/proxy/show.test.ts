import type { GatewayStatus, SessionStatus } from 'daypack-gateway'
import { expect, test } from 'vitest'
import { epochLine, listeningLines, statusLines } from './show.ts'

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

test('the status, whole: sub-agents below their session, sums, what went wrong', () => {
  const parent = session({ session: 'claude-1', tokens: 2_500_000, requests: 1 })
  const child = session({ session: 'claude-1.a', parent: 'claude-1', own: 0, unmanaged: 0, cost: 70_000 })
  const orphan = session({ session: 'codex-2', parent: 'gone', client: 'codex', cost: 100_000 })
  expect(
    statusLines({ ...status(child, parent, orphan), passed: 2, failedOpen: 1, problems: ['no disk'] }, 'http://inside'),
  ).toEqual([
    'session       requests  epochs  tokens  from cache  in view          to own   to whole',
    'claude-1      1         1       2.50M   90.0 %      12.0k of 200.0k  60.0 %   20.0 %',
    '  claude-1.a  10        1       100.0k  90.0 %      12.0k of 200.0k  -        -',
    'codex-2       10        1       100.0k  90.0 %      12.0k of 200.0k  100.0 %  33.3 %',
    '',
    '21 requests in 3 sessions, 2 passed untouched, 1 went out unchanged because Daypack failed.',
    "Saved 20.0 % of what the agents' own compaction would have cost (simulated).",
    'Whole histories, had any window held them, would have cost 3.8 times as much.',
    'Look inside: http://inside',
    'problem: no disk',
  ])
  expect(statusLines({ ...status(), unwritten: { writes: 1, bytes: 1_000, why: 'x' } })).toEqual([
    'No session yet.',
    '',
    '0 requests in 0 sessions, 0 passed untouched.',
    '1 write (1 kB) is held in memory until the workspace takes them: x',
  ])
  const { dir: _, ...nowhere } = status(parent)
  expect(statusLines(nowhere).join('\n')).not.toContain('Look inside')
})

test('lines of the status fit a terminal, whatever agents call their sessions', () => {
  const names = ['claude-8fac41ab-c635-4db0-be34-fd8db68c4ed4', 'auto-GeminiCLI-tui-41734a80ac2acc4fe807']
  const [head, ...rows] = statusLines(status(...names.map((name) => session({ session: name }))))
  expect(head).toMatch(/^session +requests +epochs +tokens +from cache +in view +to own +to whole$/)
  expect(rows[0]).toMatch(/^claude-8fac41ab +10 +1 /)
  for (const line of [head, ...rows.slice(0, 2)]) expect(line?.length).toBeLessThanOrEqual(90)
})

test('a session that fits its window is no saving of zero percent', () => {
  const lines = statusLines(status(session({ cost: 5_000, own: 5_000, unmanaged: 5_000, savedDollars: 0, epochs: 0 })))
  expect(lines).toContain('Nothing had to be shortened: every session still fits its window.')
  expect(lines.join('\n')).not.toMatch(/Saved|Cost \d/)
})

test('a proxy that starts says where it is in lines that no terminal wraps', () => {
  const url = `http://127.0.0.1:4141/t/${'a'.repeat(24)}`
  const lines = listeningLines(url)
  expect(lines[0]).toMatch(/^listening on http:\S+; stop with Ctrl-C/)
  expect(lines).toContain(`  OPENAI_BASE_URL=${url}/v1`)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(110)
})

test('all of a status: large figures, what has no comparison, and what went wrong', () => {
  const [one, two] = [
    session({ tokens: 999_999, cost: 90_000, own: 0, unmanaged: 0 }),
    session({ session: 'codex-2', tokens: 1_000_000, savedDollars: 1 }),
  ]
  expect(statusLines({ ...status(one, two), passed: 3, failedOpen: 1, problems: ['a disk'] }, 'http://x')).toEqual([
    'session   requests  epochs  tokens   from cache  in view          to own  to whole',
    'claude-1  10        1       1000.0k  90.0 %      12.0k of 200.0k  -       -',
    'codex-2   10        1       1.00M    90.0 %      12.0k of 200.0k  60.0 %  20.0 %',
    '',
    '20 requests in 2 sessions, 3 passed untouched, 1 went out unchanged because Daypack failed.',
    "Saved 40.0 % ($1.00) of what the agents' own compaction would have cost (simulated).",
    'Whole histories, had any window held them, would have cost 5.0 times as much.',
    'Look inside: http://x',
    'problem: a disk',
  ])
  const fits = { cost: 100_000, unmanaged: 100_000 }
  expect(statusLines(status(session(fits))).slice(3)).toEqual([
    '10 requests in 1 session, 0 passed untouched.',
    'Nothing had to be shortened: every session still fits its window.',
    'Look inside: daypack inspect /p/.daypack',
  ])
  expect(statusLines(status()).slice(0, 4)).toEqual([
    'No session yet.',
    '',
    '0 requests in 0 sessions, 0 passed untouched.',
  ])
})
