import type { Crop } from '../model/edit.ts'
import { toolResults } from '../model/message.ts'
import { isMessage } from '../view/read.ts'
import type { Item } from '../view/view.ts'
import { cropResult, keptBytes, type Shape } from './crop.ts'
import { isExempt, allResults, MARKDOWN, protectedBy } from './results.ts'
import { truncated, type Notice } from './notices.ts'
import type { Pass } from './pass.ts'

export type TrimOptions = {
  readonly maxBytes?: number
  /** This many messages at the end are not touched, nor is the whole run of results at the end. */
  readonly recent?: number
  /** What is over by no more than this stays as it is. */
  readonly slackBytes?: number
  readonly protect?: readonly string[]
  readonly protectedMaxBytes?: number
  readonly exempt?: readonly string[]
  /** Of a file that was read, our copy is named: the file may change. */
  readonly copies?: boolean
  readonly notice?: Notice
}

export const TRIM_MAX_BYTES = 3_000

/**
 * Results that are no longer recent are cut again, from the original, to a tighter limit; the place stays the same.
 *
 * @example
 * import { trim } from 'daypack/presets'
 * import { openDesk, request, step } from 'daypack-testing'
 *
 * const desk = openDesk()
 * await desk.say(request('Look.'), ...step({ tool: 'bash', output: 'line\n'.repeat(20_000) }), request('And?'))
 * const plan = await desk.run([trim({ maxBytes: 1_000, recent: 1 })], { isForced: true })
 * if (plan.after.tokens >= plan.before.tokens) throw new Error('it cuts')
 */
export function trim(options: TrimOptions = {}): Pass {
  const { maxBytes = TRIM_MAX_BYTES, recent = 2, slackBytes = 100 } = options
  const { protect = MARKDOWN, protectedMaxBytes = 50_000, exempt = [], copies = false, notice = truncated } = options
  const isProtected = protectedBy(protect)
  return {
    name: 'trim',
    async propose(view, ctx) {
      const end = recentFrom(view.items, recent)
      const edits: Crop[] = []
      for (const result of allResults(view, ctx.tools)) {
        const { shown, block, facts, position } = result
        if (position >= end || isExempt(result, exempt)) continue
        const limit = isProtected(facts) ? Math.max(maxBytes, protectedMaxBytes) : maxBytes
        if (keptBytes(shown, block.content) <= limit + slackBytes) continue
        const shape: Shape = { head: limit, tail: 0, unit: 'bytes', wholeLines: true, copies }
        const crop = await cropResult(result, shape, notice, ctx)
        if (crop) edits.push(crop)
      }
      return { why: `${edits.length} results older than the last ${recent} messages cut to ${maxBytes} bytes`, edits }
    },
  }
}

export function recentFrom(items: readonly Item[], recent: number): number {
  let run = 0
  while (run < items.length && holdsResults(items[items.length - 1 - run])) run++
  return Math.max(0, items.length - Math.max(run, recent))
}

function holdsResults(item: Item | undefined): boolean {
  return isMessage(item) && toolResults(item.message).length > 0
}
