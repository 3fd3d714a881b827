import { languages } from '../language/index.ts'
import type { Language, Page } from '../language/language.ts'
import { languageOf } from '../language/detect.ts'
import { type StatementKind, kindOfLabel, KINDS } from './statement.ts'

/**
 * How a page of memory is worded: by the headings that stand on it, in whatever language, else by what it says. What is on
 * it stays, so a page keeps its language once it has one.
 */
export function pageOf(text: string, added: readonly string[] = []): Page {
  const [byHeading] = headingsOf(text).flatMap((heading) => withPage().find(({ page }) => isOf(page, heading)) ?? [])
  const found = byHeading ?? languageOf([text, ...added].join('\n'), ({ page }) => page !== undefined)
  return (found?.page ?? withPage()[0]?.page) as Page
}

/** The heading for one kind: one that stands there and means it, in any language, else the page's own word for it. */
export function sectionOf(text: string, kind: StatementKind, page: Page): string {
  const headings = headingsOf(text)
  const isIts = (heading: string): boolean => withPage().some((each) => each.page.sections[kind] === heading)
  return (
    headings.find((heading) => heading === page.sections[kind]) ??
    headings.find(isIts) ??
    headings.find((heading) => kindOfLabel(heading) === kind) ??
    page.sections[kind]
  )
}

function isOf({ title, sections }: Page, heading: string): boolean {
  return heading === title || KINDS.some((kind) => sections[kind] === heading)
}

/** Whether a page points to the notes that hold the rest, in any language. */
export function pointsTo(text: string, folder: string): boolean {
  const pointers = withPage().map(({ page }) => moreIn(page, folder))
  return headingsOf(text).some((heading) => pointers.includes(heading))
}

/** A page that says where the rest is says so at its end, behind sections that came later. */
export function pointerLast(text: string, folder: string): string {
  const pointers = withPage().map(({ page }) => moreIn(page, folder))
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const lines = text.split(/\r?\n/)
  const at = lines.findIndex((line) => line.startsWith('#') && pointers.includes(line.replace(/^#+\s+/, '').trim()))
  const behind = lines.slice(at + 1)
  // What a person wrote below it stays there.
  const next = behind.findIndex((line) => line.trim() !== '')
  if (at < 0 || next < 0 || behind[next]?.startsWith('#') !== true) return text
  const rest = [...lines.slice(0, at), ...behind.slice(next)]
  while (rest.at(-1)?.trim() === '') rest.pop()
  return [...rest, '', lines[at], ''].join(eol)
}

export function moreIn(page: Page, folder: string): string {
  return page.more.replace('@folder', folder)
}

function withPage(): (Language & { readonly page: Page })[] {
  return languages().filter((language): language is Language & { readonly page: Page } => language.page !== undefined)
}

function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#{1,6}[ \t]+(.*)$/gm)].map(([, heading = '']) => heading.replace(/<!--.*?-->/g, '').trim())
}
