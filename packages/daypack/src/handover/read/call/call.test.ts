import { describe, expect, test } from 'vitest'
import { tellCall, type ToldCall } from './call.ts'
import { clipEnds, type CallFacts } from './told.ts'

type Told = Partial<Omit<ToldCall, 'kind' | 'state' | 'cut'>> & { readonly is: string }
type Row = readonly [string, Pick<CallFacts, 'tool' | 'input' | 'text' | 'isError'>, Told]

/** All that is told, without what is empty. */
/** Without whether it only looked: `outcome.test.ts` says that. */
function told(call: Row[1]): Told {
  const { kind, state, cut, text, changed, looked: _, ...rest } = tellCall({ ...call, marks: true })
  return {
    is: `${kind}, ${state}, ${cut}`,
    ...rest,
    ...(text !== '' && { text }),
    ...(changed.length > 0 && { changed }),
  }
}

const edit = { file_path: '/srv/a.ts', old_string: 'a1', new_string: 'b2' }
const code = 'export function f() {}'
const no = "The user doesn't want to proceed with this tool use."
const bash = (command: string, text: string) => ({ tool: 'Bash', input: { command }, text })

describe('what a call may be taken for', () => {
  test.each<Row>([
    [
      'a refused change by what it was',
      { tool: 'Edit', input: edit, text: no, isError: true },
      { is: 'change, rejected, start', head: 'edit /srv/a.ts (−1 ＋1)', text: '− a1\n＋ b2', said: '' },
    ],
    [
      'a refused plan too, with what the user said to it',
      { tool: 'ExitPlanMode', input: { plan: '1. login' }, text: `${no} the user said: use tabs`, isError: true },
      { is: 'plan, rejected, speech', head: 'ExitPlanMode, the plan', text: '1. login', said: 'use tabs' },
    ],
    [
      'a refused command by its line',
      { ...bash('make', no), isError: true },
      { is: 'command, rejected, output', head: '$ make', said: '', full: no },
    ],
    [
      'a file beside other work is not read',
      bash('cat a.ts; make', code),
      { is: 'command, ok, output', head: '$ cat a.ts; make', text: code },
    ],
    ['a file of an older state is', bash('git show HEAD:a.ts', code), { is: 'look, ok, page', head: 'read HEAD:a.ts' }],
    [
      'so are some lines',
      bash("sed -n '3,9p' a.ts && sed -n '12,14p' a.ts", code),
      { is: 'look, ok, page', head: 'read a.ts 3-9, a.ts 12-14' },
    ],
    [
      'more than 1,200 characters are no data',
      bash('cat data.txt', 'x y\n'.repeat(301)),
      { is: 'look, ok, page', head: 'read data.txt' },
    ],
    [
      'nor is what defines something',
      bash('cat data.txt', 'just data\nfunction f() {'),
      { is: 'look, ok, page', head: 'read data.txt' },
    ],
    ...['Edit', 'Write'].map((tool): Row => [
      `${tool} without what was changed`,
      { tool, input: { file_path: '/srv/a.ts' }, text: 'ok' },
      { is: 'change, ok, output', head: 'change /srv/a.ts', changed: ['/srv/a.ts'] },
    ]),
    [
      'without a file either',
      { tool: 'Write', input: {}, text: 'ok' },
      { is: 'other, ok, output', head: 'Write', text: 'ok', effect: 'write' },
    ],
    [
      'a thought that is answered in a word',
      { tool: 'think', input: { thought: 'so' }, text: 'x'.repeat(199) },
      { is: 'other, ok, speech', head: 'think', text: 'so' },
    ],
    [
      'a thought that is answered at length',
      { tool: 'think', input: { thought: 'so' }, text: 'x'.repeat(200) },
      { is: 'other, ok, output', head: 'think thought: so', text: 'x'.repeat(200), effect: 'read' },
    ],
    [
      'an agent that was told no words',
      { tool: 'Task', input: { prompt: 7, name: '' }, text: 'found' },
      { is: 'report, ok, speech', head: 'Task, told: prompt: 7', text: 'found' },
    ],
    [
      'what was waited for and failed',
      { tool: 'write_stdin', input: { session_id: 1 }, text: 'noise\nerror: it failed\n1 failed' },
      { is: 'command, ok, output', head: 'write_stdin session_id: 1', text: 'error: it failed\n1 failed' },
    ],
    [
      'what was waited for',
      { tool: 'write_stdin', input: { session_id: 1 }, text: 'noise\nfine' },
      { is: 'command, ok, output', head: 'write_stdin session_id: 1', text: 'noise\nfine' },
    ],
  ])('%s', (_, call, as) => {
    expect(told(call)).toEqual(as)
  })
  test('whether it only looked is said of it', () => {
    const looked = (call: Row[1]) => tellCall({ ...call, marks: true }).looked
    expect([looked(bash('cat a.ts', code)), looked(bash('make', code))]).toEqual([true, undefined])
  })
})

