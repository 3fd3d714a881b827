import type { Command } from 'commander'

type Tree = readonly { readonly name: string; readonly about: string; readonly words: readonly string[] }[]

export function completionCommand(shell: string, _options: object, program: Command): number {
  const script = completionScript(shell, program)
  if (script === undefined) console.error(`daypack: no completion for "${shell}"; choose bash, zsh or fish.`)
  else process.stdout.write(script)
  return script === undefined ? 2 : 0
}

function completionScript(shell: string, program: Command): string | undefined {
  const tree = treeOf(program)
  if (shell === 'bash') return bash(tree)
  if (shell === 'zsh') return zsh(tree)
  return shell === 'fish' ? fish(tree) : undefined
}

function treeOf(program: Command): Tree {
  return program.commands.map((command) => ({
    name: command.name(),
    about: command.description().replaceAll(/["'`$\\]/g, ''),
    words: [
      ...command.commands.map((sub) => sub.name()),
      ...command.options.flatMap((option) => (option.long ? [option.long] : [])),
      '--help',
    ],
  }))
}

function bash(tree: Tree): string {
  const cases = tree.map(({ name, words }) => `    ${name}) words="${words.join(' ')}" ;;`)
  return `# daypack completion for bash: eval "$(daypack completion bash)"
_daypack() {
  local words="${[...tree.map((each) => each.name), '--help', '--version'].join(' ')}"
  local current="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -gt 1 ]; then
    case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current") $(compgen -f -- "$current"))
}
complete -F _daypack daypack
`
}

function zsh(tree: Tree): string {
  const cases = tree.map(({ name, words }) => `    ${name}) compadd -- ${words.join(' ')}; _files ;;`)
  return `#compdef daypack
# daypack completion for zsh: eval "$(daypack completion zsh)"
_daypack() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${tree.map(({ name, about }) => `      '${name}:${about.replaceAll(':', ' ')}'`).join('\n')}
    )
    _describe command commands
    return
  fi
  case "\${words[2]}" in
${cases.join('\n')}
  esac
}
compdef _daypack daypack
`
}

function fish(tree: Tree): string {
  const lines = tree.flatMap(({ name, about, words }) => [
    `complete -c daypack -n __fish_use_subcommand -a ${name} -d '${about}'`,
    ...words.map(
      (word) =>
        `complete -c daypack -n '__fish_seen_subcommand_from ${name}' ${word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`}`,
    ),
  ])
  return `# daypack completion for fish: daypack completion fish | source\n${lines.join('\n')}\n`
}
