import { fromLanguages } from '../language/index.ts'
import { SOFTWARE_RELATED } from '../language/software.ts'

/** Words that mean the same, and words that belong to the topic. */
export type AliasGroup = { readonly same: readonly string[]; readonly topic: readonly string[] }

/** The groups of all languages; those with the same topic are one. */
export const aliasGroups = fromLanguages((all): readonly AliasGroup[] => {
  const groups = new Map<string, { same: string[]; topic: string[] }>()
  for (const table of [...all.map(({ related = '' }) => related), SOFTWARE_RELATED])
    for (const line of table.split('\n')) {
      const [topic = '', ...rest] = line.split(':')
      const [same = '', belongs = ''] = rest.join(':').split('|')
      if (topic.trim() === '') continue
      const group = groups.get(topic.trim()) ?? { same: [], topic: [] }
      group.same.push(...words(same))
      group.topic.push(...words(belongs))
      groups.set(topic.trim(), group)
    }
  return [...groups.values()]
})

function words(text: string): string[] {
  return text.split(' ').filter(Boolean)
}
