import type { Json, JsonObject } from '../model/json.ts'
import type { Block } from '../model/message.ts'
import { sentencesOf } from './clip.ts'
import { WEIGHS } from './facts.ts'

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
  for (const line of thought.slice(0, MOST).split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced
    if (fenced) continue
    const own = sentencesOf(line.trim()).filter((sentence) => sentence.length >= LEAST && WEIGHS.test(sentence))
    if (own.length > 0) kept.push(own.join(' '))
  }
  return kept.join('\n')
}

/** Shorter ones say too little alone. */
const LEAST = 24
