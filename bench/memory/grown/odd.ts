import { entriesOf, type NoteEntry } from '../../../packages/daypack/src/memory/notes/entries.ts'
import { labelled } from '../../../packages/daypack/src/memory/notes/statement.ts'
import { withoutMarks } from '../../../packages/daypack/src/memory/notes/source.ts'

/** What a person who keeps such a page by hand would cross out, looked up by hand for each of the three. */
type Expected = {
  /** A line with the first must also say the second. */
  readonly subjects: readonly (readonly [value: string, of: string])[]
  /** Over by the last day. */
  readonly over: readonly string[]
  /** Each once. */
  readonly once: readonly (readonly string[])[]
  /** Stand with the preferences. */
  readonly rules: readonly string[]
}

export const EXPECTED: Readonly<Record<string, Expected>> = {
  'en-developer': {
    subjects: [
      ['March 16', 'release'],
      ['4,500', 'offsite'],
      ['May 4', 'security'],
      ['9:30', 'stand-up'],
    ],
    over: ['dentist', 'load test', 'offsite is on', 'away until'],
    once: [['short answers'], ['snake_case'], ['Node 24']],
    rules: [
      'Ask Priya',
      'next to the code',
      'default exports',
      'two signatures',
      'PR descriptions',
      'deploy on a',
      'Ines',
    ],
  },
  'zh-shop': {
    subjects: [
      ['7月15号', '新品'],
      ['9月10日', '第二家店'],
      ['四千', '促销'],
    ],
    over: ['牙医', '情人节', '制冰机', '卫生检查'],
    once: [['简短的回答']],
    rules: ['签字', '感叹号', 'Excel', '十点以后'],
  },
  'de-verein': {
    subjects: [
      ['28. März', 'Mitgliederversammlung'],
      ['5. März', 'Kassenbericht'],
      ['15. April', 'Beiträge'],
    ],
    over: ['Zahnarzt', 'Steuererklärung', 'Winterfest', 'Frau Demir ist bis'],
    once: [['kurze Antworten']],
    rules: ['zu zweit', 'Überweisungen', 'ohne Anhang', 'Komma', 'Anglizismen'],
  },
}

/** Opens a sentence in a talk, and no line of a page. */
/** German puts the verb first without the word: it can't be cut. */
const INVERTED = /^(?:also|übrigens|außerdem) \p{L}+ (?:ich|wir|du|er|sie|es|man)(?!\p{L})/iu
const FILLER =
  /^(?:btw|by the way|oh|ah|ok|okay|so|and|also|fyi|hi|hello|heads up|quick note|one more thing|just so you know|übrigens|ach|also|hallo|kurzer hinweis|nur zur info|und|对了|哦|嗯|另外|顺便|你好|补充|好的)(?![\p{sc=Latin}])/iu
const TRAILING = /(?:please|thanks|instead|bitte|谢谢)[.!。]?$/iu
const NOW =
  /(?<!from )\bnow\b|currently|(?:this|next|last) (?:week|month|quarter|year|\w+day)|tomorrow|(?<!ab )\bjetzt\b|derzeit|nächste[rn]? \p{L}|现在|目前|下周|这周|本月|下个月/iu
const DAY = /\d{4}-\d{2}-\d{2}/
const PREFERENCES = ['Preferences', '偏好', 'Vorlieben']

export type Odd = Record<(typeof ODDITIES)[number], string[]>
export const ODDITIES = [
  ...(['subject lost', 'now without a day', 'over, still live', 'said twice', 'filler at an edge'] as const),
  ...(['rule among facts', 'left, with a reason', 'nowhere to be found'] as const),
] as const

/** The lines of a page that are odd, and lines of the day logs that stand neither on it nor in kept versions of it nor in `left`. */
export function oddIn(
  file: string,
  page: string,
  logs: readonly { readonly path: string; readonly text: string }[],
  versions: readonly string[],
  left: readonly { readonly why: string; readonly line: string; readonly text: string }[],
): Odd {
  const { subjects, over, once, rules } = EXPECTED[file] as Expected
  const shown = withoutMarks(page).split('\n')
  const live = entriesOf(page).filter(({ struck }) => !struck)
  const lineOf = ({ startLine }: NoteEntry): string => shown[startLine - 1] ?? ''
  const texts = live.map(lineOf)
  const having = (part: string): string[] => texts.filter((line) => line.toLowerCase().includes(part.toLowerCase()))
  const known = [page, ...versions].join('\n')
  const noted = logs.flatMap(({ path, text }) =>
    entriesOf(text)
      .filter((entry) => labelled(entry.text).kind !== undefined)
      .map((entry) => ({ text: entry.text, cite: `${path}#L${entry.startLine}` })),
  )
  const cited = (cite: string): boolean => new RegExp(`${cite.replaceAll('.', '\\.')}(?!\\d)`).test(known)
  return {
    'subject lost': subjects.flatMap(([value, of]) => having(value).filter((line) => !line.includes(of))),
    'now without a day': texts.filter((line) => NOW.test(line) && !DAY.test(line)),
    'over, still live': over.flatMap(having),
    'said twice': once.flatMap(([part = '']) => having(part).slice(1)),
    'filler at an edge': texts.filter(
      (line) => (FILLER.test(line.slice(2)) && !INVERTED.test(line.slice(2))) || TRAILING.test(line),
    ),
    'rule among facts': live
      .filter(({ section }) => !PREFERENCES.includes(section.at(-1) ?? ''))
      .map(lineOf)
      .filter((line) => rules.some((part) => line.includes(part))),
    'left, with a reason': left.map(({ text, why }) => `${text} (${why})`),
    'nowhere to be found': noted
      .filter(({ cite }) => !cited(cite) && !left.some(({ line }) => line === cite))
      .map(({ text }) => text),
  }
}
