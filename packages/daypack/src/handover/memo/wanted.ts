import type { View } from '../../view/view.ts'
import { clip, flat } from '../text/clip.ts'
import { shows } from '../text/words.ts'

/** Words that say what to do, not what about. */
const PLAIN =
  /^(?:keep|only|just|with|from|this|that|these|those|what|which|about|focus|please|remember|preserve|everything|anything|summary|summarize|compact|drop|the|and|for|not|all|any|into|over|more|most)$/i
const SENTENCE_CHARS = 300

/** Words for a kind of sentence rather than for what it is about: "decisions", "requirements". */
const KINDS = [
  [/^(?:decision|choice|决定|决策)/, 'chooses'],
  [/^(?:requirement|constraint|rule|preference|要求|约束|限制)/, 'demands'],
  [/^(?:error|failure|problem|错误|报错)/, 'failures'],
  [/^(?:next|step|todo|plan|下一步|待办)/, 'intends'],
] as const

/**
 * For an instruction without a model to follow it: the sentences of user and agent that hold its words, newest first,
 * quoted with their number. Empty when none does.
 */
export function wantedLines(view: View, from: number, to: number, instruction: string, maxChars: number): string {
  const words = [...instruction.toLowerCase().matchAll(/[\p{L}\p{N}_./-]{3,}/gu)]
    .map(([word]) => word.replace(/(?:ies|s)$/, ''))
    .filter((word) => !PLAIN.test(word))
  if (words.length === 0) return ''
  const kinds = KINDS.flatMap(([pattern, kind]) => (words.some((word) => pattern.test(word)) ? [kind] : []))
  const lines: string[] = []
  const told = new Set<string>()
  let left = maxChars
  for (let number = to; number >= from; number--) {
    const message = view.slots[number - 1]?.message
    if (!message || message.role === 'system' || message.role === 'tool') continue
    const text = message.blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
    for (const sentence of text.split(/(?<=[.!?。！？])\s+|\n+/)) {
      const lower = sentence.toLowerCase()
      const isKind = kinds.some((kind) => shows(kind, sentence) && (kind !== 'demands' || message.role === 'user'))
      if (told.has(lower) || (!isKind && !words.some((word) => lower.includes(word)))) continue
      told.add(lower)
      const line = `- [${number}] ${clip(flat(sentence), SENTENCE_CHARS)}`
      if (line.length > left) return lines.join('\n')
      left -= line.length + 1
      lines.push(line)
    }
  }
  return lines.join('\n')
}
