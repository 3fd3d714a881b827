import { expect, test } from 'vitest'
import type { Json } from '../../model/json.ts'
import { createTimeline, observeTimeline, type Timeline } from './events.ts'
import { resultOf } from '../../../../daypack-testing/test/said.ts'

type Step = readonly [tool: string, input: Json, text: string, isError?: boolean | undefined]

function tried(...steps: readonly Step[]): Timeline {
  const timeline = createTimeline()
  steps.forEach(([tool, input, text, isError], at) => {
    const callId = `${at}`
    observeTimeline(timeline, { role: 'assistant', blocks: [{ type: 'tool-call', callId, tool, input }] }, 2 * at + 1)
    observeTimeline(timeline, { role: 'tool', blocks: [resultOf(callId, tool, text, isError)] }, 2 * at + 2)
  })
  return timeline
}
function open(...steps: readonly Step[]): string[] {
  return tried(...steps).failures.open.map(({ thing }) => [thing.what, ...thing.to].join(' '))
}
const sh = (command: string, text: string, isError?: boolean): Step => ['Bash', { command }, text, isError]

test('F-04: a later success of the same command closes a failure', () => {
  const failed = sh('cd app && npm test 2>&1 | tail -20', 'Tests  1 failed (1)')
  expect(open(failed)).toEqual(['npm test'])
  expect(open(failed, sh('npm run test', 'Tests  1 passed (1)'))).toEqual([])
  expect(open(failed, sh('npm run lint', 'Found 0 warnings and 0 errors.'))).toEqual(['npm test'])
})

test('F-04: a wider run closes a narrow one, not the other way round', () => {
  const narrow = sh('go test ./cmd/cli/... -run TestX', '--- FAIL: TestX (0.0s)\nFAIL', true)
  const wide = sh('go test ./...', 'ok  \tx\t0.1s')
  const tagged = sh('go test -tags=integration ./cmd/cli', 'FAIL', true)
  expect(open(narrow)).toEqual(['go test cmd/cli/... -run TestX'])
  expect(open(narrow, wide)).toEqual([])
  expect(open(tagged, wide)).toEqual(['go test -tags=integration cmd/cli'])
  expect(open(sh('go test ./cmd', 'FAIL', true), sh('go test ./cmd -run TestY', 'ok  \tx\t0.1s'))).toEqual([
    'go test cmd',
  ])
  expect(open(sh('go test ./cmd/cli', 'FAIL', true), wide)).toEqual([])
  expect(open(sh('go test ./...', 'FAIL\tx\t0.1s', true), sh('go test ./cmd', 'ok  \tx\t0.1s'))).toEqual([
    'go test ./...',
  ])
})

test('F-04: once a host has marked a failure, silence is success', () => {
  expect(open(sh('go build ./cmd', 'Exit code 1\nx.go:1:2: undefined: y', true), sh('go build ./cmd', ''))).toEqual([])
})

test('F-04: the commit ends the merge, the next push the rejected one, a good edit the bad one', () => {
  const merge = sh('git merge main', 'CONFLICT (content): Merge conflict in a.ts', true)
  expect(open(merge)).toEqual(['git merge'])
  expect(open(merge, sh('git add -A && git commit -m "merge"', '[main 1a2b3c4] merge'))).toEqual([])
  expect(
    open(sh('git push', ' ! [rejected] main -> main'), sh('git push -u origin x', 'branch set up', false)),
  ).toEqual([])
  const edit = (old: string, text: string, isError?: boolean): Step => [
    'Edit',
    { file_path: '/a.ts', old_string: old, new_string: 'x' },
    text,
    isError,
  ]
  expect(open(edit('q', 'String to replace not found', true), edit('p', 'updated'))).toEqual([])
})

test('calls of other tools are the same by what they are done to', () => {
  const book = (id: string, price: number, text: string): Step => ['book', { user_id: id, price }, text]
  expect(open(book('mia', 255, 'Error: does not add up'), book('mia', 305, '{"ok": 1}'))).toEqual([])
  expect(open(book('mia', 255, 'Error: does not add up'), book('tom', 305, '{"ok": 1}'))).toEqual(['book user_id=mia'])
})

test('a look that found nothing leaves nothing open', () => {
  expect(
    open(sh('cat nope', 'cat: nope: No such file or directory', true), [
      'Read',
      { file_path: '/x' },
      'Error: none',
      true,
    ]),
  ).toEqual([])
})

test('F-04: a failure says where it passed in the end, over any number of tries; one that never did says nothing', () => {
  const fails = sh('npm test', 'Tests  1 failed (1)')
  const passes = sh('npm run test', 'Tests  1 passed (1)')
  const settled = (...steps: readonly Step[]) => tried(...steps).events.map((event) => event.settled)
  expect(settled(fails, fails, passes)).toEqual([{ seq: 5, isSure: true }, { seq: 5, isSure: true }, undefined])
  expect(settled(fails, passes, fails)).toEqual([{ seq: 3, isSure: true }, undefined, undefined])
  expect(settled(fails, fails)).toEqual([undefined, undefined])
})

test('what is refused settles nothing, and of what says nothing nobody knows how it went', () => {
  const fails = sh('npm test', 'Tests  1 failed (1)')
  const no = sh('npm test', "The user doesn't want to proceed with this tool use.", true)
  expect([open(fails, no), open(no), open(fails, sh('npm test', 'so it is'))]).toEqual([['npm test'], [], []])
  expect(tried(fails, sh('npm test', 'so it is')).events[0]?.settled).toEqual({ seq: 3, isSure: false })
})

test('a failure knows its next try and the events of those before it; the newest 200 are followed', () => {
  const fails = sh('npm test', 'Tests  1 failed (1)')
  const { all } = tried(fails, fails).failures
  expect(all.map(({ seq, retriedAt, events }) => [seq, retriedAt, events])).toEqual([
    [2, 4, [0]],
    [4, undefined, [0, 1]],
  ])
  const { failures } = tried(...Array.from({ length: 201 }, (_, at) => sh(`make part${at}`, 'boom', true)))
  expect([failures.all.length, failures.open.length, failures.open[0]?.seq]).toEqual([201, 200, 4])
})
