// What a scraper reads.
import { expect, test } from 'vitest'
import { metricsText } from './metrics.ts'
import type { SessionStatus } from '../session/status.ts'

const session = (requests: number, epochs: number, tokens: number, cost: number) =>
  ({ requests, epochs, tokens, cost }) as SessionStatus
const valuesIn = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

test('sums over all sessions, and a line for each person', () => {
  const status = { since: 0, passed: 7, failedOpen: 2, problems: [], unwritten: { writes: 1, bytes: 99, why: '' } }
  const text = metricsText({ ...status, sessions: [session(3, 1, 100, 50), session(4, 2, 200, 60)] }, [
    { person: 'ann "a"', requests: 5, tokens: 1_000 },
    { person: 'ben', requests: 0, tokens: 0 },
  ])
  expect(valuesIn(text)).toEqual([
    'daypack_sessions 2',
    'daypack_requests_total 7',
    'daypack_passed_total 7',
    'daypack_failed_open_total 2',
    'daypack_unwritten_bytes 99',
    'daypack_epochs_total 3',
    'daypack_prompt_tokens_total 300',
    'daypack_cost_tokens_total 110',
    'daypack_person_requests_today{person="ann \\"a\\""} 5',
    'daypack_person_requests_today{person="ben"} 0',
    'daypack_person_tokens_today{person="ann \\"a\\""} 1000',
    'daypack_person_tokens_today{person="ben"} 0',
  ])
  expect(text).toContain('# HELP daypack_sessions Sessions that are open.\n# TYPE daypack_sessions gauge\n')
  expect(text.endsWith('\n')).toBe(true)
})

test('nothing yet is zero, and nobody has no line', () => {
  const text = metricsText({ since: 0, passed: 0, failedOpen: 0, problems: [], sessions: [] }, [])
  expect(valuesIn(text).map((line) => line.split(' ')[1])).toEqual(Array.from({ length: 8 }, () => '0'))
  expect(text).not.toContain('person')
})
