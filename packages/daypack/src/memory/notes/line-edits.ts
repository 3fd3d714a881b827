import type { NoteStore } from '../../model/driver.ts'
import { DaypackError } from '../../model/errors.ts'
import { entriesOf } from './entries.ts'
import { lastDay } from './last-day.ts'
import { lineId, type PageLine, readLines } from './lines.ts'
import { pageOf } from './page.ts'
import { dayOfLog, LONG_TERM, TOPICS } from './path.ts'
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
      const paths = [LONG_TERM, ...(await notes.list(TOPICS)), ...(await notes.list('memory/')).filter(dayOfLog)]
      for (const path of paths) {
        const entries = entriesOf((await notes.read(path))?.text ?? '')
        const at = entries.findIndex(({ text }) => lineId(text) === id)
        if (at < 0) continue
        const first = entries.slice(0, at + 1).findLastIndex((entry) => !entry.struck)
        const from = Math.max(0, first)
        const next = entries.findIndex((entry, index) => index > from && !entry.struck)
        return entries.slice(from, next < 0 ? undefined : next).map(({ text, source, struck: isStruck }) => {
          const until = isStruck ? lastDay(source) : ''
          return { text: labelled(text).text, source, ...(until !== '' && { until }) }
        })
      }
      return []
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
  const { until } = pageOf(text)
  const old = `- ~~${entry.text.replaceAll('~~', '')}~~ (${until.replace('@day', today).replace('@link', today)})`
  const from = [...entry.source.from, `memory/${today}.md`]
  const line = `- ${label}${next}`
  const now = next === undefined ? [] : [source === undefined ? line : marked(line, source)]
  const lines = [...now, marked(old, { by: entry.source.by, from })]
  const all = text.split(/\r?\n/)
  all.splice(entry.startLine - 1, entry.endLine - entry.startLine + 1, ...lines)
  return all.join(text.includes('\r\n') ? '\r\n' : '\n')
}
