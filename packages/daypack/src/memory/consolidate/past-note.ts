import { addDays } from '../../model/day.ts'
import type { NoteStore } from '../../model/driver.ts'
import { lineDiff } from '../notes/diff.ts'
import { entriesOf, type NoteEntry } from '../notes/entries.ts'
import { lastDay } from '../notes/last-day.ts'
import { pageOf } from '../notes/page.ts'
import { LONG_TERM } from '../notes/path.ts'
import { appended, updateNote } from '../notes/update.ts'
import { score } from '../write/score.ts'
import { isOver } from './over.ts'
import { pastPath, pointing } from './topics.ts'

/** For so long every line that was struck for the same is shown; then the newest alone. */
const SHOWN_DAYS = 30

/**
 * Move what is over from MEMORY.md to `memory/topics/past.md`, word for word: appointments whose day is behind us, with what
 * they had replaced, and the older ones of several lines struck for the same. It is written there first. Lines without a
 * source are a person's own and stay; so do those of a model, which ends them itself.
 */
export async function moveWhatIsOver(notes: NoteStore, today: string, maxBytes: number): Promise<string> {
  const lines = overIn((await notes.read(LONG_TERM))?.text ?? '', today)
  if (lines.length === 0) return ''
  const why = `over by ${today}`
  const kept = (text = ''): string => {
    const there = new Set(text.split(/\r?\n/))
    const fresh = lines.filter((line) => !there.has(line))
    const { past = 'Past' } = pageOf(text, lines)
    return fresh.length === 0 ? text : appended(text === '' ? `# ${past}\n\n` : text, fresh.join('\n'))
  }
  await updateNote(notes, await pastPath(notes), kept, why)
  const without = (text = ''): string => {
    const left = text.split(/\r?\n/).filter((line) => !lines.includes(line))
    const next = left.join(text.includes('\r\n') ? '\r\n' : '\n')
    return next === text ? text : (pointing(next, maxBytes) ?? next)
  }
  const { before = '', after } = await updateNote(notes, LONG_TERM, without, why)
  return lineDiff(before, after)
}

/** The lines of a page that go, as they stand there: each that is over with the struck ones below it. */
function overIn(text: string, today: string): string[] {
  const all = text.split(/\r?\n/)
  const going: NoteEntry[] = []
  let [isGoing, struck] = [false, 0]
  for (const entry of entriesOf(text)) {
    const day = lastDay(entry.source)
    // Ours are one line each, with a source.
    const isOurs = entry.startLine === entry.endLine && entry.source.from.length > 0
    if (!entry.struck) {
      struck = 0
      isGoing =
        isOurs &&
        entry.source.writer === undefined &&
        score(entry.text).kind === 'Fact' &&
        isOver(entry.text, entry.asOf ?? day, today)
    }
    const isOld = entry.struck && ++struck > 1 && day !== '' && day < addDays(today, -SHOWN_DAYS)
    if (isOurs && (isGoing || isOld)) going.push(entry)
  }
  return going.flatMap(({ startLine }) => all[startLine - 1] ?? [])
}
