import { clip } from '../text/clip.ts'
import { eachSection, emptySections, renderSections, SECTION_NAMES, type SectionName } from '../tell/sections.ts'
import type { Memo } from './memo.ts'

/** Lines are cut to these lengths, one after the other, until the essential ones fit; the last is the least that says anything. */
const LENGTHS = [280, 160, 100]

export type FittedMemo = {
  readonly text: string
  /** Goal, constraints, choices and the newest error are all in it. */
  readonly isWhole: boolean
  /** The next steps are in it as well. */
  readonly isFull: boolean
}

/** The memo as Markdown in at most `maxChars`, what matters most first. */
export function fitMemo(memo: Memo, maxChars: number): FittedMemo {
  const tries = LENGTHS.map((length) => fill(memo, length, maxChars))
  return tries.find((one) => one.isFull) ?? tries.find((one) => one.isWhole) ?? (tries.at(-1) as FittedMemo)
}

function fill({ sections, errors, choices }: Memo, length: number, maxChars: number): FittedMemo {
  const all = SECTION_NAMES.flatMap((name) => sections[name].map((line) => ({ name, line, text: clip(line, length) })))
  const of = (name: SectionName): typeof all => all.filter((one) => one.name === name)
  // Where not all fit, what was said last holds; of what was done the newest, of the rest the first.
  const newest = (name: SectionName): typeof all => of(name).toReversed()
  const essential = [
    ...newest('goal'),
    ...of('context').slice(0, Math.min(1, errors)),
    ...newest('constraints'),
    ...newest('decisions').filter(({ line }) => choices.includes(line)),
  ]
  const rest = [of('next'), of('blocked'), of('inProgress'), newest('decisions'), newest('done'), of('context')].flat()
  const taken = new Set<(typeof all)[number]>()
  let left = maxChars - renderSections(emptySections()).length
  for (const one of new Set([...essential, ...rest])) {
    if (one.text.length + 3 > left) continue
    taken.add(one)
    left -= one.text.length + 3
  }
  const isWhole = essential.every((one) => taken.has(one))
  return {
    text: renderSections(eachSection((name) => of(name).flatMap((one) => (taken.has(one) ? [one.text] : [])))),
    isWhole,
    isFull: isWhole && of('next').every((one) => taken.has(one)),
  }
}
