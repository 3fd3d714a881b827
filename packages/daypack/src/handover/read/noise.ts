import { patternOf } from '../../dialects/dialects.ts'
import { without } from '../text/page.ts'

const ADDED = [
  ['<system-reminder>', '</system-reminder>'],
  ['<system_reminder>', '</system_reminder>'],
] as const

/** Lines hosts print around what was asked for. */
const NOTE = patternOf('noise', String.raw`^\s*`, String.raw`\s*$`)

/** The output of a tool without what its host adds to it. Linear. */
export function cleanOutput(text: string): string {
  const own = ADDED.reduce((left, [open, close]) => (left.includes(open) ? without(left, open, close) : left), text)
  const lines = own.split('\n').filter((line) => line.length > 300 || !NOTE.test(line))
  return lines.join('\n')
}
