import type { FileModel, KnownFile } from '../../files/known.ts'
import type { Region } from '../../files/regions.ts'
import { showFiles } from '../../files/show.ts'
import { fill, type Offer, type Pot } from './fill.ts'

/** A part that will surely be edited is worth as much as so many characters of the newest words. */
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
/** A part of so many characters shows what is needed of it. */
const BODY = 500

/** What the parts of files cost and are worth; `maxChars` is for all of them together. */
export function partOffers(regions: readonly Region[], maxChars: number): Offer[] {
  const all: Pot = { left: maxChars }
  const own = new Map<KnownFile, Pot>()
  const others = new Set(regions.map(({ file }) => file)).size > 1
  return regions.map((region) => {
    let pot = own.get(region.file)
    const share = region.inWork ? (others ? ONE_FILE_SHARE : 1) : ONLY_READ_SHARE
    if (!pot) own.set(region.file, (pot = { left: Math.max(LEAST_FILE, maxChars * share) }))
    return { steps: [{ cost: region.chars + GAP, value: WORTH * usefulness(region) * region.worth }], pots: [all, pot] }
  })
}

/** How likely it is that a part is needed soon. */
function usefulness({ chance, need, chars }: Region): number {
  return chance + NEED * need * Math.min(1, chars / BODY)
}

/** The parts that are worth their room in a view; others are left out even where there is room. */
export function likelyParts(regions: readonly Region[], leastPerChar: number): Region[] {
  return regions.filter((region) => region.inWork || usefulness(region) / region.chars >= leastPerChar)
}

/** A hole of so many lines between two parts is shown with them. */
const HOLE = 24

/** What was chosen, with the short gaps between that are known. */
export function chosenParts(regions: readonly Region[], taken: readonly number[]): Region[] {
  return regions.filter((region, at) => {
    if ((taken[at] ?? 0) > 0) return true
    if (region.from === 0 || region.lines.length > HOLE) return false
    const [before, after] = [regions[at - 1], regions[at + 1]]
    return (
      before?.file === region.file &&
      after?.file === region.file &&
      (taken[at - 1] ?? 0) > 0 &&
      (taken[at + 1] ?? 0) > 0 &&
      before.from + before.lines.length === region.from &&
      region.from + region.lines.length === after.from
    )
  })
}

/** Files alone, in so many characters. */
export function filesInWork(model: FileModel, regions: readonly Region[], maxChars: number): string {
  return showFiles(model, chosenParts(regions, fill(partOffers(regions, maxChars), maxChars))).text
}
