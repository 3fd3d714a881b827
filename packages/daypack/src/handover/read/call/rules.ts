import { patternOf } from '../../../dialects/dialects.ts'
import { withoutNumbers } from '../../../files/numbered.ts'

/** Files that say how to work: skills, instructions to agents, policies. */
export function isRules(path: string): boolean {
  return RULES.test(path.replaceAll('\\', '/'))
}

const RULES = patternOf('rulesFiles', '(?:^|/)', '$')

const MUST =
  /\b(?:must|never|always|do not|don't|required?|mandatory|only|avoid|should|shall|ensure|important|critical|muss|nie|immer|jamais|toujours|nunca|siempre)\b|必须|不要|禁止|应当|务必/i
const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+\S/
const MOST = 6000

/** What such files demand: their items and the lines that say must or never, below the headings they stand under. */
export function demandsOf(text: string, files = 1): string {
  const kept: string[] = []
  let heading = ''
  let left = MOST * files
  for (const line of withoutNumbers(text.slice(0, left * 5)).split('\n')) {
    const isHeading = /^#{1,6}\s/.test(line)
    if (isHeading) heading = line.trim()
    else if (ITEM.test(line) || MUST.test(line)) {
      if (heading !== '') kept.push(heading)
      heading = ''
      kept.push(line.trim())
      left -= line.length + 1
      if (left < 0) break
    }
  }
  return kept.join('\n')
}
