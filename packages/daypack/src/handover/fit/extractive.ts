import type { Message } from '../../model/message.ts'
import { clip } from '../text/clip.ts'
import { gather, type Evidence } from '../read/evidence.ts'
import { memoOf } from '../memo/memo.ts'
import { fitSections, renderSections } from '../tell/sections.ts'
import { story } from './story.ts'

export type ExtractiveOptions = { readonly maxBytes?: number }

const MAX_BYTES = 12_000
/** Shares of the whole. A short hand-over has its sections first. */
const SECTIONS = 0.24
const SECTIONS_LEAST = 1200

/**
 * A hand-over with all sections and the story, written without a model from the messages alone. Deterministic.
 *
 * @example
 * import { extractive } from 'daypack/presets'
 *
 * const text = extractive([{ role: 'user', blocks: [{ type: 'text', text: 'Mend src/boat.ts, please.' }] }])
 * if (!text.includes('src/boat.ts')) throw new Error('names stay')
 */
export function extractive(messages: readonly Message[], options: ExtractiveOptions = {}): string {
  return renderExtractive(gather(messages), options)
}

export function renderExtractive(evidence: Evidence, options: ExtractiveOptions = {}): string {
  const { maxBytes = MAX_BYTES } = options
  const sections = fitSections(
    memoOf(evidence).sections,
    Math.max(maxBytes * SECTIONS, Math.min(SECTIONS_LEAST, maxBytes / 2)),
  )
  // The told part ends in the heading of Critical Context: what follows stands below it.
  const head = renderSections(sections).replace(/\n\(none\)$/, '')
  const room = maxBytes - Buffer.byteLength(head) - 1
  const { events } = evidence.timeline
  let chars = room
  for (;;) {
    const told = story(events, { maxChars: chars, wholeChars: chars / 2, wholesChars: chars / 2 })
    if (Buffer.byteLength(told) < room) return told === '' ? head : `${head}\n${told}`
    if (chars < 60) return clip(head, maxBytes)
    chars *= 0.6
  }
}
