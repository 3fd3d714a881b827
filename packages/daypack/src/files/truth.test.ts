import { describe, expect, test } from 'vitest'
import type { Json } from '../model/json.ts'
import type { Message } from '../model/message.ts'
import { fromDisk } from './disk.ts'
import { filesInWork, weighedRegions } from '../../test/files-in-work.ts'
import type { KnownFiles } from './known.ts'
import { knownFiles } from './model.ts'
import { fileActions } from '../tools/actions.ts'

type Step = readonly [tool: string, input: Json, text: string, isError?: boolean]
const messages = (...steps: readonly (Step | string)[]): Message[] =>
  steps.flatMap((step, at): Message[] => {
    if (typeof step === 'string') return [{ role: 'user', blocks: [{ type: 'text', text: step }] }]
    const [tool, input, text, isError] = step
    const callId = `${at}`
    return [
      { role: 'assistant', blocks: [{ type: 'tool-call', callId, tool, input }] },
      { role: 'tool', blocks: [{ type: 'tool-result', callId, tool, content: { text }, ...(isError && { isError }) }] },
    ]
  })
const numbered = (text: string, from = 1): string =>
  text
    .split('\n')
    .map((line, at) => `     ${from + at}→${line}`)
    .join('\n')
const lines = (from: number, to: number, word = 'line'): string =>
  Array.from({ length: to - from + 1 }, (_, at) => `${word} number ${from + at}`).join('\n')
const read = (path: string, text: string, from?: number): Step => [
  'Read',
  from === undefined ? { file_path: path } : { file_path: path, offset: from, limit: text.split('\n').length },
  numbered(text, from),
]
const sh = (command: string, text = '', isError = false): Step => ['Bash', { command }, text, isError]
const edit = (path: string, old: string, next: string): Step => [
  'Edit',
  { file_path: path, old_string: old, new_string: next },
  'updated',
]
const shown = (model: KnownFiles, maxChars = 100_000): string =>
  filesInWork(model, weighedRegions(model, { now: model.seqs.length, recent: new Set(), names: () => [] }), maxChars)
const inWork = (...steps: readonly (Step | string)[]): string => shown(knownFiles(messages(...steps)))

describe('what was taken back', () => {
  const before = lines(1, 30)
  const changed = [read('/repo/a.go', before), edit('/repo/a.go', 'line number 7', 'a new idea\nin two lines')] as const

  test.each([
    'git checkout -- a.go',
    'git checkout HEAD -- a.go',
    'git checkout a.go',
    'git restore .',
    'git reset --hard',
  ])('after %s the file is as it was before', (command) => {
    expect(inWork(...changed)).toContain('a new idea')
    const after = inWork(...changed, sh(`cd /repo && ${command}`))
    expect(after).not.toContain('a new idea')
    expect(after).toContain('line number 6\nline number 7\nline number 8')
  })

  test('what was committed stays, and so does what a command did not reach', () => {
    const kept = (...commands: readonly Step[]): void => expect(inWork(...changed, ...commands)).toContain('a new idea')
    kept(sh('cd /repo && git commit -am x'), sh('cd /repo && git reset --hard'))
    kept(sh('cd /repo && git restore b.go'))
    kept(sh('cd /repo && git checkout main -- a.go'))
    kept(sh('cd /repo && git checkout -- a.go', 'error: pathspec', true))
  })
})

describe('F-01: the same path is the same file', () => {
  test('a deeper path with the same ending is another file', () => {
    const model = knownFiles(
      messages(
        read('README.md', lines(1, 30, 'top')),
        read('docs/README.md', lines(1, 30, 'docs')),
        ['Grep', { pattern: 'x' }, 'docs/passes/README.md:20:hit of a third file'],
        read('/else/README.md', lines(1, 30, 'else')),
      ),
    )
    expect([...model.files.keys()]).toEqual(['README.md', 'docs/README.md', '/else/README.md'])
    expect(shown(model)).not.toContain('third file')
  })

  test('relative and absolute paths of one file unite once the folder between them is known', () => {
    const bySearch = knownFiles(
      messages(
        read('/repo/src/a.go', lines(1, 10)),
        ['Grep', { pattern: 'x', path: '/repo/src' }, 'src/a.go:12:func x() {}'],
        read('src/a.go', lines(11, 20), 11),
      ),
    )
    expect([...bySearch.files.keys()]).toEqual(['/repo/src/a.go'])
    expect([...knownFiles(messages(read('./src/../src/a.go', 'x'), read('src/a.go', 'x'))).files.keys()]).toEqual([
      'src/a.go',
    ])
  })
})

