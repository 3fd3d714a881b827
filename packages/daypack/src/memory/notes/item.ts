import type { Seq } from '../../model/edit.ts'
import type { Provenance } from './provenance.ts'

export const KINDS = ['Preference', 'Fact', 'Decision', 'Lesson'] as const
export type ItemKind = (typeof KINDS)[number]

/** One thing worth remembering, before it is written. */
export type Item = {
  readonly kind: ItemKind
  readonly text: string
  readonly by: Provenance
  /** Entries it comes from. */
  readonly seqs: readonly Seq[]
}

/** `Preference: uses pnpm` */
export function itemText(item: Pick<Item, 'kind' | 'text'>): string {
  return `${item.kind}: ${oneLine(item.text)}`
}

const LABEL = /^(Preference|Fact|Decision|Lesson):\s*(.*)$/s

/** The kind of a statement in a log, by its label; undefined when it has none. */
export function labelled(text: string): { kind: ItemKind | undefined; text: string } {
  const match = LABEL.exec(text)
  const kind = KINDS.find((each) => each === match?.[1])
  return kind === undefined ? { kind, text } : { kind, text: match?.[2] ?? '' }
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
