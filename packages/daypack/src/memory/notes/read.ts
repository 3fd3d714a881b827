import { realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import type { NoteStore } from '../../model/driver.ts'
import { DaypackError } from '../../model/errors.ts'
import type { Hit } from '../index/search-api.ts'
import { lastDay } from './last-day.ts'
import { PERSON, type Provenance } from './provenance.ts'
import { notePath } from './path.ts'
import { sourceOf, withoutMarks } from './source.ts'

export type NotePart = {
  readonly path: string
  readonly startLine: number
  readonly endLine: number
  readonly totalLines: number
  readonly text: string
}

const MAX_CHARS = 20_000

/** A note's path in the workspace, as somebody may give it; refuses what is not a note, or leads out of the folder. */
export async function placeOf(given: string, dir: string | undefined): Promise<string> {
  if (dir === undefined) return notePath(given)
  const root = await realpath(dir)
  const path = notePath(isAbsolute(given) ? relative(root, given).split(sep).join('/') : given, given)
  const real = await realpath(join(root, path)).catch(() => undefined)
  if (real !== undefined && real !== join(root, path)) {
    throw new DaypackError('unsafe-path', `${given} is a link to another place; notes are plain files in ${LABEL}.`, {
      details: { path: given },
    })
  }
  return path
}

const LABEL = 'the workspace'

/** Lines of a note, from 1, as many as fit. */
export async function linesOf(
  notes: Pick<NoteStore, 'read' | 'list'>,
  path: string,
  from: number,
  count: number,
  redact: (text: string) => Promise<string>,
): Promise<NotePart> {
  const note = await notes.read(path)
  if (note === undefined) {
    const near = (await notes.list()).slice(-5).join(', ')
    throw new DaypackError(
      'not-found',
      `There is no note ${path}. ${near === '' ? 'There are no notes yet.' : `Some there are: ${near}.`}`,
      { details: { path } },
    )
  }
  const all = (await redact(withoutMarks(note.text))).replace(/\r?\n$/, '').split(/\r?\n/)
  const start = Math.min(Math.max(1, from), all.length)
  const shown: string[] = []
  let chars = 0
  for (const line of all.slice(start - 1, start - 1 + count)) {
    chars += line.length + 1
    if (chars > MAX_CHARS && shown.length > 0) break
    shown.push(line.length > MAX_CHARS ? `${line.slice(0, MAX_CHARS).toWellFormed()}…` : line)
  }
  return { path, startLine: start, endLine: start + shown.length - 1, totalLines: all.length, text: shown.join('\n') }
}

/** Who said what a hit shows, the least trusted of its lines, and on which day each line of the page was said last. */
export type Origin = { readonly by: Provenance; readonly days: Readonly<Record<number, string>> }

export async function originOf(notes: NoteStore, hit: Hit): Promise<Origin> {
  if (hit.scope === 'results') return { by: 'tool', days: {} }
  if (hit.scope === 'dialog') return { by: 'model', days: {} }
  const all = (await notes.read(hit.path))?.text.split(/\r?\n/) ?? []
  const lines = all.slice(hit.startLine - 1, endOf(all, hit.endLine))
  const days = lines.flatMap((line, at): [number, string][] => {
    const day = lastDay(sourceOf(line) ?? PERSON)
    return day === '' ? [] : [[hit.startLine + at, day]]
  })
  return { by: sourceOf(lines.join('\n'))?.by ?? 'user', days: Object.fromEntries(days) }
}

/** When a hit was said: the day of its log, or the newest of its lines on the page. */
export function dayOfHit({ date }: Hit, { days }: Origin): string | undefined {
  return date ?? Object.values(days).toSorted().at(-1)
}

/** The source of a code fence stands on the line behind it. */
function endOf(lines: readonly string[], end: number): number {
  let fence: string | undefined
  for (const [index, line] of lines.entries()) {
    const ticks = /^\s*(?:[-*+]\s+)?(`{3,}|~{3,})/.exec(line)?.[1]
    if (index >= end && fence === undefined) return withoutMarks(line) === '' && line !== '' ? index + 1 : index
    if (ticks === undefined) continue
    if (fence === undefined) fence = ticks
    else if (ticks.startsWith(fence)) fence = undefined
  }
  return lines.length
}
