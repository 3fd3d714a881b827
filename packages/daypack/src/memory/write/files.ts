import type { Driver, NoteStore, SessionId } from '../../model/driver.ts'
import type { Seq } from '../../model/edit.ts'
import type { Entry } from '../../model/entry.ts'
import { dayLog, dayOfLog, LONG_TERM } from '../notes/path.ts'
import { type Provenance, sessionSource } from '../notes/provenance.ts'
import { linesOf, type NotePart, placeOf } from '../notes/read.ts'
import { withoutMarks } from '../notes/source.ts'
import type { MemoryState } from '../notes/state.ts'
import type { Admit, Tombstones } from '../trust/tombstones.ts'
import { attribute, type Attributed } from './attribute.ts'
import { addToNote, editNote, type Written } from './compose.ts'

export type WriteOptions = {
  /** Default: today's log. */
  readonly path?: string
  /** Who says so. Without it the session's entries decide, and without those it counts as said by a tool. */
  readonly by?: Provenance
  readonly session?: SessionId
  readonly seq?: Seq
  readonly entries?: readonly Entry[]
}

/** `from`: who shares it, such as `user/ana`, instead of the message it was said in. */
export type RememberOptions = Pick<WriteOptions, 'session' | 'seq'> & { readonly from?: string }

/** Notes as files that an agent or a program reads, adds to and edits. */
export type NoteFiles = {
  get(path: string, from?: number, lines?: number): Promise<NotePart>
  /** Durable when it resolves; so are `edit` and `remember`. */
  write(text: string, options?: WriteOptions): Promise<Written>
  edit(path: string, old: string, next: string, options?: WriteOptions): Promise<Written>
  /** What the user asks to remember: into MEMORY.md, at once. */
  remember(text: string, options?: RememberOptions): Promise<Written>
}

export type NoteFilesInit = {
  readonly notes: NoteStore
  readonly notesDir: string | undefined
  readonly stores: Pick<Driver, 'blobs'>
  readonly state: MemoryState
  readonly tombstones: Tombstones
  readonly redact: (text: string) => Promise<string>
  readonly admit: Admit
  readonly today: () => string
  /** Durable already; the index follows. */
  readonly onWritten: (written: Written) => Promise<Written>
}

export function noteFiles(init: NoteFilesInit): NoteFiles {
  const { notes, notesDir, stores, state, tombstones, redact, admit, today, onWritten } = init
  const context = () => ({ notes, admit, today: today() })
  /** What a model writes in a session is held against it; what the caller says of its own, or vouches for, is not. */
  const checked = async (text: string, path: string, options: WriteOptions, known = ''): Promise<Attributed> => {
    const given = await attribute(text, options, { ...stores, known, today: dayOfLog(path) ?? today() })
    if (given.refused.length > 0) await state.add('refused', { refused: given.refused.length })
    return given
  }
  return {
    get: async (path, from = 1, lines = 200) => linesOf(notes, await placeOf(path, notesDir), from, lines, redact),
    async write(text, options = {}) {
      const path = await placeOf(options.path ?? dayLog(today()), notesDir)
      const { text: kept, source, refused } = await checked(text, path, options)
      if (kept === '' && refused.length > 0) return unwritten(path, refused)
      const written = await onWritten(await addToNote(path, kept, source, context()))
      return refused.length === 0 ? written : { ...written, refused }
    },
    async edit(path, old, next, options = {}) {
      const place = await placeOf(path, notesDir)
      // What the note says already need not be said in the session.
      const known = withoutMarks((await notes.read(place))?.text ?? '')
      const { source, refused } = await checked(next === '' ? old : next, place, options, known)
      if (next !== '' && refused.length > 0) return unwritten(place, refused)
      return onWritten(await editNote(place, old, next, source, context()))
    },
    async remember(text, { session, seq, from: given } = {}) {
      await tombstones.lift(text)
      const said = session === undefined || seq === undefined ? [] : [sessionSource(session, seq)]
      const from = given === undefined ? said : [given]
      return onWritten(await addToNote(LONG_TERM, text, { by: 'user', from }, context()))
    },
  }
}

function unwritten(path: string, refused: readonly string[]): Written {
  return { path, before: undefined, after: '', hash: '', changed: false, state: 'refused', refused }
}
