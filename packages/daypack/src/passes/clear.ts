import type { Crop } from '../model/edit.ts'
import type { Millis, Tokens } from '../model/json.ts'
import { utilisation } from './budget.ts'
import { cropToNote } from './crop.ts'
import { describe } from './describe.ts'
import { isExempt, allResults, type Result } from './results.ts'
import type { Pass } from './pass.ts'

export type ClearOptions = {
  /** The cache is cold after this: 5 minutes by default. */
  readonly idleMs?: Millis
  readonly keep?: number
  /** Only from this share of the window on, `reserveTokens` taken off first: a break alone is no reason to forget. */
  readonly above?: number
  readonly reserveTokens?: Tokens
  readonly exempt?: readonly string[]
  readonly placeholder?: (result: Result, path: string | undefined) => string
}

export const CLEAR_IDLE_MS = 5 * 60_000

/**
 * Old results become one line each when the cache is cold, so that nothing is broken by it, and there is pressure.
 *
 * @example
 * import { clear } from 'daypack/presets'
 * import { openDesk, request, step } from 'daypack-testing'
 *
 * const desk = openDesk({ window: 30_000, idleMs: 3_600_000 })
 * await desk.say(request('Look.'), ...step({ tool: 'bash', output: 'line\n'.repeat(20_000) }), request('And?'))
 * const plan = await desk.run([clear({ keep: 0, above: 0 })], { isCold: true, isForced: true })
 * if (plan.after.tokens >= plan.before.tokens) throw new Error('it cuts')
 */
export function clear(options: ClearOptions = {}): Pass {
  const { idleMs = CLEAR_IDLE_MS, keep = 3, above = 0.5, exempt = [], placeholder = defaultNote } = options
  return {
    name: 'clear',
    async propose(view, ctx) {
      const share = utilisation(ctx.budget, options.reserveTokens)
      if (ctx.idleMs < idleMs) return { why: 'the cache is still warm', edits: [] }
      if (share < above) return { why: `the window is only ${Math.round(share * 100)} % full`, edits: [] }
      const results = allResults(view, ctx.tools)
      const edits: Crop[] = []
      for (const result of results.slice(0, Math.max(0, results.length - keep))) {
        if (result.shown.crop?.keep.length === 0 || isExempt(result, exempt)) continue
        const crop = await cropToNote(result, (path) => placeholder(result, path), ctx)
        if (crop) edits.push(crop)
      }
      return { why: `idle for ${Math.round(ctx.idleMs / 60_000)} minutes: ${edits.length} old results cleared`, edits }
    },
  }
}

function defaultNote(result: Result, path: string | undefined): string {
  return `[Old result cleared: ${describe(result)}. ${result.facts.kind === 'read' ? 'Read it again if needed' : `Full text: ${path}`}]`
}
