/** One step of detail: what it costs in characters beside the steps before it, and what it is worth. */
export type Step = { readonly cost: number; readonly value: number }

/** Room that some offers share, beside the room of all. */
export type SharedBudget = { left: number }

/** Something that may be told, in more and more detail. */
export type Offer = { readonly steps: readonly Step[]; readonly shared?: readonly SharedBudget[] }

/** Without the detail that is worth less a character: it is left out even where there is room. */
export function worthwhile({ steps, ...offer }: Offer, least: number): Offer {
  const end = steps.findIndex(({ cost, value }) => value < least * Math.max(1, cost))
  return { ...offer, steps: end < 0 ? steps : steps.slice(0, end) }
}

export function costOf({ steps }: Offer): number {
  return steps.reduce((sum, { cost }) => sum + cost, 0)
}

/**
 * The one solver: steps by value per character, the best first, until the room is full. Answers how many steps each
 * offer gets. A step worth more than the one before it does not overtake it.
 */
export function fill(offers: readonly Offer[], room: number): number[] {
  const order: { readonly at: number; readonly step: number; readonly worth: number }[] = []
  for (const [at, { steps }] of offers.entries()) {
    let worth = Infinity
    for (const [step, { cost, value }] of steps.entries()) {
      worth = Math.min(worth, value / Math.max(1, cost))
      order.push({ at, step, worth })
    }
  }
  order.sort((one, other) => other.worth - one.worth || one.at - other.at || one.step - other.step)
  const taken = offers.map(() => 0)
  let left = room
  for (const { at, step } of order) {
    const { steps, shared = [] } = offers[at] as Offer
    const cost = steps[step]?.cost ?? 0
    if (taken[at] !== step || cost > left || shared.some((budget) => cost > budget.left)) continue
    taken[at] = step + 1
    left -= cost
    for (const budget of shared) budget.left -= cost
  }
  return taken
}

/** A telling that fills this much of its room is good enough. */
const FULL = 0.92
/** Estimates are put right this often. */
export const TRIES = 5

/** How much to choose next, after `chosen` became `used` of `room`; undefined when that was good. */
export function corrected(chosen: number, used: number, room: number, attempt: number): number | undefined {
  if (used <= room && (used > room * FULL || attempt > 1)) return undefined
  const share = room / Math.max(1, used)
  return chosen * (share < 1 ? Math.max(0.3, share * 0.97 ** (attempt + 1)) : Math.min(1.5, share * 0.97))
}
