import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { NoteStore } from '../../model/driver.ts'
import { citation } from '../chunk/citation.ts'
import { entriesOf } from '../notes/entries.ts'
import { sourceOf, withoutMarks } from '../notes/source.ts'
import { updateNote } from '../notes/update.ts'
import { contentTerms, normalForm, share } from './terms.ts'
import { type Tombstones, withoutLabel, within } from './tombstones.ts'

/** What to forget: statements with this phrase or all its words, or everything from a source (`s1`, `s1#3-9`, an address, a file). */
export type ForgetWhat = { readonly query: string } | { readonly source: string }

export type ForgottenLine = { readonly citation: string; readonly path: string; readonly text: string }

/** Lines of a note that are to go, counted from 1, with what they say. */
export function matches(note: string, what: ForgetWhat): { from: number; to: number; text: string }[] {
  const found = entriesOf(note)
    .filter((entry) => matchesText(entry.text, entry.source.from, what))
    .map((entry) => ({ from: entry.startLine, to: entry.endLine, text: entry.text }))
  const covered = new Set(
    found.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => from + index)),
  )
  note.split(/\r?\n/).forEach((line, index) => {
    const shown = withoutMarks(line).trim()
    if (covered.has(index + 1) || shown === '' || !matchesText(shown, sourceOf(line)?.from ?? [], what)) return
    found.push({ from: index + 1, to: index + 1, text: shown })
  })
  return found.toSorted((a, b) => a.from - b.from)
}

/** Fewer words must stand there as one phrase: two common ones meet by chance. */
const MIN_TERMS = 3

function matchesText(text: string, from: readonly string[], what: ForgetWhat): boolean {
  if ('source' in what) return from.some((ref) => within(ref, what.source))
  const query = normalForm(what.query)
  if (query === '') return false
  if (normalForm(text).includes(query)) return true
  const terms = contentTerms(what.query)
  return terms.size >= MIN_TERMS && share(terms, contentTerms(text)) === 1
}

export function withoutLines(note: string, lines: readonly { from: number; to: number }[]): string {
  const eol = note.includes('\r\n') ? '\r\n' : '\n'
  const gone = (line: number): boolean => lines.some(({ from, to }) => line >= from && line <= to)
  return note
    .split(/\r?\n/)
    .filter((_, index) => !gone(index + 1))
    .join(eol)
}

/** Everything in the notes that is to go. */
export async function findForgettable(notes: NoteStore, what: ForgetWhat): Promise<ForgottenLine[]> {
  const found: ForgottenLine[] = []
  for (const path of await notes.list()) {
    const note = await notes.read(path)
    for (const { from, to, text } of note === undefined ? [] : matches(note.text, what)) {
      found.push({ citation: citation(path, from, to), path, text: withoutLabel(text) })
    }
  }
  return found
}

export type Forgotten = {
  readonly lines: readonly ForgottenLine[]
  /** Kept versions that held it and were rewritten. */
  readonly versions: number
  /** Where the bytes still stand: outside the notes, such as the log of a session, where only retention destroys. */
  readonly left: readonly Trace[]
  /** The byte search was made. */
  readonly proven: boolean
}

export type Trace = { readonly file: string; readonly times: number }

/** Search every byte below a folder for these texts, plain and as JSON writes them. */
export async function bytesLeft(dir: string, texts: readonly string[]): Promise<Trace[]> {
  const needles = [...new Set(texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]))]
    .filter((text) => text.length > 0)
    .map((text) => Buffer.from(text))
  const traces: Trace[] = []
  for (const entry of needles.length === 0 ? [] : await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const bytes = await readFile(file).catch(() => Buffer.alloc(0))
    const times = needles.reduce((sum, needle) => sum + occurrences(bytes, needle), 0)
    if (times > 0) traces.push({ file: relative(dir, file).split(sep).join('/'), times })
  }
  return traces.toSorted((a, b) => (a.file < b.file ? -1 : 1))
}

function occurrences(bytes: Buffer, needle: Buffer): number {
  let times = 0
  for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + needle.length)) times++
  return times
}

export type ForgetContext = {
  readonly notes: NoteStore
  readonly tombstones: Tombstones
  readonly dir?: string
  /** Build the index again from what is left. */
  readonly reindex: () => Promise<unknown>
}

/**
 * Take it out of the notes, their kept versions and the index, and search the disk for it. The tombstone comes first:
 * whatever happens after it, the text does not come back.
 */
export async function forget(what: ForgetWhat, context: ForgetContext): Promise<Forgotten> {
  const { notes, tombstones, dir } = context
  const lines = await findForgettable(notes, what)
  const texts = lines.map((line) => line.text)
  await tombstones.add(texts, 'source' in what ? [what.source] : [])
  for (const path of new Set(lines.map((line) => line.path))) {
    await updateNote(notes, path, (text) => text && withoutLines(text, matches(text, what)), 'forget')
  }
  const versions = await notes.scrubVersions((text) => tombstones.masked(withoutLines(text, matches(text, what))))
  await context.reindex()
  return { lines, versions, left: dir === undefined ? [] : await bytesLeft(dir, texts), proven: dir !== undefined }
}
