import { expect, test } from 'vitest'
import { lessons } from './lessons.ts'
import type { Attempt } from './speech.ts'

let seq = 0
const ran = (command: string, output = 'ok', failed = false): Attempt => ({
  seq: ++seq,
  resultSeq: ++seq,
  tool: 'Bash',
  input: { command },
  failed,
  output,
})
const edited = (path: string): Attempt => ({
  seq: ++seq,
  resultSeq: ++seq,
  tool: 'Edit',
  input: { file_path: path },
  failed: false,
  output: '',
})
const texts = (...attempts: Attempt[]): string[] => lessons(attempts).map((item) => item.text)

test('another way to call the same thing', () => {
  expect(
    texts(
      ran('ruff check src/a.py', 'E902 No such file or directory', true),
      ran('ls'),
      ran('ruff check /home/x/src/a.py | tail -5'),
    ),
  ).toEqual([
    'Bash `ruff check src/a.py` failed: E902 No such file or directory. What worked: Bash `ruff check /home/x/src/a.py`',
  ])
})

test('the files changed before the same call went through', () => {
  expect(
    texts(
      ran('go build ./... 2>&1', 'a.go:4: undefined: object', true),
      edited('a.go'),
      edited('b.go'),
      ran('go build ./... 2>&1 | head -20'),
    ),
  ).toEqual(['Bash `go build ./...` failed: a.go:4: undefined: object. What fixed it: changing a.go, b.go'])
})

test.each<[string, Attempt[]]>([
  ['a failure that does not say why', [ran('npm test', 'FAIL', true), ran('npm test -- --run')]],
  ['a call the user stopped', [ran('npm i x', "The user doesn't want to proceed: not found", true), ran('npm i x -D')]],
  ['another job that happened to work', [ran('mise run lint', 'x.go: error is not nil', true), ran('mise run test')]],
  ['the same call again without a change', [ran('curl x', 'could not resolve host', true), ran('curl x')]],
  [
    'a fix too far away',
    [
      ran('ruff check a.py', 'no such file', true),
      ...Array.from({ length: 12 }, () => ran('ls')),
      ran('ruff check /b/a.py'),
    ],
  ],
  ['a call that never worked', [ran('ruff check a.py', 'no such file', true)]],
])('no lesson: %s', (_, attempts) => {
  expect(lessons(attempts)).toEqual([])
})

test('a lesson is told once, and no more than six of them', () => {
  const pairs = Array.from({ length: 9 }, (_, index) => [
    ran(`cat f${index}.txt`, 'cat: no such file', true),
    ran(`cat /d/f${index}.txt`),
  ]).flat()
  expect(texts(...pairs)).toHaveLength(6)
  const twice = [
    ran('cat f.txt', 'cat: no such file', true),
    ran('cat f.txt', 'cat: no such file', true),
    ran('cat /d/f.txt'),
  ]
  expect(texts(...twice)).toHaveLength(1)
})
