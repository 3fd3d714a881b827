import { budget, windowWithoutReserve } from '../passes/budget.ts'
import { clear } from '../passes/clear.ts'
import { compact } from '../passes/compact.ts'
import { middle, saved } from '../passes/notices.ts'
import { offload } from '../passes/offload.ts'
import { modelSummary, type ModelSummary } from '../passes/model-summary.ts'
import { snip } from '../passes/snip.ts'
import { byBytes } from '../tokens/count.ts'
import type { Tokens } from '../model/json.ts'
import type { BudgetReading } from '../plan/policy.ts'
import { above } from './above.ts'
import type { Preset } from './preset.ts'

/** mini-claude's four tiers, with the numbers its chapter prints. */
export const MINI_CLAUDE = {
  /** Tier 0.5: 30 KB, then a preview of 200 lines. */
  persistBytes: 30_720,
  previewLines: 200,
  /** Tier 0. */
  maxResultChars: 50_000,
  truncateNoticeChars: 60,
  /** Tier 1. */
  budgetAt: 0.5,
  budgetChars: 30_000,
  tightBudgetAt: 0.7,
  tightBudgetChars: 15_000,
  budgetNoticeChars: 80,
  /** Tier 2. */
  snipAt: 0.6,
  keepRecentResults: 3,
  /** Tier 3. The original clears at any use; a coffee break alone is no reason to forget, so we ask for pressure too. */
  microcompactIdleMs: 5 * 60_000,
  microcompactAt: 0.5,
  /** Tier 4, of the window without `reserveTokens` (at most a quarter of it). */
  compactAt: 0.85,
  summaryTokens: 2_048,
  reserveTokens: 20_000,
} as const

export type MiniClaudeNumbers = { readonly [Name in keyof typeof MINI_CLAUDE]: number }

export const SNIPPED = '[Content snipped - re-read if needed]'
export const CLEARED = '[Old result cleared]'

/**
 * Persist, truncate, budget, snip, microcompact on every request; a summary at 85 %.
 *
 * @example
 * import { miniClaude } from 'daypack/presets'
 *
 * if (miniClaude().options.passes === undefined) throw new Error('a preset is a list of passes')
 */
export function miniClaude(changes: Partial<MiniClaudeNumbers> = {}): Preset<MiniClaudeNumbers> {
  const numbers = { ...MINI_CLAUDE, ...changes }
  const { reserveTokens, keepRecentResults: keep } = numbers
  const each = Math.floor((numbers.maxResultChars - numbers.truncateNoticeChars) / 2)
  return {
    name: 'miniClaude',
    numbers,
    options: {
      passes: [
        offload({
          maxBytes: numbers.persistBytes,
          preview: { head: numbers.persistBytes, lines: numbers.previewLines },
          protect: [],
          tail: {},
          notice: saved,
        }),
        offload({
          maxChars: numbers.maxResultChars,
          preview: { head: each, tail: each },
          protect: [],
          tail: {},
          wholeLines: false,
          notice: middle((chars) => `truncated ${chars} chars`),
        }),
        budget({
          steps: [
            { above: numbers.budgetAt, maxChars: numbers.budgetChars },
            { above: numbers.tightBudgetAt, maxChars: numbers.tightBudgetChars },
          ],
          noticeChars: numbers.budgetNoticeChars,
          reserveTokens,
        }),
        snip({
          keep,
          searches: keep,
          kinds: ['search', 'list', 'shell'],
          identical: false,
          newestRead: true,
          above: numbers.snipAt,
          reserveTokens,
          placeholder: () => SNIPPED,
        }),
        clear({
          keep,
          idleMs: numbers.microcompactIdleMs,
          above: numbers.microcompactAt,
          reserveTokens,
          placeholder: () => CLEARED,
        }),
        modelSummary(compact({ keepRecent: 1, narrative: false }), { ...PARAGRAPH, maxTokens: numbers.summaryTokens }),
      ],
      timing: 'eager',
      policy: above((reading) => {
        const high = fullAt(reading, windowWithoutReserve(reading.nominal, reserveTokens) * numbers.compactAt)
        // A summary belongs to a turn's boundary; inside a loop only what would not fit otherwise is a reason.
        return reading.isOpenLoop ? Math.max(high, reading.usable * 0.95) : high
      }),
      counter: byBytes(4),
      windows: modelWindow,
    },
  }
}

/** The newest bill decides, as the provider counts; before the first one our own count does. */
function fullAt({ billed, used, usable, window, nominal }: BudgetReading, limit: Tokens): Tokens {
  if (billed === undefined) return limit * (window / nominal)
  return billed > limit ? used.tokens - 1 : usable
}

/** Windows of models as mini-claude knows them; any other has 200,000. */
export function modelWindow(model: string | undefined): Tokens {
  return /^gpt-4o|^gpt-4-turbo/.test(model ?? '') ? 128_000 : 200_000
}

/** mini-claude's summary: one paragraph, and an acknowledgement behind it. */
const PARAGRAPH: Omit<ModelSummary, 'maxTokens'> = {
  system: 'You are a conversation summarizer. Be concise but preserve important details.',
  question:
    'Summarize the conversation so far in a concise paragraph, preserving key decisions, file paths, and context needed to continue the work.',
  show: (answer, handover) => `[Previous conversation summary]\n${answer || handover}`,
  empty: 'No summary available.',
  reply: 'Understood. I have the context from our previous conversation. How can I continue helping?',
  minMessages: 4,
}
