import { fromLanguages, languages } from '../language/index.ts'
import type { Language } from '../language/language.ts'
import { patternOf } from '../language/letters.ts'
import { spoken } from '../language/spoken.ts'
import type { StatementKind } from '../notes/statement.ts'
import { CJK } from '../text/cjk.ts'
import { bounded } from '../text/bounded.ts'
import { clausesOf, weight } from './clauses.ts'
import { withoutOpener } from './lasting.ts'
import { withoutSpeech } from './quoted.ts'
import { valuesOf } from './sorts.ts'
import { toldBy } from '../text/grams.ts'
import { countedIn, tonguesOf } from '../text/tongue.ts'
import { NOTING_WORDS } from './noting-words.ts'
import { BIAS, WEIGHTS } from './weights.ts'

/**
 * How much speaks for a sentence being something to keep, above zero when more does than against it. No sign decides alone:
 * an order may be a standing one, and what begins with a joke may end with a deadline. The clause with most in its favour
 * counts, and how the sentence as a whole begins.
 */
export function evidence(
  sentence: string,
  context: Context = {},
): { readonly sum: number; readonly kind: StatementKind } {
  const { clauses, whole } = signsIn(sentence, context)
  const weigh = (signs: Iterable<string>): number => [...signs].reduce((sum, sign) => sum + (WEIGHTS[sign] ?? 0), 0)
  const weighed = clauses.map((signs) => ({ signs, sum: weigh(signs) }))
  const best = weighed.reduce((a, b) => (b.sum > a.sum ? b : a))
  return { sum: BIAS + best.sum + weigh(whole) + wordsTell(sentence), kind: kindBy(clauses, best.signs) }
}

/** Where less speaks for a sentence, it hardly says anything. */
export const UNLIKELY = -1

const wordsTell = toldBy(NOTING_WORDS)

function kindBy(clauses: readonly ReadonlySet<string>[], best: ReadonlySet<string>): StatementKind {
  const is = (sign: string): boolean => clauses.some((signs) => signs.has(sign))
  if (is('decision')) return 'Decision'
  if (is('preference')) return 'Preference'
  if (is('fact') || is('named') || best.has('own first')) return 'Fact'
  return ['rule', 'task', 'orders'].some((sign) => best.has(sign)) ? 'Preference' : 'Fact'
}

/** What a sentence stands in; short ones do not tell their language. */
export type Context = { readonly message?: string; readonly talk?: string; readonly reply?: string | undefined }

/** The signs of each clause, and of the whole: `bench/memory/weigh.ts` finds what they weigh. */
export function signsIn(
  sentence: string,
  { message = '', talk = '', reply }: Context = {},
): { readonly clauses: readonly ReadonlySet<string>[]; readonly whole: ReadonlySet<string> } {
  const text = withoutOpener(withoutSpeech(sentence.slice(0, MAX_CHARS)))
  const tongues = tonguesIn(text, message, talk)
  const clauses = partsOf(text).map((clause) => signsOf(clause, tongues))
  clauses.forEach((signs, at) => {
    const before = clauses.slice(1, at)
    for (const sign of ['orders', 'asking']) if (before.some((each) => each.has(sign))) signs.add(`after ${sign}`)
    joint(signs)
  })
  const first = clauses[0] ?? new Set<string>()
  const whole = new Set(COLOURS.filter((sign) => first.has(sign)).map((sign) => `whole: ${sign}`))
  whole.add(`in ${tongues.length === 1 ? tongues[0]?.code : 'any'}`)
  if (/[?？]/.test(text)) whole.add('whole: ?')
  if (clauses.length > 3) whole.add('whole: many')
  if (tongues.some((language) => patternsOf(language).get('agrees')?.test(sentence.trim()))) whole.add('agrees')
  if (reply !== undefined) whole.add(isNoted(reply, tongues) ? 'noted' : 'answered')
  for (const least of [200, 400, 800]) if (weight(message) > least) whole.add(`among ${least}`)
  return { clauses, whole }
}

/** Nobody says more in a sentence. */
const MAX_CHARS = 400

/** `Noted, short answers it is`: the other took it for something to keep. */
function isNoted(reply: string, tongues: readonly Language[]): boolean {
  return tongues.some((language) => patternsOf(language).get('notes')?.test(reply.slice(0, 80).trim()))
}

