import { anyLanguage } from '../language/index.ts'
import type { Seq } from '../../model/edit.ts'
import type { Provenance } from './provenance.ts'

export const KINDS = ['Preference', 'Fact', 'Decision', 'Lesson'] as const
export type StatementKind = (typeof KINDS)[number]

/** One thing worth remembering, before it is written. */
export type Statement = {
  readonly kind: StatementKind
  readonly text: string
  readonly by: Provenance
  /** Entries it comes from. */
  readonly seqs: readonly Seq[]
  /** The id of the line it takes the place of, or ends. */
  readonly replaces?: string
  /** It only says that a line no longer holds. */
  readonly ends?: true
}

/** `Preference: uses pnpm` */
export function statementText(item: Pick<Statement, 'kind' | 'text' | 'ends'>): string {
  return `${item.ends ? ENDED : item.kind}: ${oneLine(item.text)}`
}

const ENDED = 'Ended'

/** What a line of a log says has ended; undefined for any other line. */
export function endedIn(text: string): string | undefined {
  return text.startsWith(`${ENDED}: `) ? text.slice(ENDED.length + 2) : undefined
}

/** How models and people name the kinds, in the languages we know. */
const LABELS = (['preference', 'decision', 'lesson', 'fact'] as const).map(
  (name): readonly [StatementKind, () => RegExp] => [
    KINDS.find((kind) => kind.toLowerCase() === name) ?? 'Fact',
    anyLanguage(({ labels }) => labels && `^(?:${labels[name]})$`),
  ],
)

/** The kind of a statement, by its label; undefined when it has none. */
export function labelled(text: string): { kind: StatementKind | undefined; text: string } {
  const [, label = '', rest = ''] = /^\s*\[?([\p{L} -]{2,20})\]?\s*[:：]\s*(.*)$/su.exec(text) ?? []
  const kind = kindOfLabel(label)
  return kind === undefined ? { kind, text } : { kind, text: rest }
}

export function kindOfLabel(label: string): StatementKind | undefined {
  return LABELS.find(([, pattern]) => pattern().test(label.trim()))?.[0]
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
