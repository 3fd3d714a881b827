import { fromLanguages } from '../language/index.ts'
import { aliasGroups } from '../meaning/aliases.ts'
import { contentTerms } from '../trust/terms.ts'
import { remembered } from '../text/remembered.ts'

/** The groups of related words to which those of a text belong, by their number. */
export const topicsOf = remembered((text: string): ReadonlySet<number> => {
  const made = new Set<number>()
  for (const term of contentTerms(text)) for (const topic of TOPICS().get(term) ?? []) made.add(topic)
  return made
})

const TOPICS = fromLanguages(() => {
  const made = new Map<string, Set<number>>()
  for (const [at, { same, topic }] of aliasGroups().entries())
    for (const term of contentTerms([...same, ...topic].join(' ')))
      made.set(term, (made.get(term) ?? new Set()).add(at))
  return made
})