describe('a file as it was read or changed', () => {
  test.each<Row>([
    [
      'a file by its path',
      { tool: 'Read', input: { file_path: '/srv/a.ts' }, text: '1\tconst a = 1' },
      { is: 'look, ok, page', head: 'read /srv/a.ts' },
    ],
    [
      'some lines of it',
      { tool: 'Read', input: { file_path: '/srv/a.ts', offset: 10, limit: 5 }, text: 'x' },
      { is: 'look, ok, page', head: 'read /srv/a.ts 10-14' },
    ],
    [
      'its lines from one on',
      { tool: 'Read', input: { file_path: '/srv/a.ts', offset: 10 }, text: 'x' },
      { is: 'look, ok, page', head: 'read /srv/a.ts from 10' },
    ],
    [
      'its first lines',
      { tool: 'Read', input: { file_path: '/srv/a.ts', limit: 5 }, text: 'x' },
      { is: 'look, ok, page', head: 'read /srv/a.ts 1-5' },
    ],
    [
      'of rules what they demand',
      {
        tool: 'Read',
        input: { file_path: '/srv/CLAUDE.md' },
        text: '# A\nwords\n## Tests\n- Run all tests\nYou must lint.\nJust words',
      },
      { is: 'look, ok, page', head: 'read /srv/CLAUDE.md', text: '## Tests\n- Run all tests\nYou must lint.' },
    ],
    [
      'of a page its figures',
      {
        tool: 'Read',
        input: { file_path: '/srv/doc.md' },
        text: '> The cache of the site holds no more than 500 pages for each of them. Some words that say nothing at all to anybody who reads them.',
      },
      {
        is: 'look, ok, page',
        head: 'read /srv/doc.md',
        text: 'The cache of the site holds no more than 500 pages for each of them.',
      },
    ],
    [
      'an edit by the lines that differ',
      {
        tool: 'Edit',
        input: {
          file_path: '/srv/a.ts',
          old_string: 'function f() {\n  return 1\n}',
          new_string: 'function f() {\n  return 2\n}',
        },
        text: 'ok',
      },
      {
        is: 'change, ok, start',
        head: 'edit /srv/a.ts in f (−1 ＋1)',
        text: '− return 1\n＋ return 2',
        changed: ['/srv/a.ts'],
      },
    ],
    [
      'an edit everywhere',
      {
        tool: 'Edit',
        input: { file_path: '/srv/a.ts', old_string: 'a1', new_string: 'b2', replace_all: true },
        text: 'ok',
      },
      {
        is: 'change, ok, start',
        head: 'edit /srv/a.ts (−1 ＋1, everywhere)',
        text: '− a1\n＋ b2',
        changed: ['/srv/a.ts'],
      },
    ],
    [
      'a line that came in between',
      {
        tool: 'Edit',
        input: { file_path: '/srv/a.ts', old_string: 'x\nfoo()\ny', new_string: 'x\nfoo()\nbar()\ny' },
        text: 'ok',
      },
      { is: 'change, ok, start', head: 'edit /srv/a.ts (−0 ＋1)', text: '＋ bar()', changed: ['/srv/a.ts'] },
    ],
    [
      'a line moved: it is the same',
      { tool: 'Edit', input: { file_path: '/srv/a.ts', old_string: 'one\ntwo', new_string: 'two\none' }, text: 'ok' },
      { is: 'change, ok, start', head: 'edit /srv/a.ts (−2 ＋2)', changed: ['/srv/a.ts'] },
    ],
    [
      'several edits of a file',
      {
        tool: 'MultiEdit',
        input: {
          file_path: '/srv/a.ts',
          edits: [
            { old_string: 'a1', new_string: 'b1' },
            { old_string: 'a2', new_string: 'b2\nb3' },
          ],
        },
        text: 'ok',
      },
      {
        is: 'change, ok, start',
        head: 'edit /srv/a.ts (−2 ＋3)',
        text: '− a1\n＋ b1\n− a2\n＋ b2 ⏎ b3',
        changed: ['/srv/a.ts'],
      },
    ],
    [
      'code that was written',
      { tool: 'Write', input: { file_path: '/srv/a.ts', content: 'a\nb\n' }, text: 'ok' },
      { is: 'change, ok, start', head: 'write /srv/a.ts (3 lines)', text: 'a\nb', changed: ['/srv/a.ts'] },
    ],
    [
      'a page that was written',
      { tool: 'Write', input: { file_path: '/srv/a.md', content: '# T\nwords' }, text: 'ok' },
      { is: 'change, ok, page', head: 'write /srv/a.md (2 lines)', text: '# T\nwords', changed: ['/srv/a.md'] },
    ],
    [
      'a failed edit changed nothing',
      {
        tool: 'Edit',
        input: { file_path: '/srv/a.ts', old_string: 'a', new_string: 'b' },
        text: 'Error:\nString to replace not found',
        isError: true,
      },
      { is: 'change, failed, output', head: 'edit /srv/a.ts (−1 ＋1)', text: 'String to replace not found' },
    ],
    [
      'a patch, file by file',
      {
        tool: 'apply_patch',
        input: {
          input:
            '*** Begin Patch\n*** Update File: a.ts\n@@\n-old1\n+new1\n*** Delete File: b.ts\n*** Add File: c.ts\n+one\n*** End Patch',
        },
        text: 'Success',
      },
      {
        is: 'change, ok, start',
        head: 'change a.ts, b.ts, c.ts',
        text: 'edit a.ts (−1 ＋1): − old1\n＋ new1\ndelete b.ts: \nwrite c.ts (1 lines): one',
        changed: ['a.ts', 'b.ts', 'c.ts'],
      },
    ],
  ])('%s', (_, call, as) => {
    expect(told(call)).toEqual(as)
  })
})

