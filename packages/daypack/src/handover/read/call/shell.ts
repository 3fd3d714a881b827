import { plainText } from '../../text/ansi.ts'
import { flat } from '../../text/clip.ts'
import { recordLines } from '../../text/json.ts'
import { isFrame } from './exit-code.ts'
import type { Outcome } from './outcome.ts'
import { signOf } from './signs.ts'
import { clipEnds, KEPT, PLAN, type Part } from './told.ts'

/** A command line and what came out. */
export function shell(line: string, text: string, { state, lines }: Outcome): Part {
  const body = plainText(text.length > PLAN ? clipEnds(text, PLAN) : text)
    .split('\n')
    .filter((one) => !isFrame(one))
    .join('\n')
    .trim()
  const records = recordLines(body)
  const telling = records === undefined ? lines.join('\n') : (records[0] ?? '')
  const whole = clipEnds(records?.join('\n') ?? body, KEPT * 2)
  const failed = state === 'failed' ? 'FAILED: ' : ''
  // How a program is used is read for the next command alone.
  if (state !== 'failed' && /\s--help\b/.test(line))
    return { kind: 'command', head: `$ ${shortCommand(line)}`, text: '' }
  return {
    kind: 'command',
    head: `$ ${shortCommand(line)}`,
    text: failed + telling,
    // Of a check that went well its last word is enough.
    ...(whole.length > telling.length &&
      !(state === 'ok' && lines.some((one) => signOf(one) === 'passed')) && { full: failed + whole }),
  }
}

/** Waiting, headings between outputs, and how much of them is shown. */
const AROUND =
  /^\s*sleep [\d.]+[smh]?\s*(?:;|&&|\n)\s*|\becho\s+(?:"[=#-]{2,}[^"]*"|'[=#-]{2,}[^']*')\s*(?:;|&&)\s*|\s*2>(?:&1|\s?\/dev\/null)|\s*\|\s*(?:head|tail)\s+-n?\s?\d+/g

/** A command on one line, without what stands around it or behind the text it feeds to a program. */
function shortCommand(given: string): string {
  const line = given.replaceAll(AROUND, '')
  const heredoc = /<<-?\s*['"]?(\w+)['"]?[^\n]*\n/.exec(line)
  if (!heredoc) return flat(line)
  const from = heredoc.index + heredoc[0].length
  const fed = line.slice(from).search(new RegExp(`^\\s*${heredoc[1]}\\s*$`, 'm'))
  return flat(line.slice(0, from + Math.max(0, fed)))
}
