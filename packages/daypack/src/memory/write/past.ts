import type { NoteEntry } from '../notes/entries.ts'
import { dayOfLog } from '../notes/path.ts'
import type { Source } from '../notes/provenance.ts'
import type { Past } from './refers.ts'

/** The day of the newest line an entry rests on; of a struck one, when it was struck out. Empty when it names none. */
export function lastDay({ from }: Source): string {
  return from.map((citation) => dayOfLog(citation.replace(/#.*$/, '')) ?? '').reduce((a, b) => (a > b ? a : b), '')
}

/** Oldest first. */
export function byAge<T extends { readonly source: Source }>(entries: readonly T[]): T[] {
  return entries.toSorted((a, b) => lastDay(a.source).localeCompare(lastDay(b.source)))
}

/** What was struck out, with the line above it that took its place. */
export function pastOf(entries: readonly NoteEntry[]): Past[] {
  let by = ''
  const past: Past[] = []
  for (const { text, struck } of entries) {
    if (struck) past.push({ text, by })
    else by = text
  }
  return past
}
