import { patternOf } from '../../../dialects/dialects.ts'
import programs from '../../../tools/programs.json' with { type: 'json' }
import type { Command } from '../../../tools/command-line.ts'

/** Programs that only look, and those of which one command does. */
const LOOKS = new Set(
  Object.entries(programs.looks).flatMap(([program, words]) =>
    words.split(' ').map((word) => `${program} ${word}`.trimStart()),
  ),
)
/** They end with 1 to say no. */
export const SAY_NO: ReadonlySet<string> = new Set(programs.sayNo)

/** Only looks: what it prints is content, and words such as "error" in it say nothing about how the command went. */
export function looks(commands: readonly Command[]): boolean {
  return commands.every(({ words }) => {
    const program = programOf(words)
    if (program === 'sed') return words[1]?.startsWith('-n') ?? false
    const sub = words.find((word, at) => at > 0 && !word.startsWith('-')) ?? ''
    return LOOKS.has(program) || LOOKS.has(`${program} ${sub}`)
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
