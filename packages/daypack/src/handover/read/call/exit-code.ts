import { patternOf } from '../../../dialects/dialects.ts'

/** A tool that ran a program says how it ended; each agent in its own words, at the beginning or the end of the text. */
const FORMS: readonly RegExp[] = [
  /^\s*\[exit code (\w+)\]/i,
  /^\s*(?:Error: )?Exit code:? (-?\d+)\b/i,
  /^\s*exit status (\d+)\b/i,
  /^(?:Command exited with code|Process exited with code|Command failed with exit code|Process completed with exit code) (-?\d+)/im,
  /^\[?(?:The )?command (?:completed|finished|failed|exited|ended) with (?:exit )?(?:code|status):? (-?\d+)/im,
  /^[^\S\n]*"?(?:exit_?code|returncode|return_code)"?\s*[:=]\s*(-?\d+)\b/im,
  /<(?:exit_code|returncode|return_code)>\s*(-?\d+)\s*</i,
  /"(?:exit_?code|returncode|return_code)"\s*:\s*(-?\d+)/i,
  /^\(exit (?:code|status):? (-?\d+)\)\s*$/im,
  /^exit status (\d+)\s*$/im,
]

/** Where hosts write such a line: the first and the last characters of a result. */
const EDGE = 400

/** The exit code a result states; a signal or a timeout counts as one. Undefined when nothing is said. */
export function exitCode(text: string): number | undefined {
  const ends = text.length <= 2 * EDGE ? [text] : [text.slice(0, EDGE), text.slice(-EDGE)]
  for (const end of ends) {
    for (const form of FORMS) {
      const code = form.exec(end)?.[1]
      if (code !== undefined) return /^-?\d+$/.test(code) ? Number(code) : KILLED
    }
    if (STOPPED.test(end)) return TIMED_OUT
  }
  return echoedCode(text)
}

/** What people have the shell print behind a command: `tsc exit: 0`. Of several, one that failed counts. */
export function echoedCode(text: string): number | undefined {
  const codes = [...text.slice(-EDGE).matchAll(ECHOED)].map(([, code]) => Number(code))
  return codes.find((code) => code !== 0) ?? codes[0]
}

const ECHOED = /^(?:[\w./-]+ ){0,4}exit(?:[ _-]?(?:code|status))?[:=] ?(\d{1,3})[^\S\n]*$/gim

const KILLED = 137
const TIMED_OUT = 124
const STOPPED =
  /^[^\S\n]*(?:Error: )?(?:Command|stopped|The command|Process)? ?(?:timed out after|stopped after|killed after|aborted after) \d+/im

/** Lines that only say how a program ended, and what hosts write around its output. */
export function isFrame(line: string): boolean {
  return line.length < 160 && FRAME.test(line)
}

const FRAME = patternOf('frames', String.raw`^\s*`, String.raw`\s*$`)
