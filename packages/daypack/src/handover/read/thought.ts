import type { Json, JsonObject } from '../../model/json.ts'
import type { Block } from '../../model/message.ts'
import { sentencesOf } from '../text/clip.ts'
import { WEIGHS } from '../text/facts.ts'

/** The words of a reasoning block, as every wire writes them; of sealed ones nothing. */
export function thoughtOf(block: Block): string {
  return block.type === 'opaque' && block.purpose === 'reasoning' ? wordsOf(block.wire).trim() : ''
}

const FIELDS = ['thinking', 'reasoning_content', 'reasoning_text', 'reasoning', 'text', 'summary', 'content']

function wordsOf(wire: Json): string {
  if (typeof wire === 'string') return wire
  if (Array.isArray(wire))
    return wire
      .map((part) => wordsOf(part))
      .filter((text) => text !== '')
      .join('\n')
  if (typeof wire !== 'object' || wire === null) return ''
  const fields = wire as JsonObject
  for (const name of FIELDS) {
    const words = name in fields ? wordsOf(fields[name] ?? null) : ''
    if (words !== '') return words
  }
  return ''
}

/** Beyond this a thought is not looked at. */
const MOST = 12_000

/**
 * What was weighed in a thought: options, reasons, findings and doubts, each sentence on its own. What only says which call comes next, or
 * repeats what a file holds, is left out; empty when nothing was weighed.
 */
export function weighed(thought: string): string {
  const kept: string[] = []
  let fenced = false
  let listed = false
  for (const line of thought.slice(0, MOST).split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced
    if (fenced) continue
    const text = line.trim()
    if (OPTIONS.test(text) && text.endsWith(':')) listed = true
    else if (text !== '' && !ITEM.test(text)) listed = false
    if (listed && text !== '') kept.push(text)
    if (listed) continue
    const own = sentencesOf(text).filter((sentence) => sentence.length >= LEAST && WEIGHS.test(sentence))
    if (own.length > 0) kept.push(own.join(' '))
  }
  return kept.join('\n')
}

/** Ways to do it, of which one is taken. */
const OPTIONS = /\b(?:options?|approach(?:es)?|ways|alternatives?|choices|possibilities)\b|方案|选项|办法/i
const ITEM = /^(?:[-*+•]|\d{1,2}[.)、]|\(?[a-dA-D][.)])\s/
const TAKEN = /\b(?:cleaner|simpler|simplest|better|safer|easier|prefer|rather than|instead of|best)\b|更好|更简单/i

/** One of several ways was taken, for a reason: the words to the user often name only the way. */
export function choosesIn(thought: string): boolean {
  return OPTIONS.test(thought) && TAKEN.test(thought)
}

/** Shorter ones say too little alone. */
const LEAST = 24
