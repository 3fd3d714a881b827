import { evidence, UNLIKELY } from '../write/evidence.ts'
import { withDay } from '../notes/as-of.ts'
import { type NoteEntry, entriesOf } from '../notes/entries.ts'
import { LONG_TERM, TOPICS } from '../notes/path.ts'
import { saidToOn } from '../notes/said-to.ts'
import { marked } from '../notes/source.ts'
import { appendedTo } from '../notes/update.ts'
import { joinSources, type Source } from '../notes/provenance.ts'
import { normalForm } from '../trust/terms.ts'
import { type StatementKind, oneLine } from '../notes/statement.ts'
import type { Page } from '../language/language.ts'
import { pageOf, pointerLast, sectionOf } from '../notes/page.ts'
import { CJK } from '../text/cjk.ts'
import { isErrand, isFollowing } from '../write/lasting.ts'
import { isOfItsDay } from '../write/of-its-day.ts'
import { withoutQuote } from '../write/refers.ts'
import { subjectOf } from '../write/sorts.ts'
import type { MemoryEdit } from '../write/edit.ts'

export type Applied = {
  readonly text: string
  readonly done: readonly MemoryEdit[]
  readonly left: readonly LeftEdit[]
}

/** An edit that could not be made, and why. */
type LeftEdit = { readonly edit: MemoryEdit; readonly why: string }

export const FULL = `${LONG_TERM} is full`

/** Make the edits one by one on the text as it is now; an entry a person has changed or taken away meanwhile is left. */
export function applyEdits(
  before: string,
  edits: readonly MemoryEdit[],
  options: { today: string; maxBytes: number; kind?: StatementKind },
): Applied {
  let text = before
  const page = pageOf(
    before,
    edits.flatMap((edit) => ('text' in edit ? edit.text : [])),
  )
  const title = options.kind === undefined ? page.title : page.sections[options.kind]
  const done: MemoryEdit[] = []
  const left: LeftEdit[] = []
  for (const edit of edits) {
    const next = applied(text === '' ? `# ${title}\n` : text, edit, page, options.today)
    if (next === undefined) left.push({ edit, why: 'the entry is no longer there' })
    else if (Buffer.byteLength(next) > options.maxBytes && next.length > text.length) left.push({ edit, why: FULL })
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
  const shown = (statement: string, asOf: string | undefined): string => withDay(saidToOn(statement, page), asOf, page)
  const said = (statement: string): string =>
    shown(oneLine(statement), isOfItsDay(withoutQuote(statement).said) ? day : '')
  if (edit.op === 'add') {
    // Said already, perhaps by ourselves before we were interrupted.
    const key = normalForm(edit.text)
    const same = entriesOf(text).find((each) => !each.struck && normalForm(each.text) === key)
    if (same !== undefined)
      return applied(text, { op: 'corroborate', entry: same.text, cites: edit.cites }, page, today)
    const added = appendedTo(text, sectionOf(text, edit.kind, page), marked(`- ${said(edit.text)}`, source))
    return pointerLast(added, TOPICS)
  }
  const entry = entriesOf(text).find((each) => !each.struck && each.text === edit.entry)
  if (entry === undefined) return undefined
  const bullet = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/.exec(lineAt(text, entry.startLine))?.[0] ?? '- '
  const both = joinSources([entry.source, source])
  switch (edit.op) {
    case 'corroborate':
      return replaced(text, entry, [
        marked(`${bullet}${shown(entry.text, entry.asOf && day > entry.asOf ? day : entry.asOf)}`, {
          by: entry.source.by,
          from: fewest(both.from),
        }),
      ])
    case 'refine':
      return replaced(text, entry, [marked(`${bullet}${said(edit.text)}`, both)])
    case 'correct': {
      const rest = edit.part === undefined ? undefined : withoutPart(entry.text, edit.part)
      const past = rest === undefined || edit.part === undefined ? entry.text : edit.part
      return replaced(text, entry, [
        marked(`${bullet}${said(edit.text)}`, source),
        ...(rest === undefined ? [] : [marked(`${bullet}${shown(rest, entry.asOf)}`, entry.source)]),
        marked(`${bullet}~~${shown(past, '').replaceAll('~~', '')}~~ (${until(edit, page, today)})`, both),
      ])
    }
    case 'drop':
      return replaced(text, entry, [])
  }
}

/** What still holds of an entry, its label kept; undefined when nothing is left that says something. */
export function withoutPart(text: string, part: string): string | undefined {
  const at = text.indexOf(part)
  if (at < 0 || part.length === text.length) return undefined
  const label = at === 0 ? (/^[\p{L}\d ]{2,25}[:：]\s*(?=\S)/u.exec(part)?.[0] ?? '') : ''
  const before = text
    .slice(0, at)
    .replace(/\s(?:and|but|und|aber|y|e|pero|et|mais)\s*$/iu, '')
    .replace(/[\s,;，；、。–—-]+$/u, '')
  const after = text
    .slice(at + part.length)
    .replace(/^[\s,;，；、。.–—-]+/u, '')
    .replace(/^(?:and|but|und|aber|y|e|pero|et|mais)\s/iu, '')
  const rest = [before, after].filter(Boolean).join(/[，、；]/.test(text) ? '，' : ', ')
  // Where the beginning goes, what it was about goes with it.
  const isSaying = before !== '' || evidence(rest).sum > UNLIKELY
  return isAlone(rest) && isSaying && (!isFollowing(rest) || isFollowing(text)) ? label + rest : undefined
}

/** Neither a word or two (`cheers`), a value without what it is of (`Wednesdays in the afternoon`) nor an order about what is gone (`put that there`). */
function isAlone(rest: string): boolean {
  const isLong = CJK.test(rest) ? rest.length > 3 : /\S+ \S+ \S|\d/.test(rest)
  return isLong && /\p{L}{2}.*\p{L}/su.test(rest) && subjectOf(rest).size > 0 && !isErrand(rest)
}

function sourceOfEdit(edit: MemoryEdit): Source {
  const joined = joinSources(edit.cites.map((cite) => cite.source))
  return { by: joined.by, from: edit.cites.map((cite) => cite.citation) }
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

function replaced(text: string, entry: NoteEntry, lines: readonly string[]): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const all = text.split(/\r?\n/)
  all.splice(entry.startLine - 1, entry.endLine - entry.startLine + 1, ...lines)
  return all.join(eol)
}

function lineAt(text: string, line: number): string {
  return text.split(/\r?\n/)[line - 1] ?? ''
}
