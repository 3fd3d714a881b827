/** Segments grow by merging eight of a kind, up to here: the longest pause a write can cause. */
const LARGEST = 16_384
const SMALLEST = 32
const FAN = 8

export type Sized = { readonly id: number; readonly units: number; readonly live: number }

export function dueForMerge(segments: readonly Sized[]): readonly Sized[] {
  const tiers = new Map<number, Sized[]>()
  for (const segment of segments) {
    if (segment.live * 2 < segment.units) return [segment]
    const tier = Math.max(0, Math.floor(Math.log(segment.units / SMALLEST) / Math.log(FAN)))
    tiers.set(tier, [...(tiers.get(tier) ?? []), segment])
  }
  for (const [, tier] of [...tiers].toSorted(([a], [b]) => a - b)) {
    if (tier.length < FAN) continue
    const chosen: Sized[] = []
    let total = 0
    for (const segment of tier.toSorted((a, b) => a.live - b.live)) {
      if (total + segment.live > LARGEST) break
      chosen.push(segment)
      total += segment.live
    }
    if (chosen.length > 1) return chosen
  }
  return []
}
