import type { NoteStore } from '../../model/driver.ts'
import type { Millis } from '../../model/json.ts'
import { emptyTextMemos } from '../../model/text-memo.ts'
import { citation } from '../notes/citation.ts'
import { entriesOf } from '../notes/entries.ts'
import { sourceOf, withoutMarks } from '../notes/source.ts'
import { updateNote } from '../notes/update.ts'
import { type ArchiveStores, forgetInArchive, type ForgottenArchive, NO_ARCHIVE } from './forget-archive.ts'
import { eraserFor, type ForgetWhat, isMeant } from './match.ts'
import { type Tombstones, withoutLabel } from './tombstones.ts'
import { bytesLeft, type Trace } from './traces.ts'

export type ForgottenLine = { readonly citation: string; readonly path: string; readonly text: string }

export type ForgetOptions = {
  /** Only say what would go. */
  readonly dryRun?: boolean
  /** Erase it in the dialog archive and the sessions' logs too, and drop offloaded results that hold it. */
  readonly everywhere?: boolean
}

export type Forgotten = {
  readonly lines: readonly ForgottenLine[]
  /** Kept versions that held it and were rewritten. */
  readonly versions: number
  /** What `everywhere` took out of the archive and the logs. */
  readonly archive: ForgottenArchive
  /** Where the bytes still stand: outside the notes, such as the log of a session. */
  readonly left: readonly Trace[]
  /** The byte search was made. */
  readonly proven: boolean
}

export type ForgetContext = {
  readonly notes: NoteStore
  readonly stores: ArchiveStores
  readonly tombstones: Tombstones
  readonly dir?: string
  readonly now: () => Millis
  /** Build the index again from what is left. */
  readonly reindex: () => Promise<unknown>
}

/**
 * Take it out of the notes, their kept versions and the index, and search the disk for it. The tombstone comes first:
 * whatever happens after it, the text does not come back.
 */
export async function forget(
  what: ForgetWhat,
  context: ForgetContext,
  { dryRun = false, everywhere = false }: ForgetOptions = {},
): Promise<Forgotten> {
  const { notes, stores, tombstones, dir } = context
  const how = { dryRun, at: context.now() }
  const lines = await findForgettable(notes, what)
  const texts = lines.map((line) => line.text)
  const meant = eraserFor(what, texts)
  // What was forgotten earlier goes with it: its words may be known by their tombstone alone.
  const erase = (text: string): string => tombstones.erased(meant(text))
  if (dryRun) {
    const archive = everywhere ? await forgetInArchive(stores, erase, how) : NO_ARCHIVE
    return { lines, versions: 0, archive, left: [], proven: false }
  }
  await tombstones.add(texts, 'source' in what ? [what.source] : [])
  for (const path of new Set(lines.map((line) => line.path))) {
    await updateNote(notes, path, (text) => text && withoutLines(text, matches(text, what)), 'forget')
  }
  const versions = await notes.scrubVersions((text) => tombstones.masked(withoutLines(text, matches(text, what))))
  const archive = everywhere ? await forgetInArchive(stores, erase, how) : NO_ARCHIVE
  await context.reindex()
  emptyTextMemos()
  const found = dir === undefined ? [] : await bytesLeft(dir, texts, 'query' in what ? [what.query] : [])
  const left = everywhere ? await withoutErased(found, stores, how.at) : found
  return { lines, versions, archive, left, proven: dir !== undefined }
}

/** Results that no list shows any more, such as those in the trash, are known by their names. */
async function withoutErased(traces: readonly Trace[], { blobs }: ArchiveStores, at: Millis): Promise<Trace[]> {
  const left: Trace[] = []
  for (const trace of traces) {
    const ref = /([0-9a-f]{64})\.txt$/.exec(trace.file)?.[1]
    if (ref === undefined || (await blobs?.erase(ref, 'forgotten', at)) !== true) left.push(trace)
  }
  return left
}

/** Everything in the notes that is to go. */
async function findForgettable(notes: NoteStore, what: ForgetWhat): Promise<ForgottenLine[]> {
  const found: ForgottenLine[] = []
  for (const path of await notes.list()) {
    const note = await notes.read(path)
    for (const { from, to, text } of note === undefined ? [] : matches(note.text, what)) {
      found.push({ citation: citation(path, from, to), path, text: withoutLabel(text) })
    }
  }
  return found
}

/** Lines of a note that are to go, counted from 1, with what they say. */
function matches(note: string, what: ForgetWhat): { from: number; to: number; text: string }[] {
  const found = entriesOf(note)
    .filter((entry) => isMeant(entry.text, entry.source.from, what))
    .map((entry) => ({ from: entry.startLine, to: entry.endLine, text: entry.text }))
  note.split(/\r?\n/).forEach((line, index) => {
    const shown = withoutMarks(line).trim()
    if (isIn(index + 1, found) || shown === '' || !isMeant(shown, sourceOf(line)?.from ?? [], what)) return
    found.push({ from: index + 1, to: index + 1, text: shown })
  })
  return found.toSorted((a, b) => a.from - b.from)
}

function withoutLines(note: string, lines: readonly { from: number; to: number }[]): string {
  return note
    .split('\n')
    .filter((_, index) => !isIn(index + 1, lines))
    .join('\n')
}

function isIn(line: number, ranges: readonly { from: number; to: number }[]): boolean {
  return ranges.some(({ from, to }) => line >= from && line <= to)
}
