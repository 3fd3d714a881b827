import { fromLanguages, LANGUAGES } from '../language/index.ts'
import type { Page } from '../language/language.ts'
import { literal } from '../language/pattern.ts'

/** A statement with the day it was said behind it, in the words of the page. */
export function withDay(text: string, day: string | undefined, page: Page): string {
  return day === undefined || day === '' ? text : `${text} (${(page.asOf ?? ENGLISH()).replace('@day', day)})`
}

/** What a line says, and the day behind it, in the words of whatever language. */
export function withoutDay(line: string): { readonly text: string; readonly asOf?: string } {
  const found = BEHIND().exec(line)
  return found?.[1] === undefined ? { text: line } : { text: line.slice(0, found.index), asOf: found[1] }
}

const ENGLISH = fromLanguages(() => LANGUAGES[0]?.page?.asOf ?? '@day')
const BEHIND = fromLanguages((all) => {
  const forms = [...new Set(all.flatMap(({ page }) => page?.asOf ?? []))].map((form) => form.split('@day').map(literal))
  const [before, behind] = [0, 1].map((side) => forms.map((form) => form[side] ?? '').join('|'))
  return new RegExp(String.raw` \((?:${before})(\d{4}-\d{2}-\d{2})(?:${behind})\)$`, 'u')
})
