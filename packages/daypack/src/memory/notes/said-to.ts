import { fromLanguages } from '../language/index.ts'
import type { Page } from '../language/language.ts'

/** `It's at 4 (said to: “The dentist is at 3”)` in the words of a page; the day's log has them in English. */
export function saidToOn(text: string, { saidTo }: Page): string {
  return saidTo === undefined ? text : text.replace(ENGLISH, () => ` (${saidTo}: “`)
}

/** As the log has it, in whatever language a page says it. */
export function saidToIn(line: string): string {
  return line.includes('“') ? line.replace(ANY(), ' (said to: “') : line
}

const ENGLISH = / \(said to: “(?=[^“]*”\)$)/u
const ANY = fromLanguages((all) => {
  const words = all.flatMap(({ page }) => page?.saidTo ?? [])
  return new RegExp(` \\((?:${words.length > 0 ? words.join('|') : '(?!)'}): “(?=[^“]*”\\)$)`, 'u')
})
