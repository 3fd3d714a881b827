import { chosenParts, partOffers } from '../src/handover/fit/file-parts.ts'
import { fill } from '../src/handover/fit/fill.ts'
import type { KnownFiles } from '../src/files/known.ts'
import { regionsByFile, type Region, type WeighOptions } from '../src/files/regions.ts'
import { showFiles } from '../src/files/show.ts'

/** Every region that could be shown, with its chance. */
export function weighedRegions(model: KnownFiles, options: WeighOptions): Region[] {
  return [...regionsByFile(model, options)].flat()
}

/** Files alone, in at most this many characters. */
export function filesInWork(model: KnownFiles, regions: readonly Region[], maxChars: number): string {
  return showFiles(model, chosenParts(regions, fill(partOffers(regions, maxChars), maxChars))).text
}
