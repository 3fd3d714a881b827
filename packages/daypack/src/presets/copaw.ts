import { compact } from '../passes/compact.ts'
import { truncated } from '../passes/notices.ts'
import { offload } from '../passes/offload.ts'
import { EXACT_TAIL } from '../passes/split.ts'
import { trim } from '../passes/trim.ts'
import { byBytes } from '../tokens/count.ts'
import { above, unmeasured, compactableTokens } from './above.ts'
import type { Preset } from './preset.ts'

/** CoPaw's context management V2, with the numbers its documents print. */
export const COPAW = {
  /** First truncation, on write: 50 KB. */
  recentMaxBytes: 51_200,
  /** Second truncation, outside the recent messages: 10 KB. */
  oldMaxBytes: 10_240,
  recentMessages: 2,
  slackBytes: 100,
  /** Markdown has higher limits in both. */
  markdownRecentMaxBytes: 102_400,
  markdownOldMaxBytes: 51_200,
  /** COPAW_MEMORY_COMPACT_THRESHOLD, _RATIO and _KEEP_RECENT. */
  compactThreshold: 100_000,
  compactRatio: 0.7,
  keepRecent: 3,
  /** Above 0: keep this share of the window in newest tokens instead of a number of messages. */
  keepShare: 0,
  tokenDivisor: 4,
  retentionDays: 5,
} as const

export type CopawNumbers = { readonly [Name in keyof typeof COPAW]: number }

/**
 * Two truncations with the same file behind both, then compaction. Every request, as the document has it.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 * import { copaw } from 'daypack/presets'
 *
 * const pack = await createDaypack({ driver: memoryDriver(), preset: copaw({ keepRecent: 5 }) })
 * await pack.close()
 */
export function copaw(changes: Partial<CopawNumbers> = {}): Preset<CopawNumbers> {
  const numbers = { ...COPAW, ...changes }
  return {
    name: 'copaw',
    numbers,
    options: {
      passes: [
        offload({
          maxBytes: numbers.recentMaxBytes,
          protectedMax: numbers.markdownRecentMaxBytes,
          tail: {},
          groups: false,
          notice: truncated,
        }),
        trim({
          maxBytes: numbers.oldMaxBytes,
          recent: numbers.recentMessages,
          slackBytes: numbers.slackBytes,
          protectedMaxBytes: numbers.markdownOldMaxBytes,
          notice: truncated,
        }),
        compact(kept(numbers)),
      ],
      timing: 'eager',
      policy: above((reading) => {
        const threshold = Math.min(numbers.compactThreshold, reading.nominal * numbers.compactRatio)
        return threshold + unmeasured(reading, compactableTokens(reading.view, numbers.keepRecent))
      }),
      counter: byBytes(numbers.tokenDivisor),
      retentionDays: numbers.retentionDays,
      memory: { search: { ranking: 'reme' }, output: 'list', requests: true },
    },
  }
}

/** "Keep the most recent X % of tokens" has no figure in its document; "the last 3 messages" has. */
function kept({ keepShare, keepRecent }: CopawNumbers): Parameters<typeof compact>[0] {
  return keepShare > 0 ? { tail: { ...EXACT_TAIL, share: keepShare } } : { keepRecent }
}
