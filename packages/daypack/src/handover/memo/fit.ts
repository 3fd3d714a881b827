import { clip } from '../text/clip.ts'
import { emptySections, renderSections, SECTION_NAMES, type SectionName } from '../tell/sections.ts'
import type { Memo } from './memo.ts'

/** What is told behind goal, constraints, choices and the newest error, in this order. */
const REST: readonly SectionName[] = ['next', 'blocked', 'inProgress', 'decisions', 'done', 'context']
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
  const taken: Record<SectionName, (string | undefined)[]> = emptyLists()
  let left = maxChars - renderSections(emptySections()).length
  const take = (name: SectionName, at: number): boolean => {
    if (taken[name][at] !== undefined) return true
    const line = clip(sections[name][at] ?? '', length)
    if (line.length + 3 > left) return false
    taken[name][at] = line
    left -= line.length + 3
    return true
  }
  // Where not all fit, what was said last holds; of what was done the newest, of the rest the first.
  const all = (name: SectionName): number[] => [...sections[name].keys()]
  const takeAll = (name: SectionName, order: readonly number[]): boolean =>
    order.map((at) => take(name, at)).every(Boolean)
  const hasGoal = takeAll('goal', all('goal').toReversed())
  const hasError = errors === 0 || take('context', 0)
  const hasDemands = takeAll('constraints', all('constraints').toReversed())
  const chosen = all('decisions').filter((at) => choices.includes(sections.decisions[at] ?? ''))
  const isWhole = takeAll('decisions', chosen.toReversed()) && hasGoal && hasError && hasDemands
  for (const name of REST) takeAll(name, name === 'done' || name === 'decisions' ? all(name).toReversed() : all(name))
  const fitted: Record<SectionName, readonly string[]> = { ...emptySections() }
  for (const name of SECTION_NAMES) fitted[name] = taken[name].filter((line) => line !== undefined)
  return { text: renderSections(fitted), isWhole, isFull: isWhole && fitted.next.length === sections.next.length }
}

function emptyLists(): Record<SectionName, (string | undefined)[]> {
  return { goal: [], constraints: [], done: [], inProgress: [], blocked: [], decisions: [], next: [], context: [] }
}
