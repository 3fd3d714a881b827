import { LANGUAGES } from '../language/index.ts'
import type { Language, Page } from '../language/language.ts'
import { languageOf } from '../language/detect.ts'
import type { NoteEntry } from './entries.ts'
import { kindOfLabel } from './statement.ts'
import { appendedTo } from './update.ts'

/** What a page tells apart, in the order of its sections; what is over comes behind what holds. */
const ORDER = ['Fact', 'Preference', 'Decision', 'Lesson', 'past'] as const
export type SectionName = (typeof ORDER)[number]

/**
 * How a page of memory is worded: by the headings that stand on it, in whatever language, else by what it says. What is on
 * it stays, so a page keeps its language once it has one.
 */
export function pageOf(text: string, added: readonly string[] = []): Page {
  const [byHeading] = headingsOf(text).flatMap((heading) => withPage().find(({ page }) => isOf(page, heading)) ?? [])
  const found = byHeading ?? languageOf([text, ...added].join('\n'), ({ page }) => page !== undefined)
  return (found?.page ?? withPage()[0]?.page) as Page
}

/** A page with a line in its section, which is made at its place where there is none. */
export function withLine(text: string, name: SectionName, line: string, page: Page): string {
  const heading = sectionOf(text, name, page)
  if (headingsOf(text).includes(heading)) return appendedTo(text, heading, line)
  const lines = text.split('\n')
  const at = lines.findIndex((each) => rankOf(each) > ORDER.indexOf(name))
  if (at < 0) return appendedTo(text, heading, line)
  return [...lines.slice(0, at), `## ${heading}`, line, '', ...lines.slice(at)].join('\n')
}

/** A page with other lines in place of an entry; a section of ours that has none left goes. */
export function withInstead(text: string, { startLine, endLine }: NoteEntry, lines: readonly string[]): string {
  const all = text.split('\n')
  all.splice(startLine - 1, endLine - startLine + 1, ...lines)
  const isEnd =
    all
      .slice(startLine - 1)
      .find((line) => line.trim() !== '')
      ?.startsWith('#') !== false
  if (lines.length === 0 && isEnd && rankOf(all[startLine - 2] ?? '') >= 0) {
    const blank = all.slice(startLine - 1).findIndex((line) => line.trim() !== '')
    all.splice(startLine - 2, 1 + (blank < 0 ? all.length : blank))
    if (blank < 0) all.push('')
  }
  return all.join('\n')
}

/** Whether a heading is one of those we write, in any language; a person's own are left as they are. */
export function isOurs(heading: string): boolean {
  return rankOf(`## ${heading}`) >= 0 || kindOfLabel(heading) !== undefined
}

/** Where a heading of ours stands on a page; -1 for any other line. */
function rankOf(line: string): number {
  const [heading] = headingsOf(line)
  return heading === undefined
    ? -1
    : ORDER.findIndex((name) => withPage().some(({ page }) => headingIn(page, name) === heading))
}

/** The heading for one section: one that stands there and means it, in any language, else the page's own word for it. */
function sectionOf(text: string, name: SectionName, page: Page): string {
  const headings = headingsOf(text)
  const isIts = (heading: string): boolean => withPage().some((each) => headingIn(each.page, name) === heading)
  return (
    headings.find((heading) => heading === headingIn(page, name)) ??
    headings.find(isIts) ??
    headings.find((heading) => kindOfLabel(heading) === name) ??
    headingIn(page, name)
  )
}

export function headingIn(page: Page, name: SectionName): string {
  return name === 'past' ? (page.past ?? 'Earlier') : page.sections[name]
}

function isOf(page: Page, heading: string): boolean {
  return heading === page.title || ORDER.some((name) => headingIn(page, name) === heading)
}

function withPage(): (Language & { readonly page: Page })[] {
  return LANGUAGES.filter((language): language is Language & { readonly page: Page } => language.page !== undefined)
}

function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#{1,6}[ \t]+(.*)$/gm)].map(([, heading = '']) => heading.replace(/<!--.*?-->/g, '').trim())
}
