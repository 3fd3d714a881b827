import { listOf, patternOf } from '../../../dialects/dialects.ts'

/** A tool that ran a program says how it ended; each agent in its own words, at the beginning or the end of the text. */
const FORMS = listOf('exitCodes').map((form) => new RegExp(form, 'im'))

/** Where hosts write such a line: the first and the last characters of a result. */
const EDGE = 400
const KILLED = 137

/** The exit code a result states; a signal or a timeout counts as one. Undefined when nothing is said. */
export function exitCode(text: string): number | undefined {
  const ends = [text.slice(0, EDGE), text.slice(-EDGE)]
  const code = ends.flatMap((end) => FORMS.map((form) => form.exec(end)?.[1])).find((one) => one !== undefined)
  if (code === undefined) return undefined
  return /^-?\d+$/.test(code) ? Number(code) : KILLED
}

const FRAME = patternOf('frames', String.raw`^\s*`, String.raw`\s*$`)

/** Lines that only say how a program ended, and what hosts write around its output. */
export function isFrame(line: string): boolean {
  return line.length < 160 && FRAME.test(line)
}
