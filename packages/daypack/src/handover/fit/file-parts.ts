import type { KnownFile } from '../../files/known.ts'
import type { Region } from '../../files/regions.ts'
import { worthwhile, type Offer, type SharedBudget, type Step } from './fill.ts'

/** A part that will surely be edited is worth as much as this many characters of the newest words. */
const WORTH = 100_000
/** What the talk is about to need counts as much as what was edited a moment ago. */
const NEED = 0.6
/** A file that was only read takes no more than this of the room, however long it is: the last one read is one of many. */
const ONLY_READ_SHARE = 0.35
/** Nor does one that was changed, while there are others. */
const ONE_FILE_SHARE = 0.45
/** In less than this not even one function fits. */
const LEAST_FILE = 1_200
/** A fragment costs its reader more than its characters. */
const GAP = 60
/** A part this long shows what is needed of it. */
const BODY = 500

/** What the parts of files cost and are worth; `maxChars` is for all of them together. */
export function partOffers(regions: readonly Region[], maxChars: number): Offer[] {
  const all: SharedBudget = { left: maxChars }
  const own = new Map<KnownFile, SharedBudget>()
  const others = new Set(regions.map(({ file }) => file)).size > 1
  return regions.map((region) => {
    let budget = own.get(region.file)
    const share = region.file.changes > 0 ? (others ? ONE_FILE_SHARE : 1) : ONLY_READ_SHARE
    if (!budget) own.set(region.file, (budget = { left: Math.max(LEAST_FILE, maxChars * share) }))
    return { steps: [stepOf(region)], shared: [all, budget] }
  })
}

/** What a part costs, and what it is worth by how likely it is needed soon. */
function stepOf({ chance, need, chars, worth }: Region): Step {
  const usefulness = chance + NEED * need * Math.min(1, chars / BODY)
  return { cost: chars + GAP, value: WORTH * usefulness * worth }
}

/** The parts of a file that are worth their room, and the short ones between them; others are left out though there is room. */
export function worthwhileParts(regions: readonly Region[], least: number): Region[] {
  const isWorth = regions.map((region) => worthwhile({ steps: [stepOf(region)] }, least).steps.length > 0)
  return regions.filter(({ lines }, at) => isWorth[at] || (lines.length <= HOLE && isWorth[at - 1] && isWorth[at + 1]))
}

/** A gap of up to this many lines between two parts is shown with them, and a rest of up to this many with the part it touches. */
const HOLE = 24
const REST = 8

/** What was chosen, with the short gaps between that are known, and the short rest of a file. */
export function chosenParts(regions: readonly Region[], taken: readonly number[]): Region[] {
  const isTaken = (at: number) => (taken[at] ?? 0) > 0
  return regions.filter((region, at) => {
    if (isTaken(at)) return true
    if (region.lines.length > HOLE) return false
    const [before, after] = [regions[at - 1], regions[at + 1]].map((other) =>
      other?.file === region.file ? other : undefined,
    )
    const follows = before !== undefined && isTaken(at - 1) && before.from + before.lines.length === region.from
    const precedes = after !== undefined && isTaken(at + 1) && region.from + region.lines.length === after.from
    const isRest = region.lines.length <= REST && (before === undefined || after === undefined)
    return isRest ? follows || precedes : follows && precedes
  })
}
