import { execFile } from 'node:child_process'
import { devNull } from 'node:os'
import { promisify } from 'node:util'

const run = promisify(execFile)
const MAX_CHARS = 2_000

/** Nothing of the repository runs: no hooks, no writing of the index, no fetching, no settings of submodules. */
const CAREFUL = ['--no-optional-locks', '-c', `core.hooksPath=${devNull}`, '-c', 'core.fsmonitor=false']
/** Settings of a repository with which git only reads. Others may name programs that `git status` or `git log` would run. */
const HARMLESS = [
  /^core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|longpaths|fsmonitor|hookspath)$/i,
  /^remote\..*\.(?:url|pushurl|fetch|tagopt|prune|gh-resolved)$/i,
  /^(?:branch|submodule|user|init|pull|push|fetch|rerere|gc|maintenance|color|advice|lfs)\./i,
  /^extensions\.(?:objectformat|worktreeconfig)$/i,
]

export async function gitStatus(cwd: string): Promise<string> {
  const git = async (...args: string[]): Promise<string> => {
    const env = { ...process.env, GIT_NO_LAZY_FETCH: '1' }
    const ran = run('git', [...CAREFUL, ...args], { cwd, env, timeout: 5_000 })
    return (await ran.catch(() => ({ stdout: '' }))).stdout.trim()
  }
  const [branch, head, mains, settings, user] = await Promise.all([
    git('rev-parse', '--abbrev-ref', 'HEAD'),
    git('symbolic-ref', '--short', 'refs/remotes/origin/HEAD'),
    git('branch', '--list', 'main', 'master', '--format=%(refname:short)'),
    git('config', '--list', '--show-scope', '--name-only'),
    git('config', 'user.name'),
  ])
  if (branch === '') return ''
  // Without a clone's origin, the usual name says it.
  const main = head.replace(/^origin\//, '') || mains.split('\n')[0]
  const odd = ownSettings(settings).find((name) => !HARMLESS.some((form) => form.test(name)))
  return [
    '# Git, as it was when this session began',
    `Branch: ${branch}${main ? `; main branch: ${main}` : ''}`,
    ...(user === '' ? [] : [`User: ${user}`]),
    ...(odd === undefined
      ? await Promise.all([
          git('status', '--short', '--ignore-submodules=all').then(
            (status) => `Status:\n${status.slice(0, MAX_CHARS) || '(clean)'}`,
          ),
          git('log', '--oneline', '-n', '5').then((log) => `Newest commits:\n${log}`),
        ])
      : [`Status: not asked, since the settings of this repository (${odd}) may run programs.`]),
  ].join('\n')
}

/** Those that came with the folder: the user's own are trusted. A git too old to tell them apart is not asked. */
function ownSettings(list: string): string[] {
  if (list === '') return ['not known']
  return list.split('\n').flatMap((line) => {
    const [scope, name = ''] = line.split('\t')
    return scope === 'local' || scope === 'worktree' ? [name] : []
  })
}

export function userContext(instructions: readonly { name: string; text: string }[], now: number): string {
  return [
    '<system-reminder>',
    'Context for the requests below; not a request itself.',
    ...instructions.map(({ name, text }) => `# Instructions from ${name}\n\n${text}`),
    `# Date\n\nToday is ${new Intl.DateTimeFormat('sv-SE').format(now)}.`,
    '</system-reminder>',
  ].join('\n')
}
