import { isFrame } from './exit-code.ts'
import { plainText } from '../../text/ansi.ts'
import { list } from '../../text/clip.ts'
import { signOf, type Sign } from './signs.ts'

export type Told = { readonly text: string; readonly sign: Sign | undefined }

const TAGS = /<\/?(?:tool_use_error|stdout|stderr|output)>/g

/** Head and tail that are looked at: a program says what it does first and how it went last. */
const HEAD = 16_000
const TAIL = 48_000
const MAX_CHARS = 240

/** The lines of an output with what they say; blank ones and the host's frame left out. Linear and bounded. */
export function told(output: string, signs = true): { lines: Told[]; count: number } {
  const cut = output.length > HEAD + TAIL ? `${output.slice(0, HEAD)}\n${output.slice(output.length - TAIL)}` : output
  const lines: Told[] = []
  for (const line of plainText(cut).split('\n')) {
    const text = line.trim().replaceAll(TAGS, '').trim()
    if (text !== '' && !isFrame(text)) lines.push({ text, sign: signs ? signOf(text) : undefined })
  }
  return { lines, count: output.length > HEAD + TAIL ? countLines(output) : lines.length }
}

/**
 * The few lines a reader needs, in the order they stand: of a failure its first errors with their place and what the
 * runner says about the whole, of a success the latter; else what little there is, or how it ends.
 */
export function tellingLines(lines: readonly Told[], failed: boolean, max: number): string[] {
  const chosen = new Set<number>()
  const broken = failed ? failedTests(lines) : []
  // What is listed is not told line by line as well.
  const seen = new Set(broken.length > 0 ? lines.flatMap(({ text }) => (failedTest(text) ? [text] : [])) : [])
  const take = (from: Iterable<number>, most: number): void => {
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
  const at = (...signs: (Sign | undefined)[]): number[] =>
    lines.flatMap((line, index) => (signs.includes(line.sign) ? [index] : []))
  if (failed) {
    const wholes = at('failed').filter((index, _, all) => all.length === 1 || lines[index]?.text !== 'FAIL')
    const whole = wholes.at(-1)
    const errors = at('error')
    const raised = lines.findLastIndex(
      (line) => line.sign === 'error' && /^[\w$.]+(?:Error|Exception)\b/.test(line.text),
    )
    take(whole === undefined ? [] : [whole], 1)
    if (lines.some((line) => line.text.startsWith('Traceback (')) && raised >= 0) take([raised], 1)
    take(errors, Math.ceil(max / 2))
    take(wholes, Math.ceil(max / 2))
    take(at('place'), max - chosen.size)
  } else {
    take(at('passed').toReversed(), Math.ceil(max / 2))
    take(at('result').toReversed(), Math.ceil(max / 2))
  }
  if (chosen.size === 0) {
    if (lines.length <= max) take(lines.keys(), max)
    else {
      const telling = [...lines.keys()].filter((index) => saysSomething(lines[index]?.text ?? ''))
      take(telling, 1)
      take(telling.slice(-1), 1)
    }
  }
  const told = [...chosen].toSorted((one, other) => one - other).map((index) => clip(lines[index]?.text ?? ''))
  return broken.length === 0 ? told : [`failing: ${list(broken, MOST_FAILED)}`, ...told]
}

/** More than brackets and signs. */
function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]{2,}/u.test(text)
}

/** How runners name a test that failed: go, pytest, cargo, TAP, vitest and jest. */
const FAILED_TEST: readonly RegExp[] = [
  /^--- FAIL: (\S+)/,
  /^(?:FAILED|ERROR) (\S+::\S+)/,
  /^test (\S+) \.\.\. FAILED$/,
  /^not ok \d+ - ([^#]{3,120})/,
  /^(?:FAIL|×|✕|✗) {1,2}([^|]{3,120}? > [^|]{3,120}?)(?: \d+ ?ms)?$/,
]
const MOST_FAILED = 60

function failedTest(text: string): string | undefined {
  for (const form of FAILED_TEST) {
    const name = form.exec(text)?.[1]
    if (name !== undefined) return name.trim()
  }
  return undefined
}

/** The tests that failed, where there are several; a test is not named beside its own parts. */
function failedTests(lines: readonly Told[]): string[] {
  const names = [...new Set(lines.flatMap(({ text }) => failedTest(text) ?? []))]
  const own = names.filter((name) => !names.some((other) => other.startsWith(`${name}/`)))
  return own.length > 1 ? own : []
}

/** The first lines, for what was only looked at. */
export function firstLines(lines: readonly Told[], max: number): string[] {
  return lines.slice(0, max).map(({ text }) => clip(text))
}

function clip(text: string): string {
  return text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

function countLines(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}
