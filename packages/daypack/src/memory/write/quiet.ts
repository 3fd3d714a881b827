import { fromLanguages, sourcesOf } from '../language/index.ts'
import { contentTerms } from '../trust/terms.ts'

/** Words that only tell that something changed, or fit everything: no sign of what a statement is about. */
export const quietWords = fromLanguages(() => contentTerms(sourcesOf(({ stance }) => stance?.moving).join(' ')))
