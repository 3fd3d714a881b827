import { clip } from '../text/clip.ts'
import { emptySections, renderSections, SECTION_NAMES, type SectionName, type Sections } from '../tell/sections.ts'
import type { Memo } from './memo.ts'

/** What must not be missing, in this order: then what comes next, what is in the way, what was done, what else is known. */
const ORDER: readonly SectionName[] = [
  'goal',
  'constraints',
  'decisions',
  'next',
  'blocked',
  'inProgress',
  'done',
  'context',
]
const ESSENTIAL: readonly SectionName[] = ['goal', 'constraints', 'decisions']
/** Lines are cut to these lengths, one after the other, until the essential ones fit; the last is the least that says anything. */
const LENGTHS = [280, 160, 100]

export type FittedMemo = {
  readonly text: string
  /** Goal, constraints, decisions and the newest error are all in it. */
  readonly isWhole: boolean
  /** The next steps are in it as well. */
  readonly isFull: boolean
}

/** The memo as Markdown in at most `maxChars`, what matters most first. */
export function fitMemo(memo: Memo, maxChars: number): FittedMemo {
  const tries = LENGTHS.map((length) => fill(shorten(memo, length), maxChars))
  return tries.find((one) => one.isFull) ?? tries.find((one) => one.isWhole) ?? (tries.at(-1) as FittedMemo)
}

function shorten(memo: Memo, length: number): Memo {
  const sections = { ...emptySections() } as Record<SectionName, readonly string[]>
  for (const name of SECTION_NAMES) sections[name] = memo.sections[name].map((line) => clip(line, length))
  return { ...memo, sections }
}

function fill({ sections, errors }: Memo, maxChars: number): FittedMemo {
  const taken = new Map<SectionName, number[]>()
  let left = maxChars - renderSections(emptySections()).length
  let isWhole = true
  const take = (name: SectionName, at: number): boolean => {
    const own = taken.get(name) ?? []
    if (own.includes(at)) return true
    const cost = (sections[name][at]?.length ?? 0) + 3
    if (cost > left) return false
    taken.set(name, [...own, at])
    left -= cost
    return true
  }
  for (const name of ESSENTIAL) {
    // Where not all fit, what was said last holds.
    for (const at of [...sections[name].keys()].toReversed()) if (!take(name, at)) isWhole = false
    if (name === 'goal' && errors > 0 && !take('context', 0)) isWhole = false
  }
  for (const name of ORDER) for (const at of preferred(name, sections)) take(name, at)
  const fitted: Record<SectionName, readonly string[]> = { ...emptySections() }
  for (const name of SECTION_NAMES)
    fitted[name] = (taken.get(name) ?? []).toSorted((a, b) => a - b).map((at) => sections[name][at] as string)
  return { text: renderSections(fitted), isWhole, isFull: isWhole && fitted.next.length === sections.next.length }
}

/** Of what was done the newest first; elsewhere the first. */
function preferred(name: SectionName, sections: Sections): number[] {
  const all = [...sections[name].keys()]
  return name === 'done' ? all.toReversed() : all
}