/** What says something of the whole sentence wherever in it it stands. */
const COLOURS: readonly string[] =
  'task question fragment mood muses request hearsay own passing momentary went moment unsure atHand asking orders once you others speech greets same nominal whenever past'.split(
    ' ',
  )

/** The whole, and each clause of it. */
function partsOf(text: string): string[] {
  const clauses = clausesOf(text).flatMap((clause) => {
    const sides = clause.split(CJK.test(clause) ? JOINED_CJK : JOINED)
    return sides.every((side) => (CJK.test(side) ? side.length >= 4 : side.split(/\s+/).length >= 3)) ? sides : clause
  })
  return [...new Set([text, ...clauses.map(withoutOpener)])]
}

const JOINED =
  /\s(?:and|but|so|because|then|und|aber|weil|also|denn|y|pero|porque|así que|et|mais|donc|parce que|car)\s/iu

/** People leave out commas. */
const JOINED_CJK =
  /(?<=[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\d])\s+(?=[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}])|(?<=(?:ですが|けれど|けど|ので))(?=.{4})/u

/** Signs that say more together. */
const TOGETHER: readonly (readonly [string, string])[] = `
value+change, any+change, own+value, own first+value, own first+any, own first+task, own first+state, copula+value,
copula+=names, article+copula, article+value, task+standing, task+own, task+value, task+change, task+rule, task+decision,
task+preference, task+fact, orders+value, orders+standing, orders+rule, orders+must, orders+=language, orders+preference,
momentary+change, momentary+value, went+change, passing+own, passing+value, you+rule, you+standing, others+hearsay,
hearsay+own, hearsay+fact, hearsay+value, hearsay+must, moment+value, moment+fact, once+value, past+change, past+value, past+own first, past+momentary, past+fact, past+self, fragment+whenever, question+whenever, orders+whenever, task+whenever, stated+any, stated+value,
stated+duty, stated+others, same+value, same+change, =person+any`
  .split(',')
  .map((pair) => pair.trim().split('+') as [string, string])

function joint(signs: Set<string>): Set<string> {
  for (const [name, any] of GROUPS) if (any.some((sign) => signs.has(sign))) signs.add(name)
  for (const [a, b] of TOGETHER) if (signs.has(a) && signs.has(b)) signs.add(`${a}+${b}`)
  return signs
}

const VALUES = ['=days', '=time', '=amount', '=code', '=frequency', '=address']
const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ['value', VALUES],
  [
    'any',
    [...VALUES, '=numbers', '=names', '=colour', '=language', '=transport', '=drink', '=tone', '=theme', '=length'],
  ],
  ['change', ['changed', 'instead', 'corrects', 'over', 'reverts', 'moved']],
]

/** What speaks for and against a clause. */
function signsOf(clause: string, tongues: readonly Language[]): Set<string> {
  const signs = new Set<string>()
  for (const language of tongues)
    for (const [sign, pattern] of patternsOf(language))
      if (sign !== 'notes' && !signs.has(sign) && pattern.test(clause)) signs.add(sign)
  for (const [sort, found] of Object.entries(valuesOf(clause))) if (found.length > 0) signs.add(`=${sort}`)
  for (const [sign, pattern] of FORMS) if (pattern.test(clause)) signs.add(sign)
  const size = CJK.test(clause) ? weight(clause) / 4 : clause.split(/\s+/).length * 1.5
  signs.add(`size ${SIZES.filter((least) => size > least).length}`)
  return signs
}

