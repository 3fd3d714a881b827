import { describe, expect, test } from 'vitest'
import { outcome, type Answered } from './outcome.ts'
import { things } from '../same-thing.ts'

const ran = (command: string, text: string, rest: Omit<Answered, 'text'> = {}) =>
  outcome({ tool: 'bash', input: { command } }, { text, ...rest })

test.each([
  ['npx vitest run | grep passed', 'Tests  12 passed (12)', 'unknown'],
  ['npx vitest run | grep -E "passed|failed"', 'Tests  12 passed (12)', 'ok'],
  ['npx vitest run | tail -5', 'Tests  12 passed (12)', 'ok'],
])('G-24: %s: a filter that lets no failure through proves nothing', (command, text, state) => {
  expect(ran(command, text).state).toBe(state)
})

describe('how a command went', () => {
  test.each<[string, string, string]>([
    ['the chat of this repository', 'npm test', '[exit code 1]\nTests  1 failed'],
    ['Claude Code', 'npm test', 'Exit code 1\nboom'],
    ['pi', 'npm test', 'boom\nCommand exited with code 2'],
    ['codex', 'npm test', 'Chunk ID: 63360d\nWall time: 0.2 seconds\nProcess exited with code 1\nOutput:\nboom'],
    ['OpenHands', 'npm test', 'boom\n[The command completed with exit code 1.]'],
    ['Copilot CLI', 'npm test', 'boom\n<shellId: 18 completed with exit code 1>'],
    ['mini-SWE-agent', 'npm test', '<returncode>1</returncode>\n<output>\nboom\n</output>'],
    ['JSON', 'npm test', '{"stdout": "boom", "exit_code": 1}'],
    ['a timeout', 'npm test', 'Command timed out after 120 seconds'],
    ['go', 'go run .', 'boom\nexit status 1'],
  ])('F-03: %s says that it failed', (_, command, text) => {
    expect(ran(command, text).state).toBe('failed')
  })

  test.each<[string, string]>([
    [
      'vitest',
      ' FAIL  src/a.test.ts > adds\nAssertionError: expected 1 to be 2\n Test Files  1 failed (1)\n      Tests  1 failed | 3 passed (4)',
    ],
    ['jest', 'FAIL src/a.test.js\nTests:       1 failed, 2 passed, 3 total'],
    ['mocha', '  3 passing (10ms)\n  1 failing\n\n  1) adds'],
    ['node --test', '✖ adds\nℹ tests 2\nℹ pass 1\nℹ fail 1'],
    ['TAP', 'ok 1 - adds\nnot ok 2 - subtracts'],
    [
      'pytest',
      'E   assert 1 == 2\nFAILED tests/test_a.py::test_x - assert 1 == 2\n========= 1 failed, 3 passed in 0.12s =========',
    ],
    ['pytest at collection', 'ERROR tests/test_a.py::test_x\n===== 1 error in 0.12s ====='],
    ['unittest', 'Ran 3 tests in 0.001s\n\nFAILED (failures=1)'],
    ['go test', '--- FAIL: TestX (0.00s)\n    x_test.go:12: got 1, want 2\nFAIL\nFAIL\texample.com/x\t0.012s\nFAIL'],
    ['go build', '# example.com/x\n./x.go:3:2: "fmt" imported and not used\nFAIL\texample.com/x [build failed]'],
    [
      'cargo',
      'error[E0308]: mismatched types\n --> src/main.rs:2:5\nerror: could not compile `x` (bin "x") due to 1 previous error',
    ],
    ['tsc', "src/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'."],
    ['eslint', '/a.js\n  1:1  error  Unexpected var  no-var\n\n✖ 1 problem (1 error, 0 warnings)'],
    ['oxlint', 'Found 2 warnings and 1 error.\nFinished in 5ms'],
    ['make', 'gcc: x\nmake: *** [Makefile:3: all] Error 1'],
    ['npm', 'npm error Lifecycle script `test` failed with error:\nnpm error code 1'],
    ['pnpm', ' ELIFECYCLE  Command failed with exit code 1.'],
    ['yarn', 'error Command failed with exit code 1.'],
    [
      'git merge',
      'Auto-merging a.ts\nCONFLICT (content): Merge conflict in a.ts\nAutomatic merge failed; fix conflicts and then commit the result.',
    ],
    ['git push', ' ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs to origin'],
    ['pip', 'ERROR: Could not find a version that satisfies the requirement nope'],
    ['docker', 'ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1'],
    ['curl', 'curl: (7) Failed to connect to localhost port 3000: Connection refused'],
    ['PostgreSQL', 'ERROR:  relation "users" does not exist\nLINE 1: select * from users'],
    ['MySQL', 'ERROR 1064 (42000) at line 1: You have an error in your SQL syntax'],
    ['a traceback', 'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\nValueError: bad value'],
    ['Node', "Error: Cannot find module 'x'\n    at f (node:internal:1:2)"],
    ['maven', '[INFO] BUILD FAILURE\n[ERROR] Failed to execute goal'],
    ['rspec', '5 examples, 1 failure'],
    ['a shell', 'bash: ponyc: command not found'],
    ['German', 'Fehler: Datei nicht gefunden'],
    ['Chinese', '错误：找不到文件'],
  ])('F-03: %s output without a flag is a failure', (_, text) => {
    expect(ran('./run-it', text).state).toBe('failed')
  })

  test.each<[string, string]>([
    ['vitest', ' Test Files  2 passed (2)\n      Tests  12 passed (12)'],
    ['jest', 'Tests:       3 passed, 3 total'],
    ['pytest', '======== 12 passed, 1 warning in 0.12s ========'],
    ['go', 'ok  \texample.com/x\t0.012s'],
    ['cargo', 'test result: ok. 3 passed; 0 failed; 0 ignored'],
    ['oxlint', 'Found 0 warnings and 0 errors.'],
    ['git commit', '[main 1a2b3c4] fix: the thing\n 1 file changed, 2 insertions(+)'],
    ['golangci-lint behind a task runner', '[lint:go] 0 issues.'],
  ])('%s that passed is ok', (_, text) => {
    expect(ran('./run-it', text).state).toBe('ok')
  })

  test('the name of a test that went well may speak of errors', () => {
    for (const text of [
      '✓ status 404 is told, 2 errors in all\n✓ counts errors',
      '=== RUN   TestParseError\n--- PASS: TestParseError (0.00s)',
      'tests/test_a.py::test_raises_ValueError PASSED [ 50%]',
      'TestParseError\nTestSyntaxError',
    ])
      expect(ran('./run-it', text).state, text).not.toBe('failed')
    expect(ran('./run-it', '✓ adds\nTypeError: x is undefined').state).toBe('failed')
  })

  test('F-03: a pipe hides the exit code, not what the runner said', () => {
    const text = 'Process exited with code 0\nOutput:\n      Tests  1 failed | 3 passed (4)'
    expect(ran('npm test 2>&1 | tail -5', text).state).toBe('failed')
    expect(ran('npm test || true', '[exit code 0]\nnot ok 1 - adds').state).toBe('failed')
  })

  test('F-17: nothing printed is told as nothing printed', () => {
    expect(ran('mkdir -p a', '')).toEqual({ state: 'unknown', lines: ['no output'] })
    expect(ran('mkdir -p a', '(no output)').lines).toEqual(['no output'])
    expect(ran('mkdir -p a', '', { isError: false })).toEqual({ state: 'ok', lines: ['no output'] })
    expect(outcome({ tool: 'bash', input: { command: 'mkdir a' } }, { text: '' }, { marks: true }).state).toBe('ok')
    expect(ran('grep -n foo a.ts', 'Exit code 1')).toEqual({
      state: 'ok',
      lines: ['no match'],
      looked: true,
    })
  })

  test('what is only looked at may speak of errors', () => {
    const text = 'Error: this stands in the log\nTests  1 failed'
    for (const command of ['cat build.log', 'git log --oneline', 'grep -rn FAIL . | head', 'cd x && sed -n 1,9p a.ts'])
      expect(ran(command, text), command).toMatchObject({ state: 'ok', looked: true })
    expect(ran('cat nope.txt', 'cat: nope.txt: No such file or directory').state).toBe('failed')
  })

  test('the telling lines are few, plain and in order', () => {
    const noise = Array.from({ length: 400 }, (_, at) => `  ✓ works ${at}`)
    const text = [
      ...noise,
      '\u001B[31m FAIL \u001B[39m src/a.test.ts > adds',
      'AssertionError: expected 1 to be 2',
      ' ❯ src/a.test.ts:3:7',
      '      Tests  1 failed | 400 passed (401)',
    ].join('\n')
    const { lines } = ran('npm test', text)
    expect(lines).toEqual([
      'FAIL  src/a.test.ts > adds',
      'AssertionError: expected 1 to be 2',
      '❯ src/a.test.ts:3:7',
      'Tests  1 failed | 400 passed (401)',
    ])
    expect(
      ran('python a.py', 'Traceback (most recent call last):\n  File "a.py", line 3, in f\nValueError: bad').lines,
    ).toEqual(['File "a.py", line 3, in f', 'ValueError: bad'])
  })
})

