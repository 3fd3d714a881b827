import type { MessageNumber } from '../../view/read.ts'
import { renderSections } from '../tell/sections.ts'
import { parseSummary } from './parse.ts'

/**
 * A note is true for its time: what came after stands in the story. Where the user has asked for something since, what was
 * under way and next is left out, and what was wanted says when that was.
 */
export function asOf(text: string, through: MessageNumber, isOvertaken: boolean): string {
  const now = isOvertaken ? overtaken(text, through) : text
  return `(written by a model, as of message ${through}; the story goes on from there)\n${now}`
}

function overtaken(text: string, through: MessageNumber): string {
  const sections = { ...parseSummary(text), inProgress: [], next: [] }
  return renderSections(sections)
    .replace('\n## Next Steps\n(none)', '')
    .replace(/^## Goal$/m, `## Goal (as of message ${through}, before the latest request)`)
    .replace(/^(### Done|### Blocked|## Key Decisions)$/gm, `$1 (as of message ${through})`)
}