describe('F-02: shown as current only while nothing seen could have changed it', () => {
  const source = read('/repo/a.go', lines(1, 20))
  test.each([
    'git checkout main',
    'git checkout --theirs -- /repo/a.go',
    'git merge origin/main',
    'git rebase origin/main 2>&1 | tail -3',
    'git stash && go build ./...',
    'git pull',
    'git apply fix.patch',
    'git reset --hard HEAD~1',
    "sed -i '3d' /repo/a.go",
    "perl -pi -e 's/a/b/' /repo/a.go",
    'gofmt -w /repo/a.go',
    'python3 scripts/rewrite.py',
    "python3 - <<'EOF'\nopen('/repo/a.go', 'w').write('x')\nEOF",
    'npx jscodeshift -t t.js src',
    'find . -name "*.go" -exec sed -i s/a/b/ {} +',
    'cp /tmp/b.go /repo/a.go',
    'go run gen.go > /repo/a.go',
    'npm run generate',
  ])('after %s it is as it was read', (command) => {
    expect(inWork(source)).toMatch(/^<file path="\/repo\/a.go" lines="1-20 of 20">/)
    expect(inWork(source, sh(command))).toContain('note="as read at [2], may have changed since"')
    expect(inWork(source, sh(command, 'it failed halfway', true))).toContain('may have changed since')
    expect(inWork(source, sh(command), source)).not.toContain('may have changed since')
  })

  test.each([
    'git status && git diff --stat && git log --oneline | head',
    'git checkout -b feature',
    'git commit -m "x" && git push',
    'git stash list',
    'go test ./... 2>&1 | tail -20',
    'npm test && npm run lint',
    'grep -rn foo . > /dev/null; cat /repo/b.go',
    'sed -n 1,5p /repo/b.go',
    'sed -i s/a/b/ /repo/other.go',
    'npm install left-pad',
    'python3 -c "print(1 > 0)"',
    'prettier --check .',
    'mkdir -p dist && rm -rf dist/*',
  ])('%s leaves it current', (command) => {
    expect(inWork(source, sh(command, 'fine'))).not.toContain('may have changed since')
  })

  test('a formatter may change what the agent wrote since it last ran, a package manager what it keeps', () => {
    const format = sh('npm run format')
    expect(inWork(source, format)).not.toContain('may have changed')
    expect(inWork(source, edit('/repo/a.go', 'line number 3', 'line 3'), format)).toContain('may have changed')
    expect(inWork(read('/repo/package.json', lines(1, 9)), sh('npm install x'))).toContain('may have changed')
  })

  test('a sub-agent may have changed everything, unless it only looks', () => {
    const task = (subagent_type: string): Step => ['Task', { prompt: 'do it', subagent_type }, 'Done.']
    expect(inWork(source, task('general-purpose'))).toContain('may have changed')
    expect(inWork(source, task('Explore'))).not.toContain('may have changed')
  })

  test('the user may say so, or have been away', () => {
    expect(inWork(source, 'i undid your changes, try again')).toContain('may have changed')
    expect(inWork(source, '<command-name>/exit</command-name>')).toContain('may have changed')
    expect(inWork(source, 'now add a test')).not.toContain('may have changed')
  })

  test('two versions are never spliced: what an unexpected read contradicts goes', () => {
    const text = inWork(read('/a.go', lines(1, 40, 'old')), read('/a.go', lines(30, 60, 'new'), 30))
    expect(text).not.toContain('old number')
    expect(text).toContain('lines="30-60"')
    const unplaced = inWork(read('/a.go', lines(1, 40)), edit('/a.go', 'nowhere seen', 'a\nb\nc'))
    expect(unplaced).toContain('may have changed')
  })

  test('an edit that fits confirms what it quotes', () => {
    const text = inWork(source, sh('git pull'), edit('/repo/a.go', lines(5, 12), lines(5, 12, 'mended')))
    expect(text).toMatch(/note="lines 1-4, 13-20 as read at \[2\], may have changed since"/)
    expect(text).toContain('mended number 5')
    expect(text.match(/<file /g)).toHaveLength(1)
  })

  test('G-24: what an edit replaced is not shown beside it, wherever it stood', () => {
    const text = inWork(
      read('/a.go', lines(1, 12)),
      edit(
        '/a.go',
        'never seen before\nline number 6',
        'put in one\nput in two\nput in three\nput in four\nput in five',
      ),
    )
    expect(text).not.toContain('line number 6')
  })

  test('conflict markers are never shown', () => {
    const torn = `${lines(1, 8)}\n<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> main\n${lines(14, 22)}`
    const text = inWork(read('/a.go', torn))
    expect(text).not.toMatch(/<<<<|>>>>>>>|ours|theirs/)
    expect(text).toContain('[… lines 9-13 not shown …]')
  })
})

