import { describe, expect, it } from 'vitest'
import type { KnownFile } from './known.ts'
import { knownFiles } from './model.ts'
import { shownText } from './numbered.ts'
import { called as step } from '../../../daypack-testing/test/said.ts'

function known(file: KnownFile | undefined): (string | undefined)[] {
  return (file?.lines ?? []).map((line) => line?.text)
}

describe('the file model', () => {
  it('reads numbered ranges and leaves holes', () => {
    const model = knownFiles(step('Read', { file_path: '/a.ts', offset: 3, limit: 2 }, '     3→three\n     4→four\n'))
    expect(known(model.files.get('/a.ts'))).toEqual([undefined, undefined, 'three', 'four'])
  })
  it('counts plain reads from the asked line', () => {
    const model = knownFiles(step('read_file', { path: 'a.ts', start_line: 2, end_line: 3 }, 'two\nthree\n'))
    expect(known(model.files.get('a.ts'))).toEqual([undefined, 'two', 'three'])
  })
  it('applies edits and shifts what follows', () => {
    const model = knownFiles([
      ...step('Write', { file_path: '/a.ts', content: 'a\nb\nc\nd\n' }, 'ok'),
      ...step('Edit', { file_path: '/a.ts', old_string: 'b\nc', new_string: 'b1\nb2\nc' }, 'done'),
      ...step('str_replace_editor', { command: 'insert', path: '/a.ts', insert_line: 0, new_str: 'top' }, 'done'),
      ...step(
        'MultiEdit',
        {
          file_path: '/a.ts',
          edits: [
            { old_string: 'd', new_string: 'D' },
            { old_string: 'top\n', new_string: '' },
          ],
        },
        'done',
      ),
    ])
    expect(known(model.files.get('/a.ts'))).toEqual(['a', 'b1', 'b2', 'c', 'D'])
    expect(model.files.get('/a.ts')?.lines.map((line) => line?.written)).toEqual([1, 3, 3, 1, 7])
  })
  it('forgets what it wrote when the user took it back and lines behind its end are shown', () => {
    const model = knownFiles([
      ...step('Write', { file_path: '/a.md', content: 'short one\nshort two\n' }, 'ok'),
      { role: 'user', blocks: [{ type: 'text', text: "I've reverted your changes" }] },
      ...step('Read', { file_path: '/a.md', offset: 40, limit: 2 }, '    40→of the old file\n    41→of it too\n'),
    ])
    expect(known(model.files.get('/a.md')).flatMap((text) => text ?? [])).toEqual(['of the old file', 'of it too'])
  })
  it('adds to a file what a tool appends to it', () => {
    const model = knownFiles([
      ...step('write_file', { path: '/a.md', content: 'one\n' }, 'ok'),
      ...step('write_file', { path: '/a.md', content: 'two\n', mode: 'append' }, 'ok'),
    ])
    expect(known(model.files.get('/a.md'))).toEqual(['one', 'two'])
  })
  it('ignores failed calls and unanswered ones', () => {
    const model = knownFiles([
      ...step('Write', { file_path: '/a.ts', content: 'a' }, 'ok'),
      ...step('Edit', { file_path: '/a.ts', old_string: 'a', new_string: 'b' }, 'no', true),
      ...step(
        'Edit',
        { file_path: '/a.ts', old_string: 'a', new_string: 'c' },
        '<tool_use_error>not read</tool_use_error>',
      ),
      ...step('Edit', { file_path: '/a.ts', old_string: 'a', new_string: 'd' }, 'ok').slice(0, 1),
    ])
    expect(known(model.files.get('/a.ts'))).toEqual(['a'])
  })
  describe('patches of Codex', () => {
    const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')
    const change = patch('*** Update File: src/a.ts', '@@ top', ' one', '-two', '+2', '+2b', '', ' four')
    const read = step('exec_command', { cmd: 'cat src/a.ts', workdir: '/repo' }, 'one\ntwo\n\nfour\nfive')
    const done = ['one', '2', '2b', '', 'four', 'five']

    it.each([
      ['a custom tool', 'apply_patch', { name: 'apply_patch', input: change }],
      ['a function', 'apply_patch', { patch: change }],
      ['a heredoc', 'exec_command', { cmd: `apply_patch <<'EOF'\n${change}\nEOF`, workdir: '/repo' }],
      ['an argument', 'shell', { command: ['apply_patch', change], workdir: '/repo' }],
      ['a script', 'shell', { command: ['bash', '-lc', `apply_patch <<'EOF'\n${change}\nEOF`], workdir: '/repo' }],
    ])('as %s are edits of the file that was read below the folder of the shell', (_, tool, input) => {
      const model = knownFiles([...read, ...step(tool, input, 'Success. Updated the following files:\nM src/a.ts')])
      expect([...model.files.keys()]).toEqual(['/repo/src/a.ts'])
      expect(known(model.files.get('/repo/src/a.ts'))).toEqual(done)
    })
    it.each([
      'apply_patch verification failed: Failed to find expected lines in /repo/src/a.ts:\ntwo',
      'patch rejected by user',
      'Exit code: 1\nWall time: 0 seconds\nOutput:\nno such file',
    ])('change nothing when they failed: %s', (result) => {
      const model = knownFiles([...read, ...step('apply_patch', { input: change }, result)])
      expect(known(model.files.get('/repo/src/a.ts'))).toEqual(['one', 'two', '', 'four', 'five'])
      expect(model.files.get('/repo/src/a.ts')?.changes).toBe(0)
    })
    it('add, delete and move files', () => {
      const body = patch(
        '*** Add File: b.ts',
        '+b',
        '*** Update File: src/a.ts',
        '*** Move to: src/c.ts',
        '@@',
        '-one',
        '+1',
      )
      const model = knownFiles([...read, ...step('apply_patch', { input: body }, 'Success.')])
      expect(known(model.files.get('b.ts'))).toEqual(['b'])
      expect([...model.files.keys()].filter((path) => path.endsWith('a.ts'))).toEqual([])
      const moved = [...model.files.values()].find(({ path }) => path.endsWith('c.ts'))
      expect(known(moved)[0]).toBe('1')
    })
  })
  it('finds the place of an edit in the answered snippet', () => {
    const model = knownFiles([
      ...step('Read', { file_path: '/a.ts', offset: 50, limit: 1 }, '    50→tail\n'),
      ...step(
        'Edit',
        { file_path: '/a.ts', old_string: 'x', new_string: 'y\nz' },
        'Here is a snippet:\n    10→y\n    11→z\n    12→w',
      ),
    ])
    const file = model.files.get('/a.ts')
    expect([file?.lines[9]?.text, file?.lines[10]?.text, file?.lines[11]?.text, file?.lines[50]?.text]).toEqual([
      'y',
      'z',
      'w',
      'tail',
    ])
  })
  it('understands patches, shell reads and shell writes', () => {
    const model = knownFiles([
      ...step('shell', { command: ['cat', 'src/a.py'] }, 'one\ntwo\n'),
      ...step(
        'apply_patch',
        '*** Begin Patch\n*** Update File: src/a.py\n@@\n one\n-two\n+TWO\n*** Add File: b.py\n+new\n*** End Patch',
        'ok',
      ),
      ...step('Bash', { command: "cat > c.txt <<'EOF'\nhello\nEOF" }, ''),
      ...step('Bash', { command: "sed -n '2,3p' d.txt" }, 'L2\nL3\n'),
      ...step('Bash', { command: 'sed -i s/one/1/ src/a.py' }, ''),
    ])
    expect(known(model.files.get('src/a.py'))).toEqual(['1', 'TWO'])
    expect(known(model.files.get('b.py'))).toEqual(['new'])
    expect(known(model.files.get('c.txt'))).toEqual(['hello'])
    expect(known(model.files.get('d.txt'))).toEqual([undefined, 'L2', 'L3'])
  })
  it('takes search hits as lines of files it knows, and joins relative with absolute paths', () => {
    const model = knownFiles([
      ...step('Read', { file_path: '/repo/src/a.go' }, '     1→package a\n     2→\n'),
      ...step('Grep', { pattern: 'x', path: '/repo/src' }, 'src/a.go:7:func x() {}\nsrc/other.go:3:x'),
      ...step('Read', { file_path: 'src/a.go', offset: 8, limit: 1 }, '     8→}\n'),
    ])
    expect([...model.files.keys()]).toEqual(['/repo/src/a.go'])
    expect(known(model.files.get('/repo/src/a.go'))).toEqual([
      'package a',
      '',
      undefined,
      undefined,
      undefined,
      undefined,
      'func x() {}',
      '}',
    ])
  })
  it('replaces every occurrence when asked to', () => {
    const model = knownFiles([
      ...step('Write', { file_path: '/a', content: 'x x\ny\nx' }, 'ok'),
      ...step('Edit', { file_path: '/a', old_string: 'x', new_string: 'z', replace_all: true }, 'ok'),
    ])
    expect(known(model.files.get('/a'))).toEqual(['z z', 'y', 'z'])
  })
})

it('a read that says only that nothing changed holds no line of the file', () => {
  const { lines } = shownText(
    'Wasted call — file unchanged since your last Read. Refer to that earlier tool_result instead.',
  )
  expect(lines).toEqual([])
})