describe('a command and what came out', () => {
  test.each<Row>([
    [
      'how it went, by the last word of the runner',
      { tool: 'Bash', input: { command: 'npm test' }, text: ' ✓ a\nTests 3 passed' },
      { is: 'command, ok, output', head: '$ npm test', text: 'Tests 3 passed' },
    ],
    [
      'what went wrong and where',
      {
        tool: 'Bash',
        input: { command: 'npm test' },
        text: 'Exit code 1\nnoise\nsrc/a.ts:3:1: error TS2345: bad\n3 failed',
        isError: true,
      },
      {
        is: 'command, failed, output',
        head: '$ npm test',
        text: 'FAILED: src/a.ts:3:1: error TS2345: bad\n3 failed',
        full: 'FAILED: noise\nsrc/a.ts:3:1: error TS2345: bad\n3 failed',
      },
    ],
    [
      'nothing printed',
      { tool: 'Bash', input: { command: 'ls' }, text: '' },
      { is: 'command, ok, output', head: '$ ls', text: 'no output' },
    ],
    [
      'a file that is printed is read',
      { tool: 'Bash', input: { command: 'cat a.ts' }, text: 'export function f() {}' },
      { is: 'look, ok, page', head: 'read a.ts' },
    ],
    [
      'data that is printed is told',
      { tool: 'Bash', input: { command: 'cat data.txt' }, text: 'one 1\ntwo 2' },
      { is: 'command, ok, output', head: '$ cat data.txt', text: 'one 1\ntwo 2' },
    ],
    [
      'a file that is not there is not read',
      { tool: 'Bash', input: { command: 'cat a.ts' }, text: 'cat: a.ts: No such file or directory', isError: true },
      { is: 'command, failed, output', head: '$ cat a.ts', text: 'FAILED: cat: a.ts: No such file or directory' },
    ],
    [
      'text put into a file is a change',
      { tool: 'Bash', input: { command: "cat > a.txt <<'EOF'\nhello\nEOF" }, text: '' },
      { is: 'change, ok, page', head: 'write a.txt (1 lines)', text: 'hello', changed: ['a.txt'] },
    ],
    [
      'a change beside other work is told with it',
      { tool: 'Bash', input: { command: 'npm run build > log.txt && rm old.txt' }, text: 'built' },
      {
        is: 'command, ok, output',
        head: '$ npm run build > log.txt && rm old.txt',
        text: 'built',
        changed: ['old.txt'],
      },
    ],
    [
      'a failed one changed nothing',
      { tool: 'Bash', input: { command: 'rm old.txt && false' }, text: 'Exit code 1', isError: true },
      { is: 'command, failed, output', head: '$ rm old.txt && false', text: 'FAILED: no output' },
    ],
    [
      'help is read for the next command alone',
      { tool: 'Bash', input: { command: 'foo --help' }, text: 'usage' },
      { is: 'command, ok, output', head: '$ foo --help' },
    ],
    [
      'without what stands around it',
      { tool: 'Bash', input: { command: 'sleep 5; echo "== tests =="; npm test 2>&1 | tail -20' }, text: 'ok 1' },
      { is: 'command, unknown, output', head: '$ npm test', text: 'ok 1' },
    ],
    [
      'with the text that is fed to it, without what comes behind',
      { tool: 'Bash', input: { command: "python3 - <<'EOF'\nprint(1)\nEOF\nls" }, text: '1' },
      { is: 'command, unknown, output', head: "$ python3 - <<'EOF' print(1)", text: '1' },
    ],
    [
      'of text without its end the line that feeds it',
      { tool: 'Bash', input: { command: "python3 - <<'EOF'\nprint(1)\nEOF 2" }, text: '1' },
      { is: 'command, ok, output', head: "$ python3 - <<'EOF'", text: '1' },
    ],
    [
      'help that failed is told',
      { tool: 'Bash', input: { command: 'foo --help' }, text: 'foo: command not found', isError: true },
      { is: 'command, failed, output', head: '$ foo --help', text: 'FAILED: foo: command not found' },
    ],
    [
      'a record by its fields',
      { tool: 'Bash', input: { command: 'gh api x' }, text: '{"id":1,"name":"a","url":"b","n":[{"x":1}]}' },
      {
        is: 'command, ok, output',
        head: '$ gh api x',
        text: 'id: 1, name: a, url: b',
        full: 'id: 1, name: a, url: b\nx: 1',
      },
    ],
    [
      'through another tool, with its name',
      { tool: 'mcp__box__bash', input: { command: 'ls' }, text: 'a' },
      { is: 'command, ok, output', head: 'mcp__box__bash $ ls', text: 'a' },
    ],
  ])('%s', (_, call, as) => {
    expect(told(call)).toEqual(as)
  })
})

test('of a long text as much of its end as of its beginning, of a long output 6,000 characters each', () => {
  expect(['abcdef', 'abcdefg'].map((text) => clipEnds(text, 6))).toEqual(['abcdef', 'abc\n…\nefg'])
  const full = (length: number) =>
    tellCall({ ...bash('make', `${'so it is\n'.repeat(20)}${'x'.repeat(length)}`), marks: true }).full?.length
  expect([full(11_820), full(11_821), full(70_000)]).toEqual([12_000, 12_003, 12_003])
})
