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

/** How models and people name the kinds, in the languages we know. */
const LABELS: readonly (readonly [ItemKind, RegExp])[] = [
  [
    'Preference',
    /^(?:preferences?|habits?|preferencias?|präferenz(?:en)?|vorlieben?|préférences?|偏好|喜好|习惯|好み|設定)$/i,
  ],
  [
    'Decision',
    /^(?:decisions?|decided|decisi[oó]n(?:es)?|decidido|entscheidung(?:en)?|entschieden|beschlossen|décisions?|décidé|决定|决策|決定|決定事項)$/i,
  ],
  [
    'Lesson',
    /^(?:lessons?|lessons? learned|try-?error|mistakes?|lecci(?:ó|o)n(?:es)?|lehren?|lektion(?:en)?|leçons?|教训|经验|教訓)$/i,
  ],
  [
    'Fact',
    /^(?:facts?|personal|personal facts?|profile|notes?|hechos?|datos?|fakten|fakt|tatsachen?|faits?|事实|个人|个人信息|事実|メモ)$/i,
  ],
]

/** The kind of a statement, by its label; undefined when it has none. */
export function labelled(text: string): { kind: ItemKind | undefined; text: string } {
  const [, label = '', rest = ''] = /^\s*\[?([\p{L} -]{2,20})\]?\s*[:：]\s*(.*)$/su.exec(text) ?? []
  const kind = LABELS.find(([, pattern]) => pattern.test(label.trim()))?.[0]
  return kind === undefined ? { kind, text } : { kind, text: rest }
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
