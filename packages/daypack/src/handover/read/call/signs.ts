/**
 * What the lines of an output say about how it went. `failed` and `passed` are the words of a runner about the whole;
 * `error` is one thing that went wrong, which a program may survive; `frame` is where.
 */
export type Sign = 'failed' | 'passed' | 'error' | 'place' | 'result'

/** Longer lines are data, not messages. */
const MAX_LINE = 500

export function signOf(line: string): Sign | undefined {
  const text = line.slice(0, MAX_LINE).trim().replace(TASK, '')
  if (text === '') return undefined
  if (FAILED.some((form) => form.test(text))) return 'failed'
  if (PASSED.some((form) => form.test(text))) return 'passed'
  if (ERROR.some((form) => form.test(text))) return 'error'
  if (PLACE.test(text)) return 'place'
  return RESULT.test(text) ? 'result' : undefined
}

/** Task runners put their name before each line. */
const TASK = /^\[[\w:.-]{1,40}\] /

const FAILED: readonly RegExp[] = [
  // vitest, jest, bun, deno, playwright
  /^(?:Test Files|Tests|Test Suites|Snapshots|Suites):?\s+.*?\b[1-9]\d* (?:failed|obsolete)\b/,
  /^FAIL\s+\S/,
  /^[1-9]\d* fail(?:ed)?$/,
  /^FAILED \| /,
  // mocha, node:test, TAP
  /^[1-9]\d* failing\b/,
  /^(?:ℹ|#) fail [1-9]/,
  /^not ok \d+/,
  // pytest, unittest
  /^=*\s*(?:[1-9]\d* failed\b|[1-9]\d* errors?\b.* in [\d.]+s|.*, [1-9]\d* (?:failed|errors?)\b).*/,
  /^(?:FAILED|ERROR) \S+::/,
  /^FAILED \((?:failures|errors)=/,
  // go
  /^--- FAIL: /,
  /^FAIL(?:\t.*)?$/,
  /\[(?:build|setup) failed\]$/,
  // cargo
  /^test result: FAILED/,
  /^error: (?:could not compile|aborting due to|test failed)/,
  // tsc, eslint, oxlint, biome, ruff, mypy, golangci-lint
  /^Found [1-9]\d* (?:errors?|problems?|issues?)\b/,
  /^Found \d+ warnings? and [1-9]\d* errors?/,
  /^(?:✖|×) [1-9]\d* problems?\b/,
  /^[1-9]\d* issues?:$/,
  // make, task runners, package managers
  /^(?:g?make)(?:\[\d+\])?: \*\*\* /,
  /^npm (?:ERR!|error) (?:code|Lifecycle script|Test failed|Missing script)/,
  /\bELIFECYCLE\b/,
  /\bERR_PNPM_\w+/,
  /^error Command failed with exit code/,
  // JVM, .NET, PHP, Ruby, Elixir, Xcode
  /^(?:\[\w+\] )?BUILD FAIL(?:ED|URE)\b/,
  /^Build FAILED/,
  /^FAILURES!$/,
  /\b\d+ (?:examples|tests|assertions), .*?\b[1-9]\d* (?:failures?|errors?)\b/,
  /\bFailures: [1-9]|\bErrors: [1-9]/,
  /^\*\* (?:TEST|BUILD) FAILED \*\*/,
  // git, docker
  /^CONFLICT \(/,
  /^Automatic merge failed/,
  /^! \[(?:remote )?rejected\]/,
  /^error: (?:failed to push|could not apply|Your local changes|Pulling is not possible|Committing is not possible|pathspec)/,
  /^ERROR: failed to (?:solve|build)/,
  // pre-commit hooks
  /\.{5}Failed$/,
  /(?:测试|构建|编译|安装|部署|检查)(?:未通过|失败)|(?:テスト|ビルド)(?:に)?失敗/,
]

const PASSED: readonly RegExp[] = [
  /^(?:Test Files|Tests|Test Suites):?\s+.*?\b\d+ passed\b/,
  /^(?:✓|✔) \d+ (?:tests?|specs?)\b/,
  /^\d+ (?:passing|pass)\b/,
  /^(?:ℹ|#) pass \d+/,
  /^=*\s*\d+ passed\b.* in [\d.]+/,
  /^\d+ passed \(/,
  /^OK(?: \(.*\))?$/,
  /^ok\s+\S+\s+(?:[\d.]+s|\(cached\))/,
  /^PASS$/,
  /^test result: ok/,
  /^Finished (?:`|dev|release|test)/,
  /^Found 0 (?:errors?|warnings? and 0 errors?)/,
  /^Success: no issues found/,
  /^All (?:checks|tests|files) (?:passed|pass|matched)/i,
  /^0 issues\.?$/,
  /^(?:\[\w+\] )?BUILD SUCCESS/,
  /^Build succeeded/,
  /\b\d+ (?:examples|tests), 0 failures\b/,
  /^✓ built in /,
  /^Compiled successfully/,
  /^\*\* (?:TEST|BUILD) SUCCEEDED \*\*/,
  /^(?:Already up to date|Everything up-to-date|nothing to commit|Successfully rebased|Fast-forward\b|Merge made by)/,
  /^\[[^\]\n]{1,100} [0-9a-f]{7,}\] /,
  /^Successfully (?:installed|built|tagged)/,
  /^(?:added|changed|removed|audited|up to date)\b.* packages?\b/,
  /(?:测试|构建|编译|安装|部署|检查)(?:全部|已)?(?:通过|成功)|(?:テスト|ビルド)(?:に)?成功/,
]

const ERROR: readonly RegExp[] = [
  /^\s*(?:error|fatal|panic|ERROR|FATAL|Error|Fatal|Panic)(?:\[[\w:-]{1,40}\]| TS\d+| CS\d+)?:/,
  /^[\w$]+(?:\.[\w$]+)*(?:Error|Exception|Failure|Interrupt)\b(?::|$| \[)/,
  /^Traceback \(most recent call last\)/,
  /^(?:Uncaught|Unhandled|Caused by:|Exception in thread|thread '.*' panicked|Unhandled promise)/,
  /^\s*at .*\berror\b/i,
  /:\d+(?::\d+)?:?\)?:? (?:fatal )?error\b/,
  /\(\d+,\d+\): error\b/,
  /^(?:ba|z|da|c|k)?sh: /,
  /^\(eval\):/,
  /^-?(?:ba|z)sh: line \d+:/,
  /\bcommand not found\b|\bNo such file or directory\b|\bPermission denied\b|\bSegmentation fault\b|\bcore dumped\b/,
  /^curl: \(\d+\)/,
  /^HTTP\/[\d.]+ [45]\d\d\b/,
  /\b(?:status(?: code)?|HTTP(?: error)?|response)[:= ]+[45]\d\d\b/i,
  /^npm (?:ERR!|error) \S/,
  /^(?:ERROR \d+ \(\w+\)|SQLSTATE|ORA-\d+|Msg \d+, Level)/,
  /^(?:Error response from daemon|docker: |Error from server|╷|│ Error)/,
  /^(?:E  |>>> .*error)/,
  /^AssertionError|^assert(?:ion)? failed|^Expected .* but (?:got|received)|^- Expected$/i,
  /^(?:✗|✘|×|❌|🔴)\s/,
  /^Killed$/,
  /^(?:错误|失败|异常|エラー|오류|Ошибка|Fehler|Erreur|Errore|Erro)\s*[:：]/i,
]

/** Where something is: `a.ts:3:7`, `File "a.py", line 3`, `--> a.rs:3`, `at f (a.js:3:7)`. */
const PLACE =
  /^(?:-->\s+|at |❯ |File ")?[^\s:"()]{1,200}\.[A-Za-z]\w{0,7}(?::\d+|", line \d+|\(\d+)|^at \S+ \([^()\n]{1,200}:\d+:\d+\)$/

const RESULT =
  /(?:→|=>|⇒)\s*\S|^(?:Successfully|Created|Saved|Wrote|Written|Generated|Deployed|Published|Uploaded|Updated|Removed|Done)\b|^https?:\/\/\S+$|^(?:PASS|ok)\b|^HTTP\/[\d.]+ [123]\d\d\b/
