import type { NoteStore } from '../../model/driver.ts'
import { entriesOf, type NoteEntry } from '../notes/entries.ts'
import type { StatementKind } from '../notes/statement.ts'
import { headingIn, pageOf, pointsToTopics } from '../notes/page.ts'
import { TOPICS } from '../notes/path.ts'
import { appended } from '../notes/update.ts'
import type { MemoryEdit } from '../write/edit.ts'

/** What MEMORY.md has no room for, a note for each kind. */
export type Topic = { readonly path: string; readonly bytes: number; readonly entries: readonly NoteEntry[] }

/** For the line in MEMORY.md that says where the rest is, in any language. */
export const ROOM_TO_POINT = 60
/** Paths are the same in every language. */
const NAMES: Readonly<Record<StatementKind, string>> = {
  Preference: 'preferences',
  Fact: 'facts',
  Decision: 'decisions',
  Lesson: 'lessons',
}

export async function topicsOf(notes: NoteStore): Promise<Topic[]> {
  const topics: Topic[] = []
  for (const path of await notes.list(TOPICS)) {
    // What is over is changed by nothing that is said now.
    if (PAST.test(path)) continue
    const text = (await notes.read(path))?.text ?? ''
    topics.push({ path, bytes: Buffer.byteLength(text), entries: entriesOf(text).filter(({ struck }) => !struck) })
  }
  return topics
}

/** Where new statements go that found no place: the newest note of their kind, or a further one once it has grown long. */
export function overflow(
  adds: readonly MemoryEdit[],
  topics: readonly Topic[],
): { path: string; adds: MemoryEdit[]; kind: StatementKind }[] {
  const byKind = Map.groupBy(adds, (edit): StatementKind => (edit.op === 'add' ? edit.kind : 'Fact'))
  return [...byKind].map(([kind, own]) => {
    const name = NAMES[kind]
    const mine = topics.filter(({ path }) => new RegExp(`^${TOPICS}${name}(?:-\\d+)?\\.md$`).test(path))
    const isLong = (mine.find(({ path }) => path === pathOf(name, mine.length))?.bytes ?? 0) > LONG
    return { path: pathOf(name, mine.length + (isLong ? 1 : 0)), adds: own, kind }
  })
}

/** A page a person still reads. */
const LONG = 12_000
const PAST = new RegExp(`^${TOPICS}past(?:-\\d+)?\\.md$`)

/** Where the next line goes that is over. */
export async function pastPath(notes: NoteStore): Promise<string> {
  const mine = (await notes.list(TOPICS)).filter((path) => PAST.test(path))
  const last = pathOf('past', mine.length)
  const bytes = Buffer.byteLength((await notes.read(last))?.text ?? '')
  return bytes > LONG ? pathOf('past', mine.length + 1) : last
}

function pathOf(name: string, count: number): string {
  return `${TOPICS}${name}${count > 1 ? `-${count}` : ''}.md`
}

/** MEMORY.md with the line that says where the rest is; undefined where it stands already, or has no room. */
export function pointing(text: string | undefined, maxBytes: number): string | undefined {
  if (pointsToTopics(text ?? '')) return undefined
  const next = appended(text, `## ${headingIn(pageOf(text ?? ''), 'more')}`)
  return Buffer.byteLength(next) > maxBytes ? undefined : next
}
