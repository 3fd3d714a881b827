import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const MAX_CHARS = 2_000

export async function gitStatus(cwd: string): Promise<string> {
  const git = async (...args: string[]): Promise<string> =>
    (await run('git', args, { cwd, timeout: 5_000 }).catch(() => ({ stdout: '' }))).stdout.trim()
  const [branch, head, mains, status, log, user] = await Promise.all([
    git('rev-parse', '--abbrev-ref', 'HEAD'),
    git('symbolic-ref', '--short', 'refs/remotes/origin/HEAD'),
    git('branch', '--list', 'main', 'master', '--format=%(refname:short)'),
    git('status', '--short'),
    git('log', '--oneline', '-n', '5'),
    git('config', 'user.name'),
  ])
  if (branch === '') return ''
  // Without a clone's origin, the usual name says it.
  const main = head.replace(/^origin\//, '') || mains.split('\n')[0]
  return [
    '# Git, as it was when this session began',
    `Branch: ${branch}${main ? `; main branch: ${main}` : ''}`,
    ...(user === '' ? [] : [`User: ${user}`]),
    `Status:\n${status.slice(0, MAX_CHARS) || '(clean)'}`,
    `Newest commits:\n${log}`,
  ].join('\n')
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
