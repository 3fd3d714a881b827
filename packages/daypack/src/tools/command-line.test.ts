import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const words = (line: string) => commandLine(line).map((command) => [command.after, ...command.words])

test('a line is taken apart at what joins its programs', () => {
  expect(words('cd /a && FOO=1 npm test 2>&1 | tail -30; echo "done; really" || true')).toEqual([
    ['', 'cd', '/a'],
    ['&&', 'npm', 'test'],
    ['|', 'tail', '-30'],
    [';', 'echo', 'done; really'],
    ['||', 'true'],
  ])
  expect(words('(cd x; ls) && for f in a b; do rm "$f"; done # rm -rf /')).toEqual([
    ['', 'cd', 'x'],
    [';', 'ls'],
    ['&&', 'for', 'f', 'in', 'a', 'b'],
    [';', 'rm', '$f'],
  ])
})

test('here-documents and substitutions are carried, whatever they contain', () => {
  const commit = `git commit -m "$(cat <<'EOF'\nfix: don't (stop\nEOF\n)" && git push`
  expect(words(commit).map((one) => one.slice(0, 3))).toEqual([
    ['', 'git', 'commit'],
    ['&&', 'git', 'push'],
  ])
  expect(commandLine("cat > a.txt <<'EOF'\none \"x\ntwo\nEOF\ncat a.txt >> b.txt")).toEqual([
    { words: ['cat'], after: '', into: [{ path: 'a.txt', append: false }], unsure: false, input: 'one "x\ntwo' },
    { words: ['cat', 'a.txt'], after: ';', into: [{ path: 'b.txt', append: true }], unsure: false },
  ])
  expect(commandLine('rm $HOME/x *.log').map(({ unsure }) => unsure)).toEqual([true])
})

test('F-66: any text takes time that grows with its length', () => {
  for (const unit of ['\\', '"', "'", '$(', '`', '<<a\n', '<<', '> ', '&', '|', '((', '#', 'a=', '${'])
    expect(commandLine(unit.repeat(200_000)).length).toBeGreaterThanOrEqual(0)
})
