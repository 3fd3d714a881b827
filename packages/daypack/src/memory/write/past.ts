import type { NoteEntry } from '../notes/entries.ts'
import { lastDay } from '../notes/last-day.ts'
import type { Source } from '../notes/provenance.ts'
import type { Past } from './refers.ts'

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
