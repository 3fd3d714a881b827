import { DIALECTS, listOf, patternOf } from '../../dialects/dialects.ts'
import type { Seq } from '../../model/edit.ts'
import type { HandoverContext } from './context.ts'
import { clip } from '../text/clip.ts'
import { isRules } from './call/rules.ts'
import type { Slot } from '../../view/view.ts'
import { speech, type Said } from '../../speech/speech.ts'

/** Something a host gives the agent to follow for the whole session: rules, date, git status, how to sign commits. */
export type Instruction = {
  /** The message that gave it last. */
  readonly seq: Seq
  readonly text: string
  /** The file it comes from, where it says so. */
  readonly path?: string
}

/** The newest of each, by what it is about, in the order they first came. */
export type Standing = Map<string, Instruction>

/**
 * Take in what a host said around a message. `isOpening`: the agent has not spoken yet; later only rules, a newer copy of
 * something known and what demands something are standing, the rest is of the moment.
 */
export function observeStanding(standing: Standing, said: readonly Said[], seq: Seq, isOpening: boolean): void {
  const given = new Set<string>()
  for (const part of said) {
    if (part.by !== 'host' || endModes(standing, part.text) || isOfTheMoment(part)) continue
    const text = part.text.trim()
    const path = pathIn(text)
    let key = keyOf(part, path)
    if (!isOpening && !standing.has(key) && !isDemand(text, path)) continue
    while (given.has(key)) key += '+'
    given.add(key)
    standing.set(key, { seq, text, ...(path !== undefined && { path }) })
  }
}

const MODES = DIALECTS.flatMap(({ modes = [] }) => modes).map(({ on, off }) => ({
  on: new RegExp(on, 'i'),
  off: new RegExp(off, 'i'),
}))
const HEAD = 400

/** A mode that is over takes its demands along; the host says so, or the result of the call that ended it. */
export function endModes(standing: Standing, text: string): boolean {
  const ended = MODES.filter(({ off }) => off.test(text.slice(0, HEAD)))
  for (const { on } of ended) for (const [key, given] of standing) if (on.test(given.text)) standing.delete(key)
  return ended.length > 0
}

/** The newest of each in a whole conversation. */
export function standingOf(slots: readonly Slot[]): Instruction[] {
  const standing: Standing = new Map()
  let hasAgent = false
  for (const { message, origin, seq } of slots) {
    hasAgent ||= message.role === 'assistant'
    if (origin === 'caller' && message.role !== 'assistant' && message.role !== 'system')
      observeStanding(standing, speech(message), seq, !hasAgent)
  }
  return [...standing.values()]
}

/** Reminders about what just happened: files that changed, what is open, counters, hooks, lists nobody updated. */
const OF_THE_MOMENT = patternOf('reminders', '^')
const LABELS = /caveat|opened|selection|diagnostics|upload|attach|hook|recently|ephemeral|user_action|editorcontext/i

function isOfTheMoment({ text, label = '' }: Said): boolean {
  const trimmed = text.trim()
  return trimmed === '' || LABELS.test(label) || OF_THE_MOMENT.test(trimmed)
}

const DEMANDS = /\b(?:must|never|always|do not|don't|from (?:here|now) on|instructions?|is (?:now )?active)\b/i
const MOST_DEMAND = 4_000

function isDemand(text: string, path: string | undefined): boolean {
  return (path !== undefined && isRules(path)) || (text.length <= MOST_DEMAND && DEMANDS.test(text.slice(0, 400)))
}

const FILES = listOf('instructionFiles').map((form) => new RegExp(form, 'm'))

function pathIn(text: string): string | undefined {
  const head = text.slice(0, 4_000)
  return FILES.map((form) => form.exec(head)?.[1]).find((path) => path !== undefined)
}

/** Two copies of the same thing begin alike, whatever day, count or branch they name. */
function keyOf({ text, label = '' }: Said, path: string | undefined): string {
  if (path !== undefined) return `file ${path}`
  if (label !== '' && label !== 'system-reminder' && label !== 'system_reminder') return label
  const [first = '', second = ''] = text.trim().split('\n', 2)
  const head = /following context:\s*$/.test(first) ? `${first}${second}` : first
  return /\bdate (?:has changed|is)\b|# currentDate/i.test(head) ? 'date' : head.slice(0, 60).replaceAll(/\d+/g, '0')
}

/** Lists of what there is to use, by how they begin. */
const CATALOGUE = patternOf('catalogues', '^')
const ENTRY = /^\s*[-*] \S/
const ENTRY_CHARS = 100

/** Of a list of skills, tools or agents a line each: whoever uses one is given its whole text. */
function asLines(text: string): string {
  if (!CATALOGUE.test(text)) return text
  let isEntry = false
  const lines = text.split('\n').flatMap((line) => {
    const goesOn = isEntry && /^\s*[^\s#<*-]/.test(line)
    isEntry = goesOn || ENTRY.test(line)
    return goesOn ? [] : [isEntry ? clip(line, ENTRY_CHARS) : line]
  })
  return lines.join('\n')
}

/** What stays of an instruction at least, where all of them do not fit. */
const LEAST = 400

/**
 * All of them whole within `maxChars`; where they do not fit, lists of what there is to use give way first, then the largest,
 * and says so with the place where all of it can be read.
 */
export async function standingText(
  given: readonly Instruction[],
  ctx: Pick<HandoverContext, 'path' | 'store' | 'reader'>,
  maxChars: number,
): Promise<string> {
  const texts = given.map(({ text }) => asLines(text))
  let over = texts.reduce((sum, text) => sum + text.length + 2, 0) - maxChars
  const worth = texts.map((text) => (CATALOGUE.test(text) ? -Infinity : -text.length))
  for (const at of [...given.keys()].toSorted((a, b) => (worth[a] ?? 0) - (worth[b] ?? 0) || 0)) {
    const { path, text: whole } = given[at] as Instruction
    const text = texts[at] ?? ''
    if (over <= 0) break
    const place = path ?? ctx.path((await ctx.store(whole)).ref)
    const note = `\n[The rest of these instructions does not fit into this window; they still hold. Read them whole${ctx.reader.name === '' ? '' : ` with ${ctx.reader.name}`}: ${place}]`
    const keep = Math.max(LEAST, text.length - over - note.length)
    if (keep + note.length >= text.length) continue
    over -= text.length - keep - note.length
    texts[at] = `${text.slice(0, keep).replace(/[\uD800-\uDBFF]$/, '')}…${note}`
  }
  return texts.join('\n\n')
}
