import { fromLanguages } from '../language/index.ts'
import type { Language } from '../language/language.ts'
import { likelyLanguages } from '../language/detect.ts'
import { patternOf } from '../language/pattern.ts'
import type { StatementKind } from '../notes/statement.ts'
import { CJK } from '../language/cjk.ts'
import { isWeighed, namesSomebody } from '../evidence/relation.ts'
import { toldBy } from '../text/grams.ts'
import { withoutOpener } from './line.ts'
import { withoutSpeech } from './sentences.ts'
import weights from './weights.json' with { type: 'json' }

/** How much speaks for keeping a sentence, above zero when more does than against it, as what, and by which signs. */
export type Score = { readonly sum: number; readonly kind: StatementKind; readonly signs: ReadonlySet<string> }

/**
 * No sign decides alone: its words and a few signs each weigh something, and `npm run train` finds how much. `message`: what
 * the sentence stands in.
 */
export function score(sentence: string, message = ''): Score {
  const signs = signsIn(sentence, message)
  const sum = [...signs].reduce((total, sign) => total + (WEIGHTS[sign] ?? 0), weights.bias + wordsTell(sentence))
  return { sum, kind: kindBy(signs), signs }
}

const WEIGHTS: Readonly<Record<string, number>> = weights.signs
const wordsTell = wordScorer(weights.words)

/** How much the words of a text tell, by a table of `weight: words`. */
export function wordScorer(table: Readonly<Record<string, string>>): (text: string) => number {
  const lines = Object.entries(table).map(([weight, words]) => `${weight}: ${words}`)
  return toldBy(lines.join('\n'))
}

function kindBy(signs: ReadonlySet<string>): StatementKind {
  if (signs.has('decision')) return 'Decision'
  return signs.has('preference') || (signs.has('rule') && !signs.has('fact') && !signs.has('own'))
    ? 'Preference'
    : 'Fact'
}

/** What speaks for and against a sentence beside its words. */
export function signsIn(sentence: string, message = ''): ReadonlySet<string> {
  const text = withoutOpener(withoutSpeech(sentence.slice(0, MAX_CHARS)))
  const signs = new Set<string>()
  const isKana = /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)
  const likely = likelyLanguages(text).filter(({ code }) => !CJK.test(text) || (code === 'ja') === isKana)
  for (const language of likely)
    for (const [sign, pattern] of patternsOf(language)) if (pattern.test(text)) signs.add(sign)
  for (const [sign, pattern] of FORMS) if (pattern.test(text)) signs.add(sign)
  if (isWeighed(text)) signs.add('weighed')
  if (namesSomebody(text)) signs.add('somebody')
  const size = CJK.test(text) ? lengthOf(text) / 4 : text.split(/\s+/).length * 1.5
  signs.add(`size ${[3, 6, 12, 20].filter((least) => size > least).length}`)
  signs.add(`in ${likely.length === 1 ? likely[0]?.code : 'any'}`)
  for (const least of [200, 400, 800]) if (lengthOf(message) > least) signs.add(`among ${least}`)
  return signs
}

/** Nobody says more in a sentence. */
const MAX_CHARS = 400

/** A Han character says as much as three letters. */
export function lengthOf(text: string): number {
  return text.length + 2 * (text.match(/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/gu)?.length ?? 0)
}

const FORMS: readonly (readonly [string, RegExp])[] = [
  [
    'specific',
    /\d|[\p{L}\d][._/@:-][\p{L}\d]|\p{Ll}\p{Lu}|(?<=[\p{L},] [(“"]?)\p{Lu}\p{L}|(?<=[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}] ?)\p{scx=Latin}{2,}|[\p{sc=Katakana}ー]{3,}/u,
  ],
  [
    'machine',
    /^\w*(?:Error|Exception)(?::|\b.*\bat\b)|^at \S+ ?\(|\S\s{3,}\S|\t|→|@@|\*\*|\[\w+[ :#]|#\d+(?![\da-f])|@\S+\/|[{}<>|\\]|\w\(|\)\.|;$|^\W*\w+(?:\.\w+)+\W*$/,
  ],
  ['?', /[?？]\s*$/],
  ['!', /[!！]\s*$/],
  [
    'laughs',
    /(?<!\p{L})(?:lol|lmao|omg|ugh|rip|ha(?:ha)+h?|he(?:he)+|ja(?:ja)+)(?!\p{L})|哈哈|笑|ｗ|\p{Extended_Pictographic}/iu,
  ],
  ['...', /(?:\.\.\.|…)$/],
  ['speech', /“”/],
  ['quote', /"|“(?!”)|«|„|「/],
]

/** The patterns of a language that are signs, made when it is first heard. */
const MADE = fromLanguages(() => new Map<Language, readonly (readonly [string, RegExp])[]>())

function patternsOf(language: Language): readonly (readonly [string, RegExp])[] {
  const known = MADE().get(language)
  if (known !== undefined) return known
  const { wording = {}, shape = {} } = language
  const sources = Object.entries({
    decision: wording.decision,
    preference: wording.preference,
    fact: wording.fact,
    momentary: wording.momentary,
    atHand: wording.atHand,
    question: wording.question,
    rule: shape.rule,
    own: shape.own,
    hearsay: shape.hearsay,
  })
  const patterns = sources.flatMap(([sign, source]) => (source ? [[sign, patternOf(source)] as const] : []))
  MADE().set(language, patterns)
  return patterns
}