describe('F-17: what the shell printed counts as read', () => {
  test.each<[string, string, RegExp]>([
    ['cat chal.py', lines(1, 9), /path="chal.py" lines="1-9 of 9"/],
    ["cd ctf && sed -n '5,12p' chal.py 2>/dev/null", lines(5, 12), /path="ctf\/chal.py" lines="5-12"/],
    ['head -n 8 chal.py', lines(1, 8), /lines="1-8"/],
    ['nl -ba chal.py', numbered(lines(1, 7)).replaceAll('→', '\t'), /lines="1-7/],
    ['git show HEAD~1:chal.py', lines(1, 9), /^$/],
    [
      'sed -n 1,6p a.py && sed -n 11,16p b.py',
      `${lines(1, 6, 'a')}\n${lines(11, 16, 'b')}`,
      /path="b.py" lines="11-16"/,
    ],
    ['cat a.py; echo ---; cat b.py', `${lines(1, 6, 'a')}\n---\n${lines(1, 7, 'b')}`, /path="b.py" lines="1-7"/],
  ])('%s', (command, output, expected) => {
    expect(inWork(sh(command, output))).toMatch(expected)
  })

  test('what cannot be told apart is left alone, a revision is never current', () => {
    expect(inWork(sh('cat a.py b.py', lines(1, 20)))).toBe('')
    expect(inWork(sh('cat a.py && cat b.py', lines(1, 20)))).toBe('')
    // The first file may have been shorter than asked for: nobody knows where the second begins.
    expect(inWork(sh('sed -n 1,9p a.py && sed -n 1,9p b.py', `${lines(1, 6, 'a')}\n${lines(1, 9, 'b')}`))).toBe('')
    expect(fileActions('bash', { command: 'cat a.json | jq .name' })).toEqual([])
    const model = knownFiles(messages(read('a.py', lines(1, 9, 'now')), sh('git show HEAD:a.py', lines(1, 9, 'then'))))
    expect(shown(model)).toMatch(/path="a.py" lines="1-9 of 9">\nnow number 1/)
  })

  test('frames of a shell are no lines of a file, and a cut output ends where it is cut', () => {
    const codex = `Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\n${lines(1, 8)}`
    expect(inWork(sh('cat a.py', codex))).toContain(`lines="1-8 of 8">\n${lines(1, 8)}\n</file>`)
    const cut = inWork(sh('cat a.py', `${lines(1, 8)}\n[… 9999 bytes left out …]\n${lines(90, 99)}`))
    expect(cut).toContain(`lines="1-8">\n${lines(1, 8)}\n</file>`)
  })
})

describe('F-18: a document is whole or shows its gaps', () => {
  test('parts stand in line order with what is missing between them', () => {
    const text = inWork(
      read('plan.md', lines(1, 12)),
      read('plan.md', lines(60, 70), 60),
      read('plan.md', lines(30, 40), 30),
    )
    expect(text).toContain('lines="1-12, 30-40, 60-70')
    expect(text).toContain(
      `${lines(1, 12)}\n[… lines 13-29 not shown …]\n${lines(30, 40)}\n[… lines 41-59 not shown …]\n`,
    )
    expect(text.match(/<file /g)).toHaveLength(1)
  })

  test.each([
    '[1549 more lines in file. Use offset=9 to continue.]',
    '... (257 more lines not shown. Use offset=9 to continue reading)',
    '[lines 1 to 8 of 150; continue with start_line=9]',
    '<NOTE>Due to the max output limit, only part of this file has been shown to you.</NOTE>',
    '(92 more lines below)',
  ])('%s is never content', (note) => {
    const text = inWork(['read', { path: 'plan.md', offset: 1, limit: 8 }, `${lines(1, 8)}\n\n${note}`])
    expect(text).toContain(`${lines(1, 8)}\n</file>`)
    expect(text).toContain('lines="1-8')
  })

  test('scraps are left out, a whole short file is not', () => {
    expect(inWork(read('a.ts', lines(50, 53), 50))).toBe('')
    expect(inWork(['Write', { file_path: 'a.ts', content: 'one line' }, 'ok'])).toContain('one line')
  })

  test('code that was changed comes before helpers that were only read', () => {
    const model = knownFiles(
      messages(
        read('helper_test.go', lines(1, 64, 'helper')),
        read('main.go', lines(1, 64, 'main')),
        edit('main.go', 'main number 30', 'main changed 30'),
        read('helper_test.go', lines(1, 64, 'helper')),
      ),
    )
    const text = shown(model, 900)
    expect(text).toContain('main changed 30')
    expect(text).not.toContain('helper number')
  })
})

describe('files read from the disk', () => {
  test('are true by construction, moved and marked where they differ', async () => {
    const model = knownFiles(messages(read('/a.ts', lines(1, 10)), sh('git pull'), read('/b.ts', lines(1, 8))))
    const disk: Record<string, string> = {
      '/a.ts': `new first\n${lines(1, 4)}\nchanged\n${lines(6, 10)}\n`,
      '/b.ts': `${lines(1, 8)}\n`,
    }
    const text = shown(await fromDisk(model, (path) => disk[path]))
    expect(text).toContain(`path="/a.ts" lines="2-11 of 11" note="changed on disk since [`)
    expect(text).toContain(`${lines(1, 4)}\nchanged\n${lines(6, 10)}\n</file>`)
    expect(text).toContain('path="/b.ts" lines="1-8 of 8">')
    expect(text).not.toContain('may have changed')
  })

  test('a reader that throws, finds nothing or never answers leaves what the log tells', async () => {
    const model = knownFiles(
      messages(read('/a.ts', lines(1, 10)), read('/b.ts', lines(1, 10)), read('/c.ts', lines(1, 10))),
    )
    const before = shown(model)
    const stop = new AbortController()
    const reader = (path: string): Promise<string | undefined> | undefined => {
      if (path === '/a.ts') throw new Error('not allowed')
      if (path === '/b.ts') return undefined
      queueMicrotask(() => stop.abort())
      return new Promise(() => undefined)
    }
    expect(shown(await fromDisk(model, reader, stop.signal))).toBe(before)
  })
})

test('a search with very many hits in a long file takes time that grows with both', () => {
  const hits = Array.from({ length: 100_000 }, (_, at) => `big.log:${at + 1}:entry ${at}`).join('\n')
  const model = knownFiles(messages(read('big.log', 'entry 0'), ['Grep', { pattern: 'entry' }, hits]))
  expect(model.files.get('big.log')?.lines).toHaveLength(100_000)
})
