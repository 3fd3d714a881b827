import { plainText } from '../../text/ansi.ts'
import { clip, list } from '../../text/clip.ts'
import { isFrame } from './exit-code.ts'
import { failedTest, signOf, type Sign } from './signs.ts'

export type OutputLine = { readonly text: string; readonly sign: Sign | undefined }

const TAGS = /<\/?(?:tool_use_error|stdout|stderr|output)>/g

/** Head and tail that are looked at: a program says what it does first and how it went last. */
const HEAD = 16_000
const TAIL = 48_000
const MAX_CHARS = 240

/** The lines of an output with what they say; blank ones and the host's frame left out. Linear and bounded. */
export function outputLines(output: string, signs = true): { lines: OutputLine[]; count: number } {
  const isLong = output.length > HEAD + TAIL
  const cut = isLong ? `${output.slice(0, HEAD)}\n${output.slice(output.length - TAIL)}` : output
  const lines: OutputLine[] = []
  for (const line of plainText(cut).split('\n')) {
    const text = line.replaceAll(TAGS, '').trim()
    if (text !== '' && !isFrame(text)) lines.push({ text, sign: signs ? signOf(text) : undefined })
  }
  return { lines, count: isLong ? output.split('\n').length : lines.length }
}

/**
 * The few lines a reader needs, in the order they stand: of a failure its first errors with their place and what the
 * runner says about the whole, of a success the latter; else what little there is, or how it ends.
 */
export function tellingLines(lines: readonly OutputLine[], failed: boolean, max: number): string[] {
  const chosen = new Set<number>()
  const broken = failed ? failedTests(lines) : []
  // What is listed is not told line by line as well.
  const seen = new Set(broken.length > 0 ? lines.flatMap(({ text }) => (failedTest(text) ? [text] : [])) : [])
  const half = Math.ceil(max / 2)
  const take = (from: Iterable<number>, most = half): void => {
    let taken = 0
    for (const index of from) {
      const text = lines[index]?.text ?? ''
      if (taken >= most || chosen.size >= max) return
      if (chosen.has(index) || seen.has(text) || text.startsWith('Traceback (')) continue
      seen.add(text)
      chosen.add(index)
      taken++
    }
  }
  const at = (sign: Sign): number[] => lines.flatMap((line, index) => (line.sign === sign ? [index] : []))
  if (failed) {
    const wholes = at('failed').filter((index, _, all) => all.length === 1 || lines[index]?.text !== 'FAIL')
    take(wholes.slice(-1))
    // Of a traceback the error stands at its end.
    if (lines.some((line) => line.text.startsWith('Traceback (')))
      take(
        at('error')
          .filter((index) => /^[\w$.]+(?:Error|Exception)\b/.test(lines[index]?.text ?? ''))
          .slice(-1),
      )
    take(at('error'))
    take(wholes)
    take(at('place'), max)
  } else {
    take(at('passed').toReversed())
    take(at('result').toReversed())
  }
  if (chosen.size === 0) {
    const telling = [...lines.keys()].filter((index) => /[\p{L}\p{N}]{2,}/u.test(lines[index]?.text ?? ''))
    take(lines.length <= max ? lines.keys() : [...telling.slice(0, 1), ...telling.slice(-1)], max)
  }
  const told = [...chosen]
    .toSorted((one, other) => one - other)
    .map((index) => clip(lines[index]?.text ?? '', MAX_CHARS))
  return broken.length === 0 ? told : [`failing: ${list(broken, MOST_FAILED)}`, ...told]
}

const MOST_FAILED = 60

/** The tests that failed, where there are several; a test is not named beside its own parts. */
function failedTests(lines: readonly OutputLine[]): string[] {
  const names = [...new Set(lines.flatMap(({ text }) => failedTest(text) ?? []))]
  const own = names.filter((name) => !names.some((other) => other.startsWith(`${name}/`)))
  return own.length > 1 ? own : []
}

/** The first lines, for what was only looked at. */
export function firstLines(lines: readonly OutputLine[], max: number): string[] {
  return lines.slice(0, max).map(({ text }) => clip(text, MAX_CHARS))
}
