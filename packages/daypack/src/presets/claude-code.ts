import { clear } from '../passes/clear.ts'
import { collapse } from '../passes/collapse.ts'
import { compact } from '../passes/compact.ts'
import { preview } from '../passes/notices.ts'
import { offload } from '../passes/offload.ts'
import { snip } from '../passes/snip.ts'
import { byBytes } from '../tokens/count.ts'
import { above } from './above.ts'
import type { Preset } from './preset.ts'

/** Claude Code's five levels as the chapter on mini-claude describes them. */
export const CLAUDE_CODE = {
  /** Level 1: maxResultSizeChars, and the preview that stays. */
  maxResultChars: 50_000,
  previewChars: 2_048,
  /** Level 3: the cache's lifetime, and results that stay. */
  microcompactIdleMs: 60 * 60_000,
  keepResults: 5,
  microcompactAt: 0.5,
  /** Level 4. */
  keepTurns: 1,
  /** Level 5, of the whole window; and what the cheaper levels aim for first. */
  compactAt: 0.855,
  collapseTo: 0.5,
} as const

export type ClaudeCodeNumbers = { readonly [Name in keyof typeof CLAUDE_CODE]: number }

/** The cheapest level first, a heavier one only where that was not enough; sent bytes move in epochs. */
export function claudeCode(changes: Partial<ClaudeCodeNumbers> = {}): Preset<ClaudeCodeNumbers> {
  const numbers = { ...CLAUDE_CODE, ...changes }
  return {
    name: 'claudeCode',
    numbers,
    options: {
      passes: [
        offload({
          maxChars: numbers.maxResultChars,
          preview: { head: numbers.previewChars },
          protect: [],
          tail: {},
          notice: preview,
        }),
        snip(),
        clear({ idleMs: numbers.microcompactIdleMs, keep: numbers.keepResults, above: numbers.microcompactAt }),
        collapse({ keepTurns: numbers.keepTurns }),
        compact({ sections: true }),
      ],
      timing: 'tide',
      policy: above(
        (gauge) =>
          gauge.isCold
            ? gauge.usable * numbers.microcompactAt
            : Math.min(gauge.usable, gauge.window * numbers.compactAt),
        (gauge) => gauge.usable * Math.min(numbers.collapseTo, gauge.isCold ? numbers.microcompactAt - 0.01 : 1),
      ),
      counter: byBytes(4),
      cacheTtlMs: numbers.microcompactIdleMs,
      readTool: 'Read',
    },
  }
}
