import { quotedAfter } from '../../view/frame.ts'
import { clip } from '../text/clip.ts'

/** The parts of a summary, in order, with their headings. */
const HEADINGS = {
  goal: '## Goal',
  constraints: '## Constraints & Preferences',
  done: '### Done',
  inProgress: '### In Progress',
  blocked: '### Blocked',
  decisions: '## Key Decisions',
  next: '## Next Steps',
  context: '## Critical Context',
} as const
const PROGRESS = '## Progress'

export type SectionName = keyof typeof HEADINGS
export const SECTION_NAMES = Object.keys(HEADINGS) as SectionName[]
/** Each item is one line of plain text and may end in citations such as `[seq 4-9]`. */
export type Sections = Readonly<Record<SectionName, readonly string[]>>

/** All headings, for whoever is to write them. */
export const HEADING_LINES: readonly string[] = SECTION_NAMES.flatMap((name) =>
  name === 'done' ? [PROGRESS, HEADINGS[name]] : [HEADINGS[name]],
)

export function eachSection<Value>(of: (name: SectionName) => Value): Record<SectionName, Value> {
  return Object.fromEntries(SECTION_NAMES.map((name) => [name, of(name)])) as Record<SectionName, Value>
}

export function emptySections(): Record<SectionName, string[]> {
  return eachSection(() => [])
}

/** As Markdown. Every section has its heading, so that a reader can tell "nothing" from "forgotten". */
export function renderSections(sections: Sections): string {
  const lines: string[] = []
  for (const name of SECTION_NAMES) {
    if (name === 'done') lines.push(PROGRESS, ...(isIdle(sections) ? ['(none)'] : []))
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

/**
 * All of it where it fits in `maxBytes`. Else the section that takes most of the room gives up a line, of what was done the
 * oldest, elsewhere the last, until it fits, and says how many are left out; its only line is cut, and its citation stays.
 */
export function fitSections(sections: Sections, maxBytes: number): Sections {
  const kept: Record<SectionName, readonly string[]> = { ...sections }
  for (;;) {
    const shown = eachSection((name) => withCount(name, kept[name], sections[name].length - kept[name].length))
    const over = Buffer.byteLength(renderSections(shown)) - maxBytes
    const name = SECTION_NAMES.reduce((most, one) => (bytesOf(kept[one]) > bytesOf(kept[most]) ? one : most))
    const [first, ...others] = kept[name]
    if (over <= 0 || first === undefined) return shown
    if (others.length === 0) kept[name] = shortened(first, 1 - over / Buffer.byteLength(first))
    else kept[name] = name === 'done' ? others : kept[name].slice(0, -1)
  }
}

function withCount(name: SectionName, items: readonly string[], left: number): readonly string[] {
  if (left === 0 || items.length === 0) return items
  return name === 'done' ? [`(${left} earlier left out)`, ...items] : [...items, `(${left} more left out)`]
}

function bytesOf(items: readonly string[]): number {
  return items.reduce((sum, item) => sum + Buffer.byteLength(item), 0)
}

const LEAST_CHARS = 30

function shortened(item: string, share: number): string[] {
  const [source = ''] = /(?: \[[^\]]{1,200}\])*$/.exec(item) ?? []
  const chars = Math.floor(item.length * share) - source.length
  return chars < LEAST_CHARS ? [] : [clip(item.slice(0, item.length - source.length), chars) + source]
}
