import { isStored, type Message } from '../../model/message.ts'
import type { Seq } from '../../model/edit.ts'
import { clipMiddle } from '../text/clip.ts'
import { ownWords, textSpeech } from '../read/speech/speech.ts'
import { thoughtOf } from '../read/thought.ts'

export type Spoken = { readonly seq: Seq; readonly message: Message }
export type TranscriptRecord = {
  readonly seq: Seq
  readonly weight: 'user' | 'assistant' | 'tool'
  readonly text: string
}

/** What the summarizer may read of one record, by who speaks: head and tail, never 1,000 characters for all. */
const LIMITS = { user: [6000, 2000], assistant: [1500, 500], call: [450, 150], result: [400, 300] } as const

/** The conversation as records for a summarizer. Lines stay lines; where an output is kept apart, its ref stays named. */
export function records(
  spoken: readonly Spoken[],
  path: (ref: string) => string,
  thinking = false,
): TranscriptRecord[] {
  const made: TranscriptRecord[] = []
  for (const { seq, message } of spoken) {
    for (const block of message.blocks) {
      if (block.type === 'text') {
        const weight = message.role === 'assistant' ? ('assistant' as const) : ('user' as const)
        const own = weight === 'user' ? ownWords(textSpeech(block.text)) : block.text.trim()
        if (own !== '')
          made.push({
            seq,
            weight,
            text: `[seq ${seq}] ${weight}: ${clipMiddle(own, LIMITS[weight][0], LIMITS[weight][1])}`,
          })
      } else if (block.type === 'opaque') {
        const thought = thinking ? thoughtOf(block) : ''
        if (thought !== '')
          made.push({ seq, weight: 'tool', text: `[seq ${seq}] thinks: ${clipMiddle(thought, ...LIMITS.call)}` })
      } else if (block.type === 'tool-call') {
        made.push({
          seq,
          weight: 'tool',
          text: `[seq ${seq}] calls ${block.tool}: ${clipMiddle(JSON.stringify(block.input), LIMITS.call[0], LIMITS.call[1])}`,
        })
      } else if (block.type === 'tool-result') {
        const stored = isStored(block.content)
        const said = stored
          ? `kept in ${path(block.content.ref)}, ${block.content.bytes} bytes`
          : clipMiddle(block.content.text, LIMITS.result[0], LIMITS.result[1])
        made.push({ seq, weight: 'tool', text: `[seq ${seq}] tool output${block.isError ? ' (failed)' : ''}: ${said}` })
      }
    }
  }
  return made
}

/** The records that fit, in order: the person's first, then the newest of the others. What is left out is counted. */
export function fitRecords(
  all: readonly TranscriptRecord[],
  maxTokens: number,
  count: (text: string) => number,
): string {
  const taken = new Set<number>()
  let left = maxTokens
  const take = (weights: readonly TranscriptRecord['weight'][], room: number) => {
    let own = Math.min(left, room)
    for (let index = all.length - 1; index >= 0 && own > 0; index--) {
      const record = all[index]
      if (!record || taken.has(index) || !weights.includes(record.weight)) continue
      const cost = count(record.text) + 1
      if (cost > own) continue
      taken.add(index)
      own -= cost
      left -= cost
    }
  }
  take(['user'], maxTokens * 0.5)
  take(['user', 'assistant', 'tool'], Infinity)
  const lines: string[] = []
  let skipped = 0
  for (const [index, record] of all.entries()) {
    if (!taken.has(index)) skipped++
    else {
      if (skipped > 0) lines.push(`[… ${skipped} records left out …]`)
      skipped = 0
      lines.push(record.text)
    }
  }
  return lines.join('\n')
}

/** Consecutive chunks of at most `maxTokens` each, for a history longer than the summarizer's window. */
export function chunkRecords(
  all: readonly TranscriptRecord[],
  maxTokens: number,
  count: (text: string) => number,
): TranscriptRecord[][] {
  const chunks: TranscriptRecord[][] = []
  let size = Infinity
  for (const record of all) {
    const cost = count(record.text) + 1
    if (size + cost > maxTokens) {
      chunks.push([])
      size = 0
    }
    chunks.at(-1)?.push(record)
    size += cost
  }
  return chunks
}
