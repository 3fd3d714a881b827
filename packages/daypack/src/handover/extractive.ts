import type { Message } from '../model/message.ts'
import { gather, type Evidence } from './evidence.ts'
import { extractSections } from './extract.ts'
import { renderLedger } from './ledger.ts'
import { renderRequests } from './requests.ts'
import { fitSections, renderSections } from './note/sections.ts'

export type ExtractiveOptions = { readonly maxBytes?: number }

const MAX_BYTES = 12_000
/** Shares of the whole for what is told; the rest is evidence. */
const TOLD = 0.24
const ASKED = 0.14
/** A short hand-over tells rather than proves. */
const TOLD_LEAST = 1200

/** A hand-over with all sections, written without a model from the messages alone. Deterministic. */
export function extractive(messages: readonly Message[], options: ExtractiveOptions = {}): string {
  return renderExtractive(gather(messages), options)
}

export function renderExtractive(evidence: Evidence, options: ExtractiveOptions = {}): string {
  const { maxBytes = MAX_BYTES } = options
  const told = renderSections(
    fitSections(extractSections(evidence), Math.max(maxBytes * TOLD, Math.min(TOLD_LEAST, maxBytes / 2))),
  )
  const asked = renderRequests(evidence.requests, maxBytes * ASKED)
  // The told part ends in the heading of Critical Context: what follows stands below it.
  const head = told.replace(/\n\(none\)$/, '') + (asked ? `\nRequests, newest first:\n${asked}` : '')
  const room = maxBytes - Buffer.byteLength(head) - 1
  const evident = room > 40 ? renderLedger(evidence, { maxBytes: room, shown: head }) : ''
  return evident ? `${head}\n${evident}` : head
}
