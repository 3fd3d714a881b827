import { patternOf } from '../../../dialects/dialects.ts'
import type { Command } from '../../../tools/command-line.ts'

const LOOKS = new Set(
  (
    'cat nl head tail less more bat grep egrep fgrep rg ag ack find fd ls tree wc stat file du df pwd echo printf which ' +
    'type whereis jq yq sort uniq cut awk column tr date env printenv ps diff cmp xxd strings hexdump od base64 test [ ' +
    'true false cd sleep set export source : id whoami uname hostname basename dirname realpath readlink md5sum sha256sum ' +
    'journalctl man tee xargs rev tac paste comm fold fmt pbpaste history seq'
  ).split(' '),
)

const LOOKING_COMMAND: Readonly<Record<string, RegExp>> = {
  git: /^(?:log|show|diff|status|branch|blame|ls-files|ls-tree|ls-remote|grep|rev-parse|rev-list|remote|config|reflog|tag|shortlog|describe|cat-file|for-each-ref|merge-base|name-rev|whatchanged|worktree|fetch)$/,
  gh: /^(?:pr|issue|run|repo|api|release|workflow|search|auth|status)$/,
  kubectl: /^(?:get|describe|logs|explain|top|config|version)$/,
  docker: /^(?:ps|logs|images|inspect|stats|top|version|info|history)$/,
  go: /^(?:list|doc|env|version)$/,
  npm: /^(?:ls|view|info|outdated|config|root|prefix|whoami|search)$/,
}

/** Only looks: what it prints is content, and words such as "error" in it say nothing about how the command went. */
export function looks(commands: readonly Command[]): boolean {
  return commands.every(({ words }) => {
    const program = programOf(words)
    if (program === 'sed') return words[1]?.startsWith('-n') ?? false
    const sub = words.find((word, at) => at > 0 && !word.startsWith('-')) ?? ''
    return LOOKS.has(program) || (LOOKING_COMMAND[program]?.test(sub) ?? false)
  })
}

export function programOf(words: readonly string[]): string {
  return (words[0] ?? '').split('/').at(-1) ?? ''
}

/** The exit code of the line is not that of its main program: a pipe, `|| true` or another command stands behind it. */
export function isMasked(commands: readonly Command[], line: string): boolean {
  const last = commands.at(-1)
  if (commands.length < 2 || !last || /\bpipefail\b/.test(line)) return false
  if (last.after === '|' || last.after === '||' || last.after === '&') return true
  const main = commands.findLastIndex((command) => !looks([command]))
  return commands.slice(main + 1).some((command) => command.after !== '&&')
}

/** A filter behind the program lets only other lines through than those that tell of a failure. */
export function hidesFailures(commands: readonly Command[]): boolean {
  return commands.some(
    ({ words, after }) =>
      after === '|' &&
      /^(?:[ef]?grep|rg)$/.test(programOf(words)) &&
      !words.includes('-v') &&
      !/fail|error|not ok|✗|×/i.test(words.join(' ')),
  )
}

/** Calls that only wait for a program, by how they are told. */
export const POLL = patternOf('polls')
