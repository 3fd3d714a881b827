import { cutTags } from '../../files/tags.ts'
import { emptySections, type SectionName, type Sections } from './sections.ts'

export const THOUGHTS = ['analysis', 'thinking', 'think']

/** Heading words by section; the first that fits wins, so narrower ones come first. */
const WORDS: readonly [SectionName, RegExp][] = [
  ['inProgress', /in progress|under ?way|ongoing|进行中|正在/i],
  ['blocked', /block|open (?:problem|issue)|阻塞|受阻|问题/i],
  ['next', /next|to ?do|remaining|pending|open work|下一步|后续|待办/i],
  ['constraints', /constraint|preference|requirement|rule|约束|限制|偏好|要求/i],
  ['decisions', /decision|rationale|决策|决定/i],
  ['done', /done|complete|finished|progress|current state|已完成|完成|进展|进度/i],
  ['context', /context|evidence|critical|reference|notes?|files|关键|上下文|背景/i],
  ['goal', /goal|task|objective|intent|request|overview|目标|任务/i],
]

/**
 * A model's answer as sections. Tolerant: tags may be missing, headings may be any level, bold or numbered, in English or
 * Chinese; text under no heading counts as context. Never throws.
 */
export function parseSummary(answer: string): Sections {
  const sections: Record<SectionName, string[]> = emptySections()
  let current: SectionName = 'context'
  for (const line of body(answer).split('\n')) {
    const heading = headingOf(line)
    if (heading !== undefined) {
      current = heading
      continue
    }
    const item = line.replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/, '').trim()
    if (item === '' || /^\(?(?:none|无|n\/a)\)?\.?$/i.test(item) || /^(?:```|---+$|<\/?\w[\w-]*>$)/.test(item)) continue
    const isContinued = /^\s{2,}\S/.test(line) && !/^\s*(?:[-*+•]|\d{1,3}[.)])\s/.test(line)
    const last = sections[current].length - 1
    if (isContinued && last >= 0) sections[current][last] = `${sections[current][last]} ${item}`
    else sections[current].push(item)
  }
  return sections
}

/** What was meant to be kept: inside the summary tags if there are any, never the analysis. */
export function body(answer: string): string {
  const { rest } = cutTags(answer, THOUGHTS)
  const summary = cutTags(rest, ['summary']).inner.join('\n')
  if (summary !== '') return summary.trim()
  const open = rest.indexOf('<summary>')
  if (open >= 0) return rest.slice(open + '<summary>'.length).trim()
  const thought = Math.max(...THOUGHTS.map((name) => rest.lastIndexOf(`</${name}>`)))
  return (thought < 0 ? rest : rest.slice(rest.indexOf('>', thought) + 1)).trim()
}

function headingOf(line: string): SectionName | undefined {
  const match = /^\s*(?:#{1,6}\s+(.{1,80})|\*\*([^*]{1,80})\*\*:?|(?:\d{1,2}\.\s+)?([A-Z][A-Za-z &/]{2,40}):)\s*$/.exec(
    line,
  )
  const title = match?.[1] ?? match?.[2] ?? match?.[3]
  if (title === undefined) return undefined
  const known = WORDS.find(([, words]) => words.test(title))?.[0]
  return known ?? (line.trimStart().startsWith('#') ? 'context' : undefined)
}
