import { isList, isObject, type Json } from '../../model/json.ts'
import type { Block } from '../../model/message.ts'
import { WEIGHS } from '../text/facts.ts'
import { linesOutsideCode, sentencesOf } from '../text/sentences.ts'

/** The words of a reasoning block, as every wire writes them; of sealed ones nothing. */
export function thoughtOf(block: Block): string {
  return block.type === 'opaque' && block.purpose === 'reasoning' ? wordsOf(block.wire).trim() : ''
}

const FIELDS = ['thinking', 'reasoning_content', 'reasoning_text', 'reasoning', 'text', 'summary', 'content']

function wordsOf(wire: Json): string {
  if (typeof wire === 'string') return wire
  if (isList(wire)) return wire.map(wordsOf).filter(Boolean).join('\n')
  if (!isObject(wire)) return ''
  return FIELDS.map((name) => wordsOf(wire[name] ?? null)).find((words) => words !== '') ?? ''
}

/** Beyond this a thought is not looked at. */
const MOST = 12_000
/** Shorter sentences say too little alone. */
const LEAST = 24
/** Ways to do it, of which one is taken. */
const OPTIONS = /\b(?:options?|approach(?:es)?|ways|alternatives?|choices|possibilities)\b|方案|选项|办法/i
const ITEM = /^(?:[-*+•]|\d{1,2}[.)、]|\(?[a-dA-D][.)])\s/

/**
 * What was weighed in a thought: options, reasons, findings and doubts, each sentence on its own. What only says which call
 * comes next, or repeats what a file holds, is left out; empty when nothing was weighed.
 */
export function extractDeliberation(thought: string): string {
  const kept: string[] = []
  let isListed = false
  for (const line of linesOutsideCode(thought.slice(0, MOST))) {
    const text = line.trim()
    if (text === '') continue
    isListed = (text.endsWith(':') && OPTIONS.test(text)) || (isListed && ITEM.test(text))
    const own = isListed
      ? [text]
      : sentencesOf(text).filter((one) => one.length >= LEAST && WEIGHS.test(one) && !/[:：]$/.test(one))
    if (own.length > 0) kept.push(own.join(' '))
  }
  return kept.join('\n')
}
