import { addDays } from '../../model/day.ts'
import type { NoteStore } from '../../model/driver.ts'
import { lineDiff } from '../notes/diff.ts'
import { entriesOf } from '../notes/entries.ts'
import { lastDay } from '../notes/last-day.ts'
import { headingIn, pageOf, withInstead } from '../notes/page.ts'
import { LONG_TERM, PAST } from '../notes/path.ts'
import { appended, updateNote } from '../notes/update.ts'
import { score } from '../write/score.ts'
import { isOver } from '../write/expiry.ts'

/** For so long a line that no longer holds stands at the end of the page. */
const SHOWN_DAYS = 30

/**
 * Move what is over from MEMORY.md to `memory/topics/past.md`, word for word: appointments whose day is behind us,
 * and after a month what no longer holds. It is written there first. Lines without a
 * source are a person's own and stay; so do those of a model, which ends them itself.
 */
export async function moveWhatIsOver(notes: NoteStore, today: string): Promise<string> {
  const lines = overIn((await notes.read(LONG_TERM))?.text ?? '', today)
  if (lines.length === 0) return ''
  const why = `over by ${today}`
  const kept = (text = ''): string => {
    const there = new Set(text.split(/\r?\n/))
    const fresh = lines.filter((line) => !there.has(line))
    const title = headingIn(pageOf(text, lines), 'past')
    return fresh.length === 0 ? text : appended(text === '' ? `# ${title}\n\n` : text, fresh.join('\n'))
  }
  await updateNote(notes, PAST, kept, why)
  const without = (text = ''): string => {
    const all = text.split(/\r?\n/)
    const gone = entriesOf(text).filter(({ startLine }) => lines.includes(all[startLine - 1] ?? ''))
    return gone.toReversed().reduce((rest, entry) => withInstead(rest, entry, []), text)
  }
  const { before = '', after } = await updateNote(notes, LONG_TERM, without, why)
  return lineDiff(before, after)
}

/** The lines of a page that go, as they stand there. */
function overIn(text: string, today: string): string[] {
  const all = text.split(/\r?\n/)
  return entriesOf(text).flatMap(({ source, struck, asOf, startLine, endLine, text: said }) => {
    const day = lastDay(source)
    // Ours are one line each, with a source.
    if (startLine !== endLine || source.from.length === 0) return []
    const isOld = struck && day !== '' && day < addDays(today, -SHOWN_DAYS)
    const isAppointment = (struck || source.writer === undefined) && score(said).kind === 'Fact'
    const isGoing = isOld || (isAppointment && isOver(said, asOf ?? day, today))
    return isGoing ? (all[startLine - 1] ?? []) : []
  })
}
