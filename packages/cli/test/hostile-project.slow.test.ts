import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { countAttack } from '../../daypack-testing/test/attack.ts'
import { project, started, type Project } from './run.ts'

// Somebody else's folder, unpacked or cloned, in which a person starts `daypack chat`.

const MOST_MB = 700
let at: Project
beforeEach(() => (at = project()))
afterEach(() => at.remove())

/** A chat of one turn: what it printed, and the most memory it held. */
async function chat(): Promise<{ said: string; code: number | null; peakMB: number }> {
  at.file('script.json', JSON.stringify([{ text: 'all is well' }]))
  const { child, ended } = started(at, ['chat', '--model', 'scripted', '--script', 'script.json'])
  let peakMB = 0
  const look = setInterval(() => {
    peakMB = Math.max(peakMB, rssMB(child.pid))
    if (peakMB > MOST_MB) child.kill('SIGKILL')
  }, 50)
  const hangs = setTimeout(() => child.kill('SIGKILL'), 60_000)
  child.stdin?.end('hello\n')
  const { out, err, code } = await ended
  clearInterval(look)
  clearTimeout(hangs)
  return { said: out + err, code, peakMB }
}

function rssMB(pid = 0): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_000
  } catch {
    return 0
  }
}

const ENDLESS: [string, (file: string) => void][] = [
  ['a device', (file) => symlinkSync('/dev/zero', file)],
  ['a pipe', (file) => void execFileSync('mkfifo', [file])],
  [
    'a gigabyte',
    (file) => {
      writeFileSync(file, '')
      truncateSync(file, 1e9)
    },
  ],
]
const READ = ['daypack.json', '.claude/settings.json', 'agent.json', 'config.json', 'AGENTS.md', 'skills/a/SKILL.md']

describe.skipIf(process.platform === 'win32')(
  'what a project has for settings neither hangs nor fills the chat',
  () => {
    test.each(READ.flatMap((name) => ENDLESS.map(([what, make]) => ({ name, what, make }))))(
      '$name is $what',
      async ({ name, make }) => {
        const file = path.join(at.dir, name)
        mkdirSync(path.dirname(file), { recursive: true })
        make(file)
        const { said, code, peakMB } = await chat()
        expect(peakMB).toBeLessThan(MOST_MB)
        // A person is told, or the chat goes on without.
        if (code !== 0) expect(said).toContain(name)
        else expect(said).toContain('all is well')
        countAttack('settings and instructions of a project that are pipes, devices or a gigabyte', 1)
      },
    )
  },
)

describe.skipIf(process.platform === 'win32')('a repository runs no program because somebody looks at it', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: at.dir,
      stdio: 'pipe',
    })
  test.each<[string, (program: string) => void]>([
    ['a monitor of files', (program) => git('config', 'core.fsmonitor', program)],
    ['a filter', (program) => git('config', 'filter.x.clean', program)],
    ['a filter that keeps running', (program) => git('config', 'filter.x.process', program)],
    [
      'a program that checks signatures',
      (program) => {
        const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n'
        const commit = git('cat-file', 'commit', 'HEAD').toString().replace('\n\n', `\n${signature}`)
        const file = at.file('commit', commit)
        git('reset', '-q', git('hash-object', '-w', '-t', 'commit', file).toString().trim())
        git('config', 'log.showSignature', 'true')
        git('config', 'gpg.program', program)
      },
    ],
    [
      'settings in a file of its own',
      (program) => {
        at.file('more', `[filter "x"]\n\tclean = ${program}\n`)
        git('config', 'include.path', '../more')
      },
    ],
    [
      'settings of a work tree',
      (program) => {
        git('config', 'extensions.worktreeConfig', 'true')
        git('config', '--worktree', 'filter.x.clean', program)
      },
    ],
    [
      'hooks',
      (program) => {
        for (const name of ['post-index-change', 'fsmonitor-watchman', 'pre-commit'])
          symlinkSync(program, path.join(at.dir, '.git/hooks', name))
      },
    ],
  ])('%s', async (_, make) => {
    const mark = path.join(at.dir, 'mark')
    git('init', '-q', '--template=')
    mkdirSync(path.join(at.dir, '.git/hooks'), { recursive: true })
    at.file('.gitattributes', '*.txt filter=x\n')
    at.file('a.txt', 'one\n')
    git('add', '.')
    git('commit', '-qm', 'first')
    at.file('a.txt', 'two\n')
    at.file('daypack.json', '{"preset":"claudeCode"}')
    const program = at.file('program.sh', `#!/bin/sh\ntouch ${mark}\ncat\n`)
    chmodSync(program, 0o755)
    make(program)
    expect((await chat()).said).toContain('all is well')
    expect(existsSync(mark)).toBe(false)
    countAttack('a repository whose settings or hooks run a program when it is looked at', 1)
  })
})
