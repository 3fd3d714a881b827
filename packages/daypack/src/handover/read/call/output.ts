import { plainText } from '../../text/ansi.ts'
import { clip } from '../../text/clip.ts'
import { isFrame } from './exit-code.ts'
import { signOf, type Sign } from './signs.ts'

export type OutputLine = { readonly text: string; readonly sign: Sign | undefined }

const TAGS = /<\/?(?:tool_use_error|stdout|stderr|output)>/g

/** Head and tail that are looked at: a program says what it does first and how it went last. */
const HEAD = 16_000
const TAIL = 48_000
const MAX_CHARS = 240
/** Telling lines of an output. */
const MAX_LINES = 12

/** The lines of an output with what they say; blank ones and the host's frame left out. Linear and bounded. */
export function outputLines(output: string, signs = true): OutputLine[] {
  const isLong = output.length > HEAD + TAIL
  const cut = isLong ? `${output.slice(0, HEAD)}\n${output.slice(output.length - TAIL)}` : output
  return plainText(cut)
    .split('\n')
    .map((line) => line.replaceAll(TAGS, '').trim())
    .filter((text) => text !== '' && !isFrame(text))
    .map((text) => ({ text, sign: signs ? signOf(text) : undefined }))
}

/** The few lines a reader needs: of a failure what went wrong and where, of a success how it went; else how it begins and ends. */
export function tellingLines(lines: readonly OutputLine[], failed: boolean): string[] {
  const tells: readonly (Sign | undefined)[] = failed ? ['failed', 'error', 'place'] : ['passed', 'result']
  const telling = lines.filter(({ sign, text }) => tells.includes(sign) && !text.startsWith('Traceback ('))
  const all = [...new Set((telling.length > 0 ? telling : lines).map(({ text }) => text))]
  const half = MAX_LINES / 2
  const shown = all.length <= MAX_LINES ? all : [...all.slice(0, half), ...all.slice(-half)]
  return shown.map((text) => clip(text, MAX_CHARS))
}

/** The first lines, for what was only looked at. */
export function firstLines(lines: readonly OutputLine[], max: number): string[] {
  return lines.slice(0, max).map(({ text }) => clip(text, MAX_CHARS))
}
