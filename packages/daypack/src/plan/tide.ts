import type { Tokens } from '../model/json.ts'
import type { Budget, Tide } from '../passes/pass.ts'
import { isUndo, requestSeq } from '../view/read.ts'
import type { View } from '../view/view.ts'
import { exceeds, isTooBig, lastEpoch } from './gauge.ts'

export type Weather = {
  readonly isCold: boolean
  readonly isSwitch: boolean
  /** The user or the provider wants it: what can be made shorter is, however little that brings. */
  readonly isForced: boolean
}

/** Whether sent bytes may move now, and the reason in words either way. */
export function tideOf(view: View, budget: Budget, weather: Weather, isExact = false): { tide: Tide; why: string } {
  const used = `${budget.used.tokens} tokens, ${budget.used.bytes} bytes used`
  if (weather.isForced) return { tide: 'pressure', why: `asked for; ${used}` }
  if (!exceeds(budget.used, budget.high)) {
    return {
      tide: 'none',
      why: `${used}, below the high-water mark of ${budget.high.tokens} tokens, ${budget.high.bytes} bytes`,
    }
  }
  const rest = resting(view, budget, isExact)
  if (rest && !isTooBig(budget)) return { tide: 'none', why: rest }
  if (weather.isSwitch) return { tide: 'switch', why: `another model: nothing is cached for it; ${used}` }
  if (weather.isCold) return { tide: 'cold', why: `the cache is cold; ${used}` }
  return {
    tide: 'pressure',
    why: `${used}, above the high-water mark of ${budget.high.tokens} tokens, ${budget.high.bytes} bytes`,
  }
}

/** An epoch is due, but something says wait. A request that cannot be sent at all does not wait. */
function resting(view: View, budget: Budget, isExact: boolean): string | undefined {
  const undone = view.batches.findLast(isUndo)
  if (undone && undone.seq > (requestSeq(view) ?? 0)) return 'the last epoch was undone: waiting for the next request'
  const epoch = lastEpoch(view)
  if (isExact) return nothingNew(view, budget, epoch?.seq ?? 0)
  if (epoch && repliesSince(view, epoch.seq) < 2) return 'an epoch came with the last request: never two in a row'
  return backedOff(view, budget)
}

/** Where the trigger is exact, only the same view is not tried twice. */
function nothingNew(view: View, budget: Budget, epoch: number): string | undefined {
  const mark = view.marks.get('abandoned')
  if (mark && mark.seq > epoch && budget.used.tokens <= (mark.data as Abandoned).used)
    return 'the last epoch could cut nothing, and nothing came since'
  const newest = view.slots.at(-1)
  return epoch > 0 && newest && newest.since < epoch ? 'nothing came since the last epoch' : undefined
}

const GROWTH_SHARE = 0.1
/** Two futile epochs in a row open the breaker. */
export const FUTILE_LIMIT = 2

export type Abandoned = { readonly used: Tokens; readonly usable: Tokens; readonly times: number }

function backedOff(view: View, budget: Budget): string | undefined {
  const mark = view.marks.get('abandoned')
  if (!mark || mark.seq < (lastEpoch(view)?.seq ?? 0)) return undefined
  const { used, usable, times } = mark.data as Abandoned
  if (times >= FUTILE_LIMIT && Math.abs(usable - budget.usable) <= usable * GROWTH_SHARE) {
    return `${times} epochs in a row gained too little: resting until asked or until the window changes`
  }
  if (budget.used.tokens < used + budget.usable * GROWTH_SHARE)
    return 'the last epoch gained too little: waiting for growth'
  return undefined
}

function repliesSince(view: View, seq: number): number {
  let replies = 0
  for (let index = view.slots.length - 1; index >= 0 && replies < 2; index--) {
    const slot = view.slots[index]
    if (!slot || slot.since <= seq) break
    if (slot.message.role === 'assistant') replies++
  }
  return replies
}
