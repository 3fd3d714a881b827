import type { NoteStore } from '../../model/driver.ts'
import { DaypackError } from '../../model/errors.ts'
import { entriesOf, type NoteEntry } from './entries.ts'
import { lastDay } from './last-day.ts'
import { lineId, type PageLine, readLines } from './lines.ts'
import { pageOf, withInstead, withLine } from './page.ts'
import { dayOfLog, LONG_TERM } from './path.ts'
import type { Source } from './provenance.ts'
import { marked } from './source.ts'
import type { MemoryState } from './state.ts'
import { labelled, oneLine } from './statement.ts'
import { type Update, updateNote } from './update.ts'

/** What a line said at some time; `until`: the day it was replaced or ended. */
export type LineVersion = { readonly text: string; readonly source: Source; readonly until?: string }

/** The lines of memory, each by its id. A change gives the line another id, and the old text stays struck below it. */
export type MemoryLines = {
  list(): Promise<readonly PageLine[]>
  get(id: string): Promise<PageLine | undefined>
  /** In the words of the user, unless `source` says otherwise: nobody checks them. */
  change(id: string, text: string, source?: Source): Promise<PageLine>
  end(id: string): Promise<void>
  /** What it says now, then what it said before, newest first. */
  history(id: string): Promise<readonly LineVersion[]>
}

export type LineContext = {
  readonly notes: NoteStore
  readonly state: () => Promise<MemoryState>
  readonly today: () => string
  /** What may be written of a text. */
  readonly admit: (text: string) => Promise<string | undefined>
  readonly onWritten: (update: Update) => Promise<unknown>
}

export function memoryLines(context: LineContext): MemoryLines {
  const { notes, today } = context
  const list = async (): Promise<PageLine[]> => {
    const state = await context.state()
    await state.refresh()
    return readLines(notes, state, today(), { plain: true })
  }
  const found = async (id: string): Promise<PageLine> => {
    const line = (await list()).find((each) => each.id === id)
    if (line === undefined)
      throw new DaypackError('not-found', `There is no line ${id} any more; list the lines for the ids they have now.`)
    return line
  }
  /** Strike a line where it stands, below what takes its place; reversible like every change of a note. */
  const strike = async (line: PageLine, next?: string, source?: Source): Promise<void> => {
    const why = next === undefined ? `end ${line.id}` : `change ${line.id}`
    const update = await updateNote(notes, line.path, (text = '') => struck(text, line, today(), next, source), why)
    if (!update.changed)
      throw new DaypackError('conflict', `The line ${line.id} was edited meanwhile; nothing was changed.`)
    await context.onWritten(update)
  }
  return {
    list,
    get: async (id) => (await list()).find((each) => each.id === id),
    async change(id, text, source) {
      const line = await found(id)
      const clean = await context.admit(oneLine(text))
      if (clean === undefined || clean === '')
        throw new DaypackError('bad-input', 'Not written: the text is empty, or the user asked to forget it.')
      await strike(line, clean, source)
      return found(lineId(clean))
    },
    async end(id) {
      await strike(await found(id))
    },
    async history(id) {
      const paths = [LONG_TERM, ...(await notes.list('memory/')).filter(dayOfLog)]
      const all: NoteEntry[] = []
      for (const path of paths) {
        all.push(...entriesOf((await notes.read(path))?.text ?? ''))
      }
      const versions: LineVersion[] = []
      const seen = new Set<string>()
      for (let next: string | undefined = id; next !== undefined && !seen.has(next);) {
        seen.add(next)
        const own: NoteEntry[] = all.filter(({ text }) => lineId(text) === next)
        const entry = own.find(({ struck: isStruck }) => isStruck === versions.length > 0) ?? own[0]
        if (entry === undefined) break
        const until = entry.struck ? lastDay(entry.source) : ''
        versions.push({ text: labelled(entry.text).text, source: entry.source, ...(until !== '' && { until }) })
        next = own.find(({ source }) => source.replaces !== undefined)?.source.replaces
      }
      return versions
    },
  }
}

function struck(
  text: string,
  { id, isWaiting }: PageLine,
  today: string,
  next?: string,
  source?: Source,
): string | undefined {
  const entry = entriesOf(text).find((each) => !each.struck && lineId(each.text) === id)
  if (entry === undefined) return undefined
  const { kind } = labelled(entry.text)
  const label = isWaiting && kind !== undefined ? `${kind}: ` : ''
  const page = pageOf(text)
  const ended = page.until.replace('@day', today).replace('@link', today)
  const from = [...entry.source.from, `memory/${today}.md`]
  const old = marked(`- ~~${entry.text.replaceAll('~~', '')}~~ (${ended})`, { ...entry.source, from })
  const now = next === undefined ? [] : [marked(`- ${label}${next}`, { by: 'user', from: [], ...source, replaces: id })]
  return isWaiting
    ? withInstead(text, entry, [...now, old])
    : withLine(withInstead(text, entry, now), 'past', old, page)
}
