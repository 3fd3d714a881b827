// Definitions whose whole body is known when a hand-over is written: what somebody may be asked about the code as it is now.
import { nameIn } from '../../packages/daypack/src/files/definitions.ts'
import type { KnownFiles, KnownFile } from '../../packages/daypack/src/files/known.ts'
import { pathWorth } from '../../packages/daypack/src/files/path-worth.ts'
import { identifiers } from '../../packages/daypack/src/handover/text/identifiers.ts'
import { texts } from '../../packages/daypack/src/handover/read/texts.ts'
import type { Message } from '../../packages/daypack/src/model/message.ts'

export type Body = {
  readonly name: string
  readonly file: string
  /** Its lines without those that stand in many places. */
  readonly lines: readonly string[]
  /** At least half of it was written by the session. */
  readonly isOwn: boolean
  /** The agent speaks of it or uses it in the next messages, before it is shown again. */
  readonly isNext: boolean
}

/** Shorter lines stand in many places. */
const TELLING = 12
/** Fewer telling lines are no body. */
const LEAST = 3
const MOST = 150
/** What a shell would have filled in is no file. */
const NO_PATH = /[$*`]/

export function bodiesIn(model: KnownFiles, following: readonly Message[]): Body[] {
  return [...model.files.values()].flatMap((file) =>
    pathWorth(file.path) <= 0.1 || NO_PATH.test(file.path) ? [] : bodiesOf(file, following),
  )
}

function bodiesOf(file: KnownFile, following: readonly Message[]): Body[] {
  return file.lines.flatMap((line, at) => {
    const name = line && nameIn(line)
    const own = name === undefined ? [] : linesFrom(file, at)
    const lines = own.map(({ text }) => text.trim()).filter((text) => text.length >= TELLING)
    if (name === undefined || lines.length < LEAST) return []
    const written = own.filter((one) => one.written !== undefined).length
    const isNext = isNamed(name, line?.text ?? '', following)
    return [{ name, file: file.path, lines, isOwn: written * 2 >= own.length, isNext }]
  })
}

/** From the definition to the line that closes it; nothing where a line is not known. */
function linesFrom({ lines }: KnownFile, at: number) {
  const depth = depthOf(lines[at]?.text ?? '')
  const own = []
  for (let index = at; index < Math.min(lines.length, at + MOST); index++) {
    const line = lines[index]
    if (line === undefined) return []
    const isBack = index > at && line.text.trim() !== '' && depthOf(line.text) <= depth
    const closes = /^\s*(?:[)\]}>]|end\b|<\/|`)/.test(line.text)
    if (isBack && !closes) return own
    own.push(line)
    if (isBack && closes && !/[{([]\s*$/.test(line.text)) return own
  }
  return lines.length < at + MOST ? own : []
}

function depthOf(text: string): number {
  return /^\s*/.exec(text)?.[0].replaceAll('\t', '    ').length ?? 0
}

function isNamed(name: string, line: string, following: readonly Message[]): boolean {
  // A word of a language is no name.
  if (!identifiers(name).includes(name)) return false
  const word = new RegExp(`(?<![\\w$])${name.replaceAll(/\W/g, String.raw`\$&`)}(?![\\w$])`)
  for (const message of following)
    for (const { text, source } of texts(message)) {
      if (source === 'result' && text.includes(line)) return false
      if (source !== 'result' && message.role === 'assistant' && word.test(text)) return true
    }
  return false
}