describe('how another tool went', () => {
  test('its own word counts, the flag more', () => {
    const edit = { tool: 'Edit', input: { file_path: '/a', old_string: 'a', new_string: 'b' } }
    expect(outcome(edit, { text: '<tool_use_error>String to replace not found in file.</tool_use_error>' })).toEqual({
      state: 'failed',
      lines: ['String to replace not found in file.'],
    })
    expect(outcome(edit, { text: 'The file /a has been updated.' }).state).toBe('ok')
    expect(outcome({ tool: 'book', input: {} }, { text: 'Error: payment does not add up' }).state).toBe('failed')
    expect(outcome({ tool: 'book', input: {} }, { text: '{"error": "no seats"}' }).state).toBe('failed')
    expect(outcome({ tool: 'think', input: {} }, { text: '' }).lines).toEqual(['no output'])
    expect(outcome({ tool: 'Read', input: { file_path: '/a' } }, { text: 'FAIL\tx\t0.1s' })).toMatchObject({
      state: 'ok',
      lines: [],
    })
  })

  test('a lost result is no failure', () => {
    const lost = '[daypack: no result was recorded for this call; it may have been interrupted]'
    expect(outcome({ tool: 'edit', input: {} }, { text: lost, isError: true }).state).toBe('unknown')
  })
})

