import { quotedAfter } from '../../view/frame.ts'
import { clip } from '../text/clip.ts'

/** The parts of a hand-over. Each item is one line of plain text and may end in citations such as `[seq 4-9]`. */
export type Sections = {
  readonly goal: readonly string[]
  readonly constraints: readonly string[]
  readonly done: readonly string[]
  readonly inProgress: readonly string[]
  readonly blocked: readonly string[]
  readonly decisions: readonly string[]
  readonly next: readonly string[]
  readonly context: readonly string[]
}
export type SectionName = keyof Sections

export const SECTION_NAMES = [
  'goal',
  'constraints',
  'done',
  'inProgress',
  'blocked',
  'decisions',
  'next',
  'context',
] as const

export function emptySections(): Sections {
  return { goal: [], constraints: [], done: [], inProgress: [], blocked: [], decisions: [], next: [], context: [] }
}

const HEADINGS: Readonly<Record<SectionName, string>> = {
  goal: '## Goal',
  constraints: '## Constraints & Preferences',
  done: '### Done',
  inProgress: '### In Progress',
  blocked: '### Blocked',
  decisions: '## Key Decisions',
  next: '## Next Steps',
  context: '## Critical Context',
}

/** As Markdown. Every section has its heading, so that a reader can tell "nothing" from "forgotten". */
export function renderSections(sections: Sections): string {
  const lines: string[] = []
  for (const name of SECTION_NAMES) {
    if (name === 'done') lines.push('## Progress', ...(isIdle(sections) ? ['(none)'] : []))
    const items = sections[name]
    const optional = name === 'done' || name === 'inProgress' || name === 'blocked'
    if (optional && items.length === 0) continue
    lines.push(HEADINGS[name], ...(items.length > 0 ? items.map((item) => `- ${quotedAfter(item)}`) : ['(none)']))
  }
  return lines.join('\n')
}

function isIdle({ done, inProgress, blocked }: Sections): boolean {
  return done.length + inProgress.length + blocked.length === 0
}

/** Share of the room each section may take when all are full. */
const SHARES: Readonly<Record<SectionName, number>> = {
  goal: 0.16,
  constraints: 0.16,
  done: 0.2,
  inProgress: 0.08,
  blocked: 0.08,
  decisions: 0.18,
  next: 0.14,
  context: 0.2,
}

/**
 * All of it where it fits in `maxBytes`. Else each section keeps its share and what the ones before it left: of what was done
 * the newest items, elsewhere the first ones; and it says how many are left out.
 */
export function fitSections(sections: Sections, maxBytes: number): Sections {
  if (Buffer.byteLength(renderSections(sections)) <= maxBytes) return sections
  const frame = Buffer.byteLength(renderSections(emptySections())) + 48
  let room = Math.max(0, maxBytes - frame)
  let shares = SECTION_NAMES.reduce((sum, name) => sum + SHARES[name], 0)
  const fitted: Record<SectionName, readonly string[]> = { ...emptySections() }
  for (const name of SECTION_NAMES) {
    const items = fitItems(sections[name], (room * SHARES[name]) / shares, name === 'done')
    fitted[name] = items
    room -= items.reduce((sum, item) => sum + cost(item), 0)
    shares -= SHARES[name]
  }
  return fitted
}

const LEFT_OUT = 28

function fitItems(all: readonly string[], limit: number, newestFirst: boolean): readonly string[] {
  if (all.reduce((sum, item) => sum + cost(item), 0) <= limit) return all
  const items: string[] = []
  let used = LEFT_OUT
  for (const item of newestFirst ? all.toReversed() : all) {
    const fits = used + cost(item) <= limit ? item : items.length === 0 ? shortened(item, limit - used - 3) : undefined
    if (fits === undefined || used + cost(fits) > limit) continue
    items.push(fits)
    used += cost(fits)
  }
  const left = all.length - items.length
  if (left === 0 || items.length === 0) return newestFirst ? items.toReversed() : items
  const word = `(${left} ${newestFirst ? 'earlier' : 'more'} left out)`
  return newestFirst ? [word, ...items.toReversed()] : [...items, word]
}

function cost(item: string): number {
  return Buffer.byteLength(item) + 3
}

/** The first item of a section is rather cut than lost; its citation stays. */
function shortened(item: string, maxBytes: number): string | undefined {
  const [source = ''] = /(?: \[[^\]]{1,200}\])*$/.exec(item) ?? []
  const chars = Math.floor((maxBytes - Buffer.byteLength(source)) / 3)
  return chars < 30 ? undefined : clip(item.slice(0, item.length - source.length), chars) + source
}
