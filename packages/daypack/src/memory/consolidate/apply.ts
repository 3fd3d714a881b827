import { withDay } from '../notes/as-of.ts'
import { entriesOf } from '../notes/entries.ts'
import { marked } from '../notes/source.ts'
import { joinSources, type Source } from '../notes/provenance.ts'
import { normalForm } from '../text/normal.ts'
import { oneLine } from '../notes/statement.ts'
import type { Page } from '../language/language.ts'
import { headingIn, isOurs, pageOf, withInstead, withLine } from '../notes/page.ts'
import { lineId } from '../notes/lines.ts'
import { isOfItsDay } from '../write/line.ts'
import type { MemoryEdit } from '../write/edit.ts'
import { sectionFor } from '../write/section.ts'

export type Applied = {
  readonly text: string
  readonly done: readonly MemoryEdit[]
  readonly left: readonly LeftEdit[]
}

/** An edit that could not be made, and why. */
type LeftEdit = { readonly edit: MemoryEdit; readonly why: string }

/** Make the edits one by one on the text as it is now; an entry a person has changed or taken away meanwhile is left. */
export function applyEdits(before: string, edits: readonly MemoryEdit[], today: string): Applied {
  let text = before
  const page = pageOf(
    before,
    edits.flatMap((edit) => ('text' in edit ? edit.text : [])),
  )
  const done: MemoryEdit[] = []
  const left: LeftEdit[] = []
  for (const edit of edits) {
    const next = applied(text === '' ? `# ${page.title}\n` : text, edit, page, today)
    if (next === undefined) left.push({ edit, why: 'the entry is no longer there' })
    else {
      text = next
      done.push(edit)
    }
  }
  return { text, done, left }
}

function applied(text: string, edit: MemoryEdit, page: Page, today: string): string | undefined {
  const source = sourceOfEdit(edit)
  const day = edit.cites.map((cite) => cite.day).reduce((a, b) => (a > b ? a : b), '')
  const shown = (statement: string, asOf: string | undefined): string => withDay(statement, asOf, page)
  const isNewer = edit.op === 'add' && edit.isNewer === true
  const said = (statement: string): string => shown(oneLine(statement), isNewer || isOfItsDay(statement) ? day : '')
  if (edit.op === 'add') {
    // Said already, perhaps by ourselves before we were interrupted.
    const key = normalForm(edit.text)
    const same = entriesOf(text).find((each) => !each.struck && normalForm(each.text) === key)
    if (same !== undefined)
      return applied(text, { op: 'corroborate', entry: same.text, cites: edit.cites }, page, today)
    return withLine(text, sectionFor(edit.kind, edit.text, day), marked(`- ${said(edit.text)}`, source), page)
  }
  const entry = entriesOf(text).find((each) => !each.struck && each.text === edit.entry)
  if (entry === undefined) return undefined
  const bullet = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/.exec(lineAt(text, entry.startLine))?.[0] ?? '- '
  const { replaces } = entry.source
  const both = { ...joinSources([entry.source, source]), ...(replaces !== undefined && { replaces }) }
  const struck = marked(
    `${bullet}~~${shown(entry.text, '').replaceAll('~~', '')}~~ (${until(edit, page, today)})`,
    both,
  )
  switch (edit.op) {
    case 'corroborate':
      return withInstead(text, entry, [
        marked(`${bullet}${shown(entry.text, entry.asOf && day > entry.asOf ? day : entry.asOf)}`, {
          ...entry.source,
          from: fewest(both.from),
        }),
      ])
    case 'correct': {
      const next = marked(`${bullet}${said(edit.text)}`, { ...source, replaces: lineId(entry.text) })
      const heading = entry.section.at(-1) ?? ''
      const section = edit.kind === undefined ? undefined : sectionFor(edit.kind, edit.text, day)
      const isMoved = section !== undefined && isOurs(heading) && headingIn(page, section) !== heading
      const held = isMoved
        ? withLine(withInstead(text, entry, []), section, next, page)
        : withInstead(text, entry, [next])
      return withLine(held, 'past', struck, page)
    }
    case 'end':
      return withLine(withInstead(text, entry, []), 'past', struck, page)
  }
}

function sourceOfEdit(edit: MemoryEdit): Source {
  return { ...joinSources(edit.cites.map((cite) => cite.source)), from: edit.cites.map((cite) => cite.citation) }
}

/** The first source and the newest ones: a fact confirmed every day must not grow every day. */
function fewest(from: readonly string[]): readonly string[] {
  return from.length <= MAX_SOURCES ? from : [...from.slice(0, 1), ...from.slice(1 - MAX_SOURCES)]
}

const MAX_SOURCES = 6

function until(edit: MemoryEdit, page: Page, today: string): string {
  const { citation = '', day = today } = edit.cites[0] ?? {}
  return page.until.replace('@day', day).replace('@link', () => `[${day}](${citation})`)
}

function lineAt(text: string, line: number): string {
  return text.split(/\r?\n/)[line - 1] ?? ''
}
