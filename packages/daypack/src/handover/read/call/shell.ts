import { plainText } from '../../text/ansi.ts'
import { flat } from '../../text/clip.ts'
import { brief, parsedJson } from '../../text/json.ts'
import { isFrame } from './exit-code.ts'
import type { Outcome } from './outcome.ts'
import { isCheck, stateKey } from './programs.ts'
import { clipEnds, KEPT, PLAN, type Part } from './told.ts'

/** A command line and what came out: of a state all of it, of a check its last word or what failed, else what tells. */
export function shell(line: string, text: string, { state, lines }: Outcome): Part {
  const json = text.length > PLAN ? undefined : parsedJson(text)
  const telling = json === undefined ? lines.join('\n') : clipEnds(brief(json))
  const whole = plainText(text.length > KEPT * 3 ? clipEnds(text, KEPT * 2) : text)
    .split('\n')
    .filter((one) => !isFrame(one))
    .join('\n')
    .trim()
  const failed = state === 'failed' ? 'FAILED: ' : ''
  const key = stateKey(line)
  const isRun = key !== undefined && isCheck(key)
  const isState = key !== undefined && whole !== '' && !isRun && json === undefined
  const hasMore = json === undefined && !isState && !(isRun && state === 'ok') && whole.length > telling.length
  return {
    kind: 'command',
    head: `$ ${shortCommand(line)}`,
    text: failed + (isState ? clipEnds(whole) : telling),
    ...(hasMore && { full: failed + clipEnds(whole) }),
    ...(key !== undefined && (whole !== '' || isRun) && { key }),
  }
}

/** A command on one line, without what stands behind the text it feeds to a program. */
function shortCommand(line: string): string {
  const heredoc = /<<-?\s*['"]?(\w+)['"]?[^\n]*\n/.exec(line)
  if (!heredoc) return flat(line)
  const from = heredoc.index + heredoc[0].length
  const fed = line.slice(from).search(new RegExp(`^\\s*${heredoc[1]}\\s*$`, 'm'))
  return flat(line.slice(0, from + Math.max(0, fed)))
}
