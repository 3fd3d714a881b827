import { bytesOf } from '../model/message.ts'
import type { Crop } from '../model/edit.ts'
import { sumOf, type Tokens } from '../model/json.ts'
import { cropResult } from './crop.ts'
import { isExempt, allResults } from './results.ts'
import { middle } from './notices.ts'
import type { Budget, Pass } from './pass.ts'

export type BudgetStep = { readonly above: number; readonly maxChars: number }
export type BudgetOptions = {
  /** The fuller the window, the tighter: the last step whose `above` (a share) is reached holds. */
  readonly steps?: readonly BudgetStep[]
  /** Taken off the window before the share is computed; without it, the room for output. */
  readonly reserveTokens?: Tokens
  readonly noticeChars?: number
  readonly exempt?: readonly string[]
}

export const BUDGET_STEPS: readonly BudgetStep[] = [
  { above: 0.5, maxChars: 30_000 },
  { above: 0.7, maxChars: 15_000 },
]
const NOTICE = middle((chars) => `budgeted: ${chars} chars truncated`)

/**
 * A limit for every result that tightens with pressure; head and tail stay. Cut from the original, so notes never nest.
 *
 * @example
 * import { budget } from 'daypack/presets'
 * import { openDesk, request, step } from 'daypack-testing'
 *
 * const desk = openDesk({ window: 30_000 })
 * await desk.say(request('Look.'), ...step({ tool: 'bash', output: 'line\n'.repeat(20_000) }), request('And?'))
 * const plan = await desk.run([budget()], { isForced: true })
 * if (plan.after.tokens >= plan.before.tokens) throw new Error('it cuts')
 */
export function budget(options: BudgetOptions = {}): Pass {
  const { steps = BUDGET_STEPS, reserveTokens, noticeChars = 80, exempt = [] } = options
  return {
    name: 'budget',
    async propose(view, ctx) {
      const share = utilisation(ctx.budget, reserveTokens)
      const step = steps.filter(({ above }, index) => (index === 0 ? share >= above : share > above)).at(-1)
      if (!step) return { why: `the window is ${percent(share)} full`, edits: [] }
      const each = Math.max(0, Math.floor((step.maxChars - noticeChars) / 2))
      const edits: Crop[] = []
      for (const result of allResults(view, ctx.tools)) {
        const { shown, block } = result
        if (bytesOf(block.content) <= step.maxChars || shown.size.bytes <= step.maxChars || isExempt(result, exempt))
          continue
        if ((await shownChars(result, () => ctx.read(shown))) <= step.maxChars) continue
        const crop = await cropResult(result, { head: each, tail: each, unit: 'chars', wholeLines: false }, NOTICE, ctx)
        if (crop) edits.push(crop)
      }
      return { why: `the window is ${percent(share)} full: results up to ${step.maxChars} characters`, edits }
    },
  }
}

/** How full the window is: 0 when the window is not known. With a reserve the newest bill decides, as mini-claude has it. */
export function utilisation(budget: Budget, reserveTokens?: Tokens): number {
  const { billed } = budget
  if (reserveTokens !== undefined && billed) return billed.tokens / windowWithoutReserve(billed.window, reserveTokens)
  const room = reserveTokens === undefined ? budget.usable : windowWithoutReserve(budget.window, reserveTokens)
  return room > 0 ? budget.used.tokens / room : 0
}

export function windowWithoutReserve(window: Tokens, reserveTokens: Tokens): Tokens {
  return window - Math.min(reserveTokens, window / 4)
}

async function shownChars(
  result: ReturnType<typeof allResults>[number],
  read: () => string | Promise<string>,
): Promise<number> {
  const { crop } = result.shown
  const bytes = bytesOf(result.block.content)
  if (!crop) return bytes > 64_000_000 ? bytes : (await read()).length
  const data = Buffer.from(await read())
  return sumOf(crop.keep, ({ from, to }) => data.toString('utf8', from, to).length)
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