const SIZES = [3, 6, 12, 20]
const FORMS: readonly (readonly [string, RegExp])[] = [
  ['labelled', /^(?:[\p{L}\d][\p{L}\d'’./-]*\s){0,3}[\p{L}\d][\p{L}\d'’./-]*\s?(?:[:：=]|\s=)\s?\S/u],
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

type Pick = (language: Language) => string | undefined
const starting = (source: string | undefined): string | undefined => source && `^(?:${source})`
const bound = (source: string | undefined): string | undefined => source && bounded(source).source

/** The tables of a language, as signs. */
const TABLES: Readonly<Record<string, Pick>> = {
  own: ({ shape }) => shape?.own,
  'own first': ({ shape }) => shape?.own && `^.?(?:${shape.own})`,
  task: ({ shape }) => starting(shape?.task),
  standing: ({ shape }) => shape?.standing,
  request: ({ shape }) => shape?.request,
  setting: ({ shape }) => shape?.setting,
  happened: ({ shape }) => shape?.happened,
  moment: ({ shape }) => shape?.moment,
  passing: ({ shape }) => shape?.passing,
  mood: ({ shape }) => starting(shape?.mood),
  went: ({ shape }) => shape?.went,
  muses: ({ shape }) => shape?.muses,
  says: ({ shape }) => shape?.says,
  self: ({ shape }) => shape?.self,
  thing: ({ shape }) => shape?.thing,
  rule: ({ shape }) => shape?.rule,
  recurring: ({ shape }) => shape?.recurring,
  notes: ({ shape }) => shape?.notes,
  past: ({ shape }) => shape?.past,
  whenever: ({ shape }) => shape?.whenever,
  stated: ({ shape }) => shape?.stated,
  agrees: ({ shape }) => starting(shape?.agrees),
  asking: ({ shape }) => shape?.asking,
  orders: ({ shape }) => shape?.orders,
  you: ({ shape }) => shape?.you,
  once: ({ shape }) => shape?.once,
  greets: ({ shape }) => shape?.greets,
  same: ({ shape }) => shape?.same,
  nominal: ({ shape }) => shape?.nominal,
  hearsay: ({ shape }) => shape?.hearsay,
  must: ({ shape }) => shape?.must,
  decision: ({ wording }) => wording?.decision.source,
  preference: ({ wording }) => wording?.preference.source,
  fact: ({ wording }) => wording?.fact.source,
  question: ({ wording }) => wording?.question.source,
  fragment: ({ wording }) => wording?.fragment.source,
  habit: ({ wording }) => wording?.habit.source,
  atHand: ({ wording }) => wording?.atHand.source,
  moved: ({ wording }) => wording?.moved.source,
  due: ({ wording }) => wording?.due.source,
  scheduled: ({ wording }) => wording?.scheduled.source,
  momentary: ({ wording }) => wording?.momentary.source,
  changed: ({ stance }) => stance?.changed,
  others: ({ stance }) => bound(stance?.others),
  state: ({ stance }) => bound(stance?.rivals?.join('|')),
  over: ({ stance }) => stance?.over,
  corrects: ({ change }) => bound(change?.corrects),
  instead: ({ change }) => bound(change?.instead),
  only: ({ change }) => bound(change?.only),
  reverts: ({ change }) => bound(change?.reverts),
  unsure: ({ change }) => bound(change?.unsure),
  adds: ({ change }) => bound(change?.adds),
  duty: ({ change }) => bound(change?.duty),
  naming: ({ change }) => bound(change?.naming),
  copula: ({ change }) => bound(change?.copula),
  article: ({ change }) => change && starting(bound(change.article)),
  points: ({ change }) => change && starting(bound(change.points)),
}

/** Made when a language is first heard. */
const MADE = fromLanguages(() => new Map<Language, ReadonlyMap<string, RegExp>>())

function patternsOf(language: Language): ReadonlyMap<string, RegExp> {
  const known = MADE().get(language)
  if (known !== undefined) return known
  const patterns = new Map(
    Object.entries(TABLES).flatMap(([sign, pick]) => {
      const source = pick(language)
      return source ? [[sign, patternOf(source)] as const] : []
    }),
  )
  // Names have capitals.
  if (language.wording?.named) patterns.set('named', patternOf(language.wording.named.source, 'u'))
  MADE().set(language, patterns)
  return patterns
}

/** The languages a sentence may be in: its own words tell, or else those of what it stands in. */
function tonguesIn(sentence: string, ...around: readonly [string, string]): readonly Language[] {
  const shaped = languages().filter(({ shape }) => shape !== undefined)
  if (CJK.test(sentence)) {
    const isJapanese = KANA.test(sentence) || spoken(around.join('\n'))?.code === 'ja'
    return shaped.filter(({ code }) => code === (isJapanese ? 'ja' : 'zh'))
  }
  const hinted = countedIn(sentence).flatMap(({ language, count }) => (count > 0 ? language : []))
  for (const text of [sentence, ...around].filter(Boolean)) {
    const found = CJK.test(text) ? shaped : tonguesOf(text).filter(({ shape }) => shape !== undefined)
    // A greeting beside it may be in another language.
    if (found.length > 0 && found.length < shaped.length)
      return text === sentence ? found : shaped.filter((each) => found.includes(each) || hinted.includes(each))
  }
  return shaped
}

const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/u
