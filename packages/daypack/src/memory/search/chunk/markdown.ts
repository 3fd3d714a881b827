import type { UnitText } from '../../../model/index-store.ts'
import { blocks, type NoteBlock } from './blocks.ts'
import { pack, type Bound } from './pack.ts'
import { isDialogue, speakerOf, speakerOfHeading } from './speaker.ts'
import { statedDate } from './stated-date.ts'
import { tableCuts } from './tables.ts'
import { parts, turns, type Cut } from './turns.ts'

/**
 * Units of a Markdown text: list item, paragraph, dialogue turn, group of table rows (header repeated), code fence; none
 * above the bound. A heading is a unit only where nothing stands under it.
 */
export function markdownUnits(text: string, bound: Bound): UnitText[] {
  const lines = text.split(/\r\n|\n|\r/)
  const all = blocks(lines)
  const speakers = speakingHeadings(all)
  const units: UnitText[] = []
  let stated: { readonly date: string; readonly under: string } | undefined
  for (const [index, block] of all.entries()) {
    if (block.kind === 'heading' && standsOver(block, all[index + 1])) continue
    if (stated !== undefined && !block.heading.startsWith(stated.under)) stated = undefined
    const speaker = speakerAbove(block.heading, speakers)
    for (const cut of cuts(block, lines, bound, speaker)) {
      const heading = stated === undefined ? block.heading : joined(block.heading, stated.date)
      units.push({ ...cut, heading } as UnitText)
      const date = dateOf(block, cut)
      if (date !== undefined) stated = { date, under: block.heading }
    }
  }
  return carried(withoutLabels(units))
}

function cuts(block: NoteBlock, lines: readonly string[], bound: Bound, under: string | undefined): Cut[] {
  const own = lines.slice(block.from, block.to)
  const from = block.from + 1
  switch (block.kind) {
    case 'table':
      return tableCuts(own, from, bound)
    case 'prose':
    case 'item':
      if (isDialogue(own)) return turns(own, from, bound)
      return parts(pack(own, from, bound), speakerOf(own[0] as string) ?? under)
    default:
      return parts(pack(own, from, bound), undefined)
  }
}

/** Its words stand in the breadcrumb of what comes under it. */
function standsOver(block: NoteBlock, next: NoteBlock | undefined): boolean {
  if (next === undefined) return false
  return next.heading.startsWith(next.kind === 'heading' ? `${block.heading} > ` : block.heading)
}

/** Headings that are names and come again under the same heading: `## User`, `## Assistant`, `## User`. */
function speakingHeadings(all: readonly NoteBlock[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const places = new Set<string>()
  const speaking = new Set<string>()
  for (const { kind, heading } of all) {
    const last = lastOf(heading)
    const name = kind === 'heading' ? speakerOfHeading(last) : undefined
    if (name === undefined) continue
    const place = `${heading.slice(0, heading.length - last.length)}${name}`
    if (places.has(place) || ROLES.test(name)) speaking.add(name)
    places.add(place)
    names.set(last, name)
  }
  return new Map([...names].filter(([, name]) => speaking.has(name)))
}

/** The nearest heading that is a speaker: replies have headings of their own. */
function speakerAbove(heading: string, speakers: ReadonlyMap<string, string>): string | undefined {
  if (speakers.size === 0) return undefined
  const named = heading.split(' > ').findLast((part) => speakers.has(part))
  return named === undefined ? undefined : speakers.get(named)
}

function lastOf(heading: string): string {
  return heading.split(' > ').at(-1) as string
}

/** A day stated by a line of its own or in front matter holds for what follows under the same heading. */
function dateOf(block: NoteBlock, cut: Cut): string | undefined {
  if (cut.speaker !== undefined || cut.continues) return undefined
  if (block.kind === 'prose')
    return cut.text
      .split('\n')
      .map(statedDate)
      .find((date) => date !== undefined)
  const given =
    block.kind === 'code' && block.from === 0 ? /^date:\s*["']?(.{8,40}?)["']?\s*$/im.exec(cut.text)?.[1] : undefined
  return given === undefined ? undefined : statedDate(given)
}

function joined(heading: string, date: string): string {
  return heading === '' ? date : `${heading} > ${date}`
}

const ROLES = /^(?:user|human|me|i|assistant|ai|bot|system|我|用户|用戶|助手|助理)$/i

/** In a list `Stack: Postgres` looks like a turn: a name that comes once under its heading is nobody who speaks. */
function withoutLabels(units: readonly UnitText[]): UnitText[] {
  const times = timesSpoken(units)
  const under = Map.groupBy(units, ({ heading }) => heading)
  return units.map((unit) => {
    if (
      unit.speaker === undefined ||
      under.get(unit.heading)?.length === 1 ||
      !/^\s*(?:>\s*)*[-*+•]|^\s*\d+[.)]/.test(unit.text)
    )
      return unit
    if ((times.get(spokenAs(unit)) ?? 0) > 1 || ROLES.test(unit.speaker)) return unit
    const { speaker: _, ...label } = unit
    return label
  })
}

/** A long reply has paragraphs, lists and headings of its own: what follows a turn is said by the same speaker. */
function carried(units: readonly UnitText[]): UnitText[] {
  const times = timesSpoken(units)
  let turn: UnitText | undefined
  return units.map((unit) => {
    if (unit.speaker !== undefined) turn = unit
    if (unit.speaker !== undefined || turn?.speaker === undefined) return unit
    const { speaker, heading } = turn
    const same = ROLES.test(speaker)
      ? unit.heading.startsWith(heading)
      : unit.heading === heading && (times.get(spokenAs(turn)) ?? 0) > 2
    return same ? { ...unit, speaker } : unit
  })
}

function timesSpoken(units: readonly UnitText[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>()
  for (const unit of units)
    if (unit.speaker !== undefined && !unit.continues) times.set(spokenAs(unit), (times.get(spokenAs(unit)) ?? 0) + 1)
  return times
}

function spokenAs({ heading, speaker }: UnitText): string {
  return `${heading}\n${speaker}`
}
