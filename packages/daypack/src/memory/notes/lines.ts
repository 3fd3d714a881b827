import { createHash } from 'node:crypto'
import type { NoteStore } from '../../model/driver.ts'
import { addDays } from '../../model/day.ts'
import { normalForm } from '../text/normal.ts'
import { consumed, digestOf } from './cursor.ts'
import { entriesOf, type NoteEntry } from './entries.ts'
import { lastDay } from './last-day.ts'
import { dayOfLog, LONG_TERM } from './path.ts'
import type { Source } from './provenance.ts'
import type { MemoryState } from './state.ts'
import { endedIn, kindOfLabel, labelled, type StatementKind } from './statement.ts'

/** A line that holds now: of MEMORY.md, or of a day's log that is not merged yet. */
export type PageLine = {
  readonly id: string
  readonly kind: StatementKind
  readonly text: string
  /** When it was said last; empty where nobody knows. */
  readonly day: string
  readonly source: Source
  readonly path: string
  readonly startLine: number
  readonly endLine: number
  /** It stands in a day's log and waits for the nightly merge. */
  readonly isWaiting: boolean
  /** The line itself says the day. */
  readonly isDated: boolean
  /** Where it stands, in a memory of several scopes: `user/ana`. */
  readonly scope?: string
}

/** What a message asks to forget, in its own words, and the lines that are meant. */
export type ForgetRequest = { readonly wish: string; readonly lines: readonly PageLine[] }

/** The name of a line, by what it says: moved to another place, it keeps it. */
export function lineId(text: string): string {
  const key = normalForm(labelled(text).text)
  return Number.parseInt(createHash('sha256').update(key).digest('hex').slice(0, 10), 16)
    .toString(36)
    .padStart(7, '0')
    .slice(-6)
}

/** Lines of logs older than this were merged or left on purpose. */
const RECENT_DAYS = 14

/**
 * Every line that holds, the page first, then what logs say since; a line that was replaced or ended there is left out.
 * `plain`: lines of logs without a label, too, such as those an agent wrote by itself.
 */
export async function readLines(
  notes: Pick<NoteStore, 'read' | 'list'>,
  state: MemoryState,
  today: string,
  { plain = false }: { readonly plain?: boolean } = {},
): Promise<PageLine[]> {
  const lines = new Map<string, PageLine>()
  const take = (entry: NoteEntry, path: string, kind: StatementKind, text: string, day: string): void => {
    const { source, startLine, endLine } = entry
    const id = lineId(text)
    const isWaiting = dayOfLog(path) !== undefined
    const isDated = entry.asOf !== undefined
    if (!lines.has(id)) lines.set(id, { id, kind, text, day, source, path, startLine, endLine, isWaiting, isDated })
  }
  for (const entry of entriesOf((await notes.read(LONG_TERM))?.text ?? '')) {
    if (entry.struck) continue
    const { kind, text } = labelled(entry.text)
    const inSection = kindOfLabel(entry.section.at(-1) ?? '') ?? 'Fact'
    take(entry, LONG_TERM, kind ?? inSection, text, entry.asOf ?? lastDay(entry.source))
  }
  const merged = consumed(state)
  for (const path of (await notes.list('memory/')).toSorted()) {
    const day = dayOfLog(path)
    if (day === undefined || day < addDays(today, -RECENT_DAYS)) continue
    for (const entry of entriesOf((await notes.read(path))?.text ?? '')) {
      const { kind, text } = labelled(entry.text)
      const ended = endedIn(entry.text)
      if (entry.struck || (kind === undefined && ended === undefined && !plain)) continue
      if (merged.get(day)?.entries.has(digestOf(normalForm(text), state.key)) === true) continue
      if (entry.source.replaces !== undefined) lines.delete(entry.source.replaces)
      if (kind !== undefined || ended === undefined) take(entry, path, kind ?? 'Fact', text, day)
    }
  }
  return [...lines.values()]
}
