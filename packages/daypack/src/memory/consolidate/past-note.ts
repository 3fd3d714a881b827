import { addDays } from '../../model/day.ts'
import type { NoteStore } from '../../model/driver.ts'
import { entriesOf, type NoteEntry } from '../notes/entries.ts'
import { lineDiff } from '../notes/diff.ts'
import { pageOf } from '../notes/page.ts'
import { LONG_TERM } from '../notes/path.ts'
import { sourceOf } from '../notes/source.ts'
import { appended, updateNote } from '../notes/update.ts'
import { lastDay } from '../notes/last-day.ts'
import { kindOfStatement } from '../write/wording.ts'
import { isOver } from './over.ts'
import { pastPath, pointing } from './topics.ts'

/**
 * Move what is over from MEMORY.md to `memory/topics/past.md`, word for word: appointments whose day is behind us, with what
 * they had replaced, and the older ones of several lines struck for the same. It is written there first. Lines without a
 * source are a person's own and stay.
 */
export async function moveWhatIsOver(
  notes: NoteStore,
  today: string,
  maxBytes: number,
): Promise<{ readonly moved: number; readonly diff: string }> {
  const lines = overIn((await notes.read(LONG_TERM))?.text ?? '', today)
  if (lines.length === 0) return { moved: 0, diff: '' }
  const why = `over by ${today}`
  await updateNote(
    notes,
    await pastPath(notes),
    (text = '') => {
      const there = new Set(text.split(/\r?\n/))
      const fresh = lines.filter((line) => !there.has(line))
      const { past = 'Past' } = pageOf(text, lines)
      return fresh.length === 0 ? undefined : appended(text === '' ? `# ${past}\n\n` : text, fresh.join('\n'))
    },
    why,
  )
  const { before = '', after } = await updateNote(
    notes,
    LONG_TERM,
    (text = '') => {
      const all = text.split(/\r?\n/)
      const left = all.filter((line) => !lines.includes(line))
      if (left.length === all.length) return undefined
      const next = left.join(text.includes('\r\n') ? '\r\n' : '\n')
      return pointing(next, maxBytes) ?? next
    },
    why,
  )
  return { moved: lines.length, diff: lineDiff(before, after) }
}

/** The lines of a page that go, as they stand there. */
export function overIn(text: string, today: string): string[] {
  const all = text.split(/\r?\n/)
  const rawOf = ({ startLine, endLine }: NoteEntry): string[] => all.slice(startLine - 1, endLine)
  // Ours are one line each, with a source.
  const isOurs = (entry: NoteEntry): boolean =>
    entry.startLine === entry.endLine && sourceOf(rawOf(entry).join('\n')) !== undefined
  return groupsOf(entriesOf(text)).flatMap(({ head, struck }) => {
    const said = head?.asOf ?? (head && lastDay(head.source)) ?? ''
    const isDone = head !== undefined && isOurs(head) && isFact(head) && isOver(head.text, said, today)
    const older = struck.slice(1).filter(({ source }) => lastDay(source) < addDays(today, -SHOWN_DAYS))
    const going = isDone ? [head, ...struck] : older
    return going.filter((entry) => isOurs(entry) && (entry === head || lastDay(entry.source) !== '')).flatMap(rawOf)
  })
}

/** For so long every line that was struck for the same is shown; then the newest alone. */
const SHOWN_DAYS = 30

/** What was decided and what is wished holds on. */
function isFact({ text }: NoteEntry): boolean {
  return (kindOfStatement(text) ?? 'Fact') === 'Fact'
}

/** Each line that holds, with the struck ones below it, newest first. */
function groupsOf(entries: readonly NoteEntry[]): { head: NoteEntry | undefined; struck: NoteEntry[] }[] {
  const groups: { head: NoteEntry | undefined; struck: NoteEntry[] }[] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    if (entry.struck && last !== undefined) last.struck.push(entry)
    else groups.push({ head: entry.struck ? undefined : entry, struck: entry.struck ? [entry] : [] })
  }
  return groups
}
