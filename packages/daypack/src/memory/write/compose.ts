import type { NoteStore } from '../../model/driver.ts'
import { DaypackError } from '../../model/errors.ts'
import { withDay } from '../notes/as-of.ts'
import { claimed } from '../notes/claim.ts'
import { entriesOf } from '../notes/entries.ts'
import { pageOf, withLine } from '../notes/page.ts'
import { dayLog, dayOfLog, LONG_TERM } from '../notes/path.ts'
import { marked, sourceOf, withoutMarks } from '../notes/source.ts'
import { appended, unixLines, type Update, updateNote } from '../notes/update.ts'
import type { Admit } from '../trust/tombstones.ts'
import { isTrusted, joinSources, PERSON, type Source } from '../notes/provenance.ts'
import { normalForm } from '../text/normal.ts'
import { isOfItsDay } from './line.ts'
import { kindOf } from './score.ts'

export type WriteContext = { readonly notes: NoteStore; readonly admit: Admit; readonly today: string }

export type Written = Update & {
  /** `sent-to-log`: not trusted enough for MEMORY.md, so it stands in today's log. */
  readonly state: 'written' | 'known' | 'sent-to-log' | 'forgotten' | 'refused'
  /** Lines of a model that say what nothing in its session says: not written. */
  readonly refused?: readonly string[]
}

/** Add a Markdown text to a note, each line with its source. Nothing that stands there is touched. */
export async function addToNote(path: string, text: string, source: Source, context: WriteContext): Promise<Written> {
  if (text.trim() === '') throw new DaypackError('bad-config', 'There is nothing to write: the text is empty.')
  const trusted = path !== LONG_TERM || isTrusted(source.by)
  const target = trusted ? path : dayLog(context.today)
  const clean = await context.admit(text.trim(), source)
  if (clean === undefined)
    return { path: target, before: undefined, after: '', hash: '', changed: false, state: 'forgotten' }
  const update = await updateNote(
    context.notes,
    target,
    (now) => {
      const fresh = unknownIn(now ?? '', clean)
      if (fresh === '') return undefined
      const day = dayOfLog(target)
      const base = day !== undefined && (now === undefined || now === '') ? `# ${day}\n` : now
      const block = marked(target === LONG_TERM || day !== undefined ? asItems(fresh) : fresh, source)
      const sectioned = target === LONG_TERM && !/^#/m.test(fresh)
      const next = sectioned ? inSection(base ?? '', fresh, source, context.today) : appended(base, block)
      return claimed(now, next, source)
    },
    `add (${source.by}${source.from.length > 0 ? ` ${source.from.join(' ')}` : ''})`,
  )
  return { ...update, state: trusted ? (update.changed ? 'written' : 'known') : 'sent-to-log' }
}

/** `Our stand-up is now at 9:30` gets its day: read months later, only that tells when. */
function inSection(base: string, fresh: string, source: Source, today: string): string {
  const page = pageOf(base, [fresh])
  const dated = asItems(fresh)
    .split('\n')
    .map((line) => (/^\s*(?:[-*+]|\d+[.)])\s/.test(line) && isOfItsDay(line) ? withDay(line, today, page) : line))
  const block = marked(dated.join('\n'), source)
  return withLine(base === '' ? `# ${page.title}\n` : base, kindOf(fresh), block, page)
}

/**
 * Replace one passage of a note, given as it reads without marks; it must stand there exactly once. The new lines descend
 * from the old ones and from the source.
 */
export async function editNote(
  path: string,
  old: string,
  next: string,
  source: Source,
  context: WriteContext,
): Promise<Written> {
  if (path === LONG_TERM && !isTrusted(source.by)) {
    throw new DaypackError(
      'untrusted',
      `${LONG_TERM} is not changed on the word of a ${source.by} alone; ask the user to confirm, or write to today's log.`,
      {
        details: { path, by: source.by },
      },
    )
  }
  const clean = next === '' ? '' : await context.admit(next, source)
  if (clean === undefined) return { path, before: undefined, after: '', hash: '', changed: false, state: 'forgotten' }
  const update = await updateNote(
    context.notes,
    path,
    (now) => replacedOnce(path, now, old, clean, source),
    `edit (${source.by})`,
  )
  return { ...update, state: update.changed ? 'written' : 'known' }
}

function replacedOnce(path: string, now: string | undefined, old: string, next: string, source: Source): string {
  if (now === undefined) throw new DaypackError('not-found', `There is no note ${path}.`, { details: { path } })
  const lines = now.split('\n')
  const shown = lines.map(withoutMarks).join('\n')
  const wanted = unixLines(old)
  const at = wanted === '' ? -1 : shown.indexOf(wanted)
  if (at < 0)
    throw new DaypackError(
      'not-found',
      `The text to replace does not stand in ${path}; read it with memory_get first.`,
      { details: { path } },
    )
  if (shown.indexOf(wanted, at + 1) >= 0) {
    throw new DaypackError(
      'conflict',
      `The text to replace stands in ${path} more than once; give more of what is around it.`,
      { details: { path } },
    )
  }
  const first = shown.slice(0, at).split('\n').length - 1
  const last = first + wanted.split('\n').length - 1
  const head = shown.lastIndexOf('\n', at - 1) + 1
  const tail = shown.indexOf('\n', at + wanted.length)
  const changed = shown.slice(head, at) + next + shown.slice(at + wanted.length, tail < 0 ? undefined : tail)
  const lineage = joinSources([sourceOf(lines.slice(first, last + 1).join('\n')) ?? PERSON, source])
  const made = changed.trim() === '' ? [] : marked(changed, lineage).split('\n')
  lines.splice(first, last - first + 1, ...made)
  return claimed(now, lines.join('\n'), lineage)
}

/** Statements the note has already are not written again. */
function unknownIn(note: string, text: string): string {
  const known = new Set(
    entriesOf(note)
      .filter((entry) => !entry.struck)
      .map((entry) => normalForm(entry.text)),
  )
  const given = entriesOf(text)
  if (given.length === 0 || given.some((entry) => !known.has(normalForm(entry.text)))) return text
  return ''
}

/** A plain sentence becomes a list item, so that the next one stands apart from it. */
function asItems(text: string): string {
  return /^\s*(?:[-*+#>|]|\d+[.)]|`{3,}|~{3,})/.test(text) || text.includes('\n\n')
    ? text
    : `- ${text.replace(/(?<![^\S\n])[^\S\n]*\n\s*/g, ' ')}`
}
