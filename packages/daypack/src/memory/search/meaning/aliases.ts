import { fromLanguages } from '../../language/index.ts'
import software from './software.json' with { type: 'json' }

/** Words that mean the same, and words that belong to the topic. */
export type AliasGroup = { readonly same: readonly string[]; readonly topic: readonly string[] }

/** The groups of all languages; those with the same topic are one. */
export const aliasGroups = fromLanguages((all): readonly AliasGroup[] => {
  const groups = new Map<string, { same: string[]; topic: string[] }>()
  for (const table of [...all.map(({ related = {} }) => related), software])
    for (const [topic, line] of Object.entries(table)) {
      const [same = '', belongs = ''] = line.split('|')
      const group = groups.get(topic) ?? { same: [], topic: [] }
      group.same.push(...words(same))
      group.topic.push(...words(belongs))
      groups.set(topic, group)
    }
  return [...groups.values()]
})

function words(text: string): string[] {
  return text.split(' ').filter(Boolean)
}
