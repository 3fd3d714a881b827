import { anyLanguage } from '../../language/index.ts'
import type { About } from '../../language/language.ts'

/**
 * Terms for what a line says rather than for a word in it: no word of `who am I` stands in `I'm Dana, backend lead`. A line
 * that says it has the term, and a question that asks for it, too. A colon never stands in a word.
 */
export const SELF = 'about::self'
export const WHO = 'about::who'
export const TITLE = 'about::title'

const signs = (name: About, term: string) => ({
  term,
  asks: anyLanguage(({ about }) => about?.[name]?.asks),
  tells: anyLanguage(({ about }) => about?.[name]?.tells, 'gu'),
})
const SIGNS = [signs('self', SELF), signs('who', WHO), signs('title', TITLE)]
const MOST = 3

/** Who somebody is stands in a short line, or at the beginning; the rest of a long text only costs time. */
const LONGEST = 300

/** What a text says, and how often: name and occupation are two things about the user. */
export function told(text: string): readonly { readonly term: string; readonly times: number }[] {
  const start = text.slice(0, LONGEST)
  return SIGNS.map(({ term, tells }) => {
    const said = term === TITLE ? text : start
    return { term, times: Math.min(MOST, said.match(tells())?.length ?? 0) }
  }).filter(({ times }) => times > 0)
}

/** What a question asks for; who the user is comes before who else. */
export function askedFor(query: string): string | undefined {
  return SIGNS.find(({ asks }) => asks().test(query))?.term
}
