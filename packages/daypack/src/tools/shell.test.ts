import { describe, expect, it } from 'vitest'
import { knownFiles } from '../files/model.ts'
import { fileActions } from './actions.ts'

const did = (command: string) => fileActions('bash', { command })

describe('what a command line does to files', () => {
  it.each([
    ['cat src/a.ts', { path: 'src/a.ts' }],
    ['cat -n "src/my file.ts" 2>/dev/null', { path: 'src/my file.ts' }],
    ["sed -n '10,20p' a.py", { path: 'a.py', from: 10, count: 11 }],
    ['cd lib && sed -n 7p a.py', { path: 'lib/a.py', from: 7, count: 1 }],
    ["nl -ba a.go | sed -n '5,9p'", { path: 'a.go', from: 5, count: 5 }],
    ['head -n 30 a.rs', { path: 'a.rs', from: 1, count: 30 }],
    ['head -50 a.rs | tail -n 10', { path: 'a.rs', from: 41, count: 10 }],
    ['tail -n +100 a.rs | head -20', { path: 'a.rs', from: 100, count: 20 }],
  ])('%s shows a file', (command, read) => {
    expect(did(command)).toEqual([{ type: 'read', ...read }])
  })

  it.each([
    'npm test 2>&1 | tail -30',
    'cat a.json | jq .name',
    'cat a.ts b.ts',
    'cat src/*.ts',
    'tail -20 server.log',
    'echo "$(cat a.ts)"',
    "python3 - <<'EOF'\nprint('cat > a.ts')\nEOF",
    'grep foo a.ts',
  ])('%s is left alone', (command) => {
    expect(did(command)).toEqual([])
  })

  it('follows what is written, appended, patched, replaced and searched', () => {
    expect(did("cd /app && cat > a.txt <<'EOF'\none EOF\ntwo\nEOF\ncat a.txt")).toEqual([
      { type: 'write', path: '/app/a.txt', text: 'one EOF\ntwo' },
      { type: 'read', path: '/app/a.txt' },
    ])
    expect(did('tee -a a.txt <<END\nthree\nEND')).toEqual([{ type: 'append', path: 'a.txt', text: 'three' }])
    expect(did('cat <<EOF > b.txt\nEOF')).toEqual([{ type: 'write', path: 'b.txt', text: '' }])
    expect(
      did("apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.py\n@@\n-old\n+new\n*** End Patch\nEOF"),
    ).toEqual([{ type: 'edit', path: 'a.py', changes: [{ old: 'old', next: 'new' }] }])
    expect(did("sed -i 's/v1\\.0/v2/g' a.py")).toEqual([
      { type: 'replace', path: 'a.py', old: 'v1.0', next: 'v2', all: true },
    ])
    expect(did("sed -i 's/v.*/v2/' a.py")).toEqual([{ type: 'doubt', reach: ['a.py'] }])
    expect(did('grep -n "def run" a.py')).toEqual([{ type: 'search', path: 'a.py' }])
    expect(did('rg createServer src')).toEqual([{ type: 'search' }])
  })

  it('keeps the model of a file that is worked on through the shell alone', () => {
    const commands: [string, string][] = [
      ['cat a.py', 'import os\nversion = "1"\n\nprint(version)\n'],
      ["sed -i 's/version/release/g' a.py", ''],
      ["sed -i 's/e/E/' a.py", ''],
      ["cat >> a.py <<'EOF'\nprint('end')\nEOF", ''],
    ]
    const model = knownFiles(
      commands.flatMap(([command, text], at) => [
        {
          role: 'assistant' as const,
          blocks: [{ type: 'tool-call' as const, callId: `${at}`, tool: 'bash', input: { command } }],
        },
        {
          role: 'tool' as const,
          blocks: [{ type: 'tool-result' as const, callId: `${at}`, tool: 'bash', content: { text } }],
        },
      ]),
    )
    const file = model.files.get('a.py')
    expect(file?.lines.map((line) => line?.text)).toEqual([
      'import os',
      'rElease = "1"',
      '',
      'print(rElease)',
      "print('end')",
    ])
    expect(file?.changes).toBe(5)
  })
})