describe('what was rejected', () => {
  test.each<[string, string, string | undefined]>([
    [
      'Claude Code',
      "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\nuse pnpm instead",
      'use pnpm instead',
    ],
    [
      'Claude Code, by reason',
      "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. …). The user provided the following reason for the rejection:  use pnpm",
      'use pnpm',
    ],
    [
      'Claude Code, without a word',
      "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. …). STOP what you are doing and wait for the user to tell you how to proceed.",
      undefined,
    ],
    [
      'Claude Code, later',
      "The user doesn't want to take this action right now. STOP what you are doing and wait for the user to tell you how to proceed.",
      undefined,
    ],
    [
      'Cline',
      'The user denied this operation and provided the following feedback:\n<feedback>\nnicht so, bitte mit Docker\n</feedback>',
      'nicht so, bitte mit Docker',
    ],
    ['codex', 'exec command rejected by user', undefined],
    ['the chat of this repository', 'Error: the user did not allow this command.', undefined],
  ])('F-07: %s: rejected, in the words of the user', (_, text, said) => {
    const found = ran('npm install', text, { isError: true })
    expect(found.state).toBe('rejected')
    expect(found.said).toBe(said)
  })
})

test('F-66: an output of any shape takes time that grows with its length', () => {
  for (const unit of ['\\', ' ', '=', 'a.b(', '\u001B[', 'Error: ', '[', '/a', '1 ', '"', 'x:1:'])
    expect(
      ran('./x', unit.repeat(200_000)).lines.every((line) => line.length <= 240),
      unit,
    ).toBe(true)
})

describe('a host with tools of its own', () => {
  const tools = { run_it: { does: 'shell' }, peek: { does: 'read', path: ['doc'] } } as const

  test('F-51: its shell is read as one, and a later success of the same command settles a failure', () => {
    const called = { tool: 'run_it', input: { command: 'npm test' } }
    expect(outcome(called, { text: 'Tests  1 failed' }).state).toBe('ok')
    expect(outcome(called, { text: 'Tests  1 failed' }, { tools }).state).toBe('failed')
    expect(things({ tool: 'peek', input: { doc: './a.md', page: 3 } }, tools)[0]?.to).toEqual(['a.md'])
  })

  test.each([
    ['全部测试通过', '构建成功', 'ok'],
    ['测试', '2 个测试失败\n构建失败', 'failed'],
  ])('words of runners in Chinese: %s', (_, text, state) => {
    expect(ran('./check.sh', text).state).toBe(state)
  })

  test('a rejection in Chinese stands with its reason', () => {
    expect(ran('rm -rf dist', '用户拒绝了此操作。原因：先问我')).toMatchObject({ state: 'rejected', said: '先问我' })
  })

  test('a page that could not be fetched failed, whatever title it got', () => {
    const page = { tool: 'web_fetch', input: { url: 'https://a.b' } }
    expect(outcome(page, { text: '# Untitled\n\nError: Jina API returned status 451' }).state).toBe('failed')
  })
})

test.each<[string, string, string[]]>([
  ['twelve lines', many(12), many(12).split('\n')],
  ['of thirteen six at both ends', many(13), [...many(13).split('\n').slice(0, 6), ...many(13).split('\n').slice(7)]],
  ['what it says twice once, without its tags', '<stdout>a b</stdout>\n\na b\n<output>c</output>', ['a b', 'c']],
  ['240 characters of a line', `${'x'.repeat(241)}\n${'y'.repeat(240)}`, [`${'x'.repeat(239)}…`, 'y'.repeat(240)]],
])('of an output are told %s', (_, text, lines) => {
  expect(ran('make', `[exit code 0]\n${text}`).lines).toEqual(lines)
})

function many(count: number): string {
  return Array.from({ length: count }, (_, at) => `line ${at}`).join('\n')
}

test.each<[string, string, Omit<Answered, 'text'>, object]>([
  ['./run-it', 'Error: so it is\nTests  3 passed (3)', {}, { state: 'ok' }],
  ['ls', '', { isError: false }, { state: 'ok', looked: true }],
  ['ls', '', {}, { state: 'unknown', looked: true }],
  ['cmp a b', 'Exit code 1', {}, { state: 'ok', lines: ['they differ'] }],
  ['diff a b', 'Exit code 2', {}, { state: 'failed' }],
  ['grep x a', 'Exit code 1\nError: so it is', {}, { state: 'failed' }],
])('%s, answered "%s" %o', (command, text, rest, told) => {
  expect(ran(command, text, rest)).toMatchObject(told)
})

test('a tool that is known to have failed or not, without a word', () => {
  const state = (isError?: boolean) => outcome({ tool: 'book', input: {} }, { text: '', isError }).state
  expect([state(false), state(true), state()]).toEqual(['ok', 'failed', 'unknown'])
})
