import { fromLanguages } from '../language/index.ts'
import type { Language } from '../language/language.ts'
import { likelyLanguages } from '../language/detect.ts'
import { patternOf, wholeWords } from '../language/pattern.ts'
import type { StatementKind } from '../notes/statement.ts'
import { CJK } from '../language/cjk.ts'
import { wordScorer } from '../text/grams.ts'
import { withoutOpener } from './line.ts'
import { clausesOf, withoutQuotes } from './sentences.ts'
import weights from './weights.json' with { type: 'json' }

/** What a sentence stands in: the user's message, and what the other side answered. */
export type Context = { readonly message?: string; readonly reply?: string | undefined }

/** How much speaks for keeping a sentence, above zero when more does than against it, as what, and by which signs. */
export type Score = { readonly sum: number; readonly kind: StatementKind; readonly signs: ReadonlySet<string> }

/**
 * No sign decides alone: an order may be a standing one, and what begins with a joke may end with a deadline. The clause with
 * most in its favour counts, and how the sentence as a whole begins. `npm run train` finds what each sign and word weighs.
 */
export function score(sentence: string, context: Context = {}): Score {
  const { clauses, whole } = signsIn(sentence, context)
  const sumOf = (signs: Iterable<string>): number => [...signs].reduce((sum, sign) => sum + (WEIGHTS[sign] ?? 0), 0)
  const sums = clauses.map(sumOf)
  const best = clauses[sums.indexOf(Math.max(...sums))] ?? new Set()
  const all = new Set(clauses.flatMap((signs) => [...signs]))
  return {
    sum: weights.bias + Math.max(...sums) + sumOf(whole) + wordsTell(sentence),
    kind: kindBy(all, best),
    signs: all,
  }
}

const WEIGHTS: Readonly<Record<string, number>> = weights.signs
const wordsTell = wordScorer(weights.words)

/** What kind a statement is, by few of its signs: the patterns of the others are not compiled for it. */
export function kindOf(sentence: string): StatementKind {
  const text = statedIn(sentence)
  const spoken = likelyLanguages(text).map(patternsOf)
  const signs = new Set(KIND_SIGNS.filter((sign) => spoken.some((patterns) => patterns.get(sign)?.test(text))))
  return kindBy(signs, signs)
}

const KIND_SIGNS = ['decision', 'preference', 'fact', 'named', 'own first', 'rule', 'task', 'orders']

function kindBy(all: ReadonlySet<string>, best: ReadonlySet<string>): StatementKind {
  if (all.has('decision')) return 'Decision'
  if (all.has('preference')) return 'Preference'
  if (all.has('fact') || all.has('named') || best.has('own first')) return 'Fact'
  return ['rule', 'task', 'orders'].some((sign) => best.has(sign)) ? 'Preference' : 'Fact'
}

/** The signs of each clause, and of the whole. */
export function signsIn(
  sentence: string,
  { message = '', reply }: Context = {},
): { readonly clauses: readonly ReadonlySet<string>[]; readonly whole: ReadonlySet<string> } {
  const text = statedIn(sentence)
  const spoken = likelyLanguages(text, message)
  const clauses = [...new Set([text, ...clausesOf(text).map(withoutOpener)])].map((clause) => signsOf(clause, spoken))
  const whole = new Set(OF_THE_WHOLE.filter((sign) => clauses[0]?.has(sign)).map((sign) => `whole: ${sign}`))
  whole.add(`in ${spoken.length === 1 ? spoken[0]?.code : 'any'}`)
  if (/[?？]/.test(text)) whole.add('whole: ?')
  if (clauses.length > 3) whole.add('whole: many')
  // `Noted, short answers it is`: the other took it for something to keep.
  const start = reply?.slice(0, 80).trim() ?? ''
  if (start !== '')
    whole.add(spoken.some((language) => patternsOf(language).get('notes')?.test(start)) ? 'noted' : 'answered')
  // No more of it is read than tells: this is asked of each of its sentences.
  const among = lengthOf(message.slice(0, 801))
  for (const least of [200, 400, 800]) if (among > least) whole.add(`among ${least}`)
  return { clauses, whole }
}

/** Nobody says more in a sentence. */
const MAX_CHARS = 400

function statedIn(sentence: string): string {
  return withoutOpener(withoutQuotes(sentence.slice(0, MAX_CHARS)))
}

/** What says something of the whole sentence wherever in it it stands. */
const OF_THE_WHOLE =
  'task question fragment request hearsay own passing momentary went moment unsure atHand asking orders once you others speech same nominal whenever past'.split(
    ' ',
  )

/** What speaks for and against a clause. */
function signsOf(clause: string, spoken: readonly Language[]): Set<string> {
  const signs = new Set<string>()
  for (const language of spoken)
    for (const [sign, pattern] of patternsOf(language))
      if (sign !== 'notes' && !signs.has(sign) && pattern.test(clause)) signs.add(sign)
  for (const [sign, pattern] of FORMS) if (pattern.test(clause)) signs.add(sign)
  const size = CJK.test(clause) ? lengthOf(clause) / 4 : clause.split(/\s+/).length * 1.5
  signs.add(`size ${[3, 6, 12, 20].filter((least) => size > least).length}`)
  return signs
}

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

/** Entries of a language's tables that are signs. */
const SIGNS = {
  shape:
    'own task standing request setting happened moment notes passing went self thing rule recurring past whenever stated agrees asking orders you once same nominal hearsay must others',
  wording: 'decision preference fact question fragment atHand momentary',
  change: 'reverts unsure adds naming copula article points',
} as const
/** They count where a clause begins with them. */
const FIRST: ReadonlySet<string> = new Set(['task', 'agrees', 'article', 'points'])
/** They count as whole words. */
const WORDS: ReadonlySet<string> = new Set(['others', ...SIGNS.change.split(' ')])

/** Made when a language is first heard. */
const MADE = fromLanguages(() => new Map<Language, ReadonlyMap<string, RegExp>>())

function patternsOf(language: Language): ReadonlyMap<string, RegExp> {
  const known = MADE().get(language)
  if (known !== undefined) return known
  const patterns = new Map<string, RegExp>()
  for (const [table, names] of Object.entries(SIGNS))
    for (const name of names.split(' ')) {
      const source = (language[table as keyof typeof SIGNS] as Readonly<Record<string, string>> | undefined)?.[name]
      if (!source) continue
      const bound = WORDS.has(name) ? wholeWords(source) : source
      patterns.set(name, patternOf(FIRST.has(name) ? `^(?:${bound})` : bound))
    }
  const { shape, wording } = language
  if (shape?.own) patterns.set('own first', patternOf(`^.?(?:${shape.own})`))
  // Names have capitals.
  if (wording?.named) patterns.set('named', patternOf(wording.named, 'u'))
  MADE().set(language, patterns)
  return patterns
}
