import { anyLanguage, fromLanguages } from '../language/index.ts'
import type { Shape } from '../language/language.ts'
import type { StatementKind } from '../notes/statement.ts'
import { CJK } from '../text/cjk.ts'
import { clausesOf, fullClausesOf, weight } from './clauses.ts'
import { valuesOf } from './sorts.ts'
import { inTongue } from './tongue.ts'

/**
 * What is left of a user's words once questions, orders about the work at hand, reactions, trouble and tales are taken
 * away was said to be known. It must speak of the speaker or name something; an order counts when it is a standing one.
 */
export function kindOfRest(sentence: string): StatementKind | undefined {
  const text = withoutOpener(sentence)
  if (text.length > MAX_CHARS || MACHINE.test(text)) return undefined
  // Feelings and hopes colour the whole sentence, and short clauses hide them.
  if (MUSES().test(text) && text.split(/[,，;；]/u).length < 4) return undefined
  if (!OWN().test(text) && weight(text) > TOLD_CHARS) return undefined
  const clauses = weight(text) <= CLAUSE_CHARS ? [text] : fullClausesOf(text, 12)
  const kinds = clauses.map(kindOfClause)
  return kinds.includes('Fact') ? 'Fact' : kinds.find((kind) => kind !== undefined)
}

const MAX_CHARS = 300
/** Of others and of things people say less at once. */
const TOLD_CHARS = 150
/** Longer ones say several things, and each is looked at. */
const CLAUSE_CHARS = 60

/** Whether somebody talks here, rather than a page: it is short, or one sentence in three speaks of the speaker. */
export function isTalk(message: string, sentences: readonly string[]): boolean {
  return weight(message) <= TALK_CHARS || 3 * sentences.filter((each) => OWN().test(each)).length >= sentences.length
}

const TALK_CHARS = 300

/**
 * Whether we know the language well enough to tell an order from a statement: its small words are those of a language
 * whose table says how people order. Those of one or two letters stand in too many languages.
 */
export function isUnderstood(text: string): boolean {
  if (/[\p{scx=Han}\p{scx=Hiragana}]{2}/u.test(text)) return true
  const words = text.toLowerCase().match(/\p{L}[\p{L}'’]{2,}|(?<!\p{L})my(?!\p{L})/gu) ?? []
  const most = (tongues: readonly ((word: string) => boolean)[]): number =>
    Math.max(0, ...tongues.map((isSmall) => words.filter(isSmall).length))
  const [ours, others] = [most(TONGUES().ours), most(TONGUES().others)]
  return ours > 0 && others < 2 * ours && 20 * ours >= words.length
}

const TONGUES = fromLanguages((all) => {
  const made = all.map(({ shape, stopWords, smallWords = '' }) => {
    const small = new Set(`${stopWords} ${smallWords}`.split(/\s+/))
    const own = shape && new RegExp(`^(?:${shape.own})$`, 'iu')
    return {
      isOurs: shape !== undefined,
      isSmall: (word: string) => small.has(word.replace('’', "'")) || own?.test(word) === true,
    }
  })
  const of = (isOurs: boolean) => made.filter((each) => each.isOurs === isOurs).map(({ isSmall }) => isSmall)
  return { ours: of(true), others: of(false) }
})

function kindOfClause(clause: string): StatementKind | undefined {
  const text = withoutOpener(clause).replace(REASON, '')
  if (PASSING().test(text) || MOMENTARY().some((pattern) => pattern.test(text)) || WENT().test(text)) return undefined
  if (isTask(text))
    return STANDING().test(text) && !POINTING().some((pattern) => pattern.test(text)) ? 'Preference' : undefined
  if (!isSaying(text) || MUSES().test(text) || text.endsWith('...') || text.endsWith('…')) return undefined
  return OWN().test(text) ||
    SAYS().test(text) ||
    LABELLED.test(text) ||
    SPECIFIC.test(text.replace(AT_WORK, ' ')) ||
    isTimed(text)
    ? 'Fact'
    : undefined
}

/** `The children go to bed at half past seven`. */
function isTimed(text: string): boolean {
  const { days, time, amount, frequency } = valuesOf(text)
  return weight(text) <= CLAUSE_CHARS && days.length + time.length + amount.length + frequency.length > 0
}

/** Begins like an order about the work at hand. */
function isTask(text: string): boolean {
  return (CJK.test(text) ? TASK_UNSPACED() : TASK()).test(text)
}

/** `Rename that function`: an order about something at hand takes nothing back. */
export function isErrand(sentence: string): boolean {
  const text = withoutOpener(sentence)
  if (POINTS().test(text)) return false
  const beginning = text.split(/\s+/).slice(0, 3).join(' ')
  return !CJK.test(text) && isTask(text) && !OWN().test(text) && POINTING().some((each) => each.test(beginning))
}

/** A name alone says nothing of it. */
function isSaying(text: string): boolean {
  const letters = text.match(/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/gu)?.length ?? 0
  return text.split(/\s+/).length >= 3 || letters >= 4 || (letters >= 3 && /\p{sc=Latin}{2}/u.test(text))
}

/** `I am learning Greek, do you like it?` says that I am learning Greek. */
export function withoutAside(sentence: string): string {
  return sentence.replace(ASIDE(), '')
}

/** Speaks of somebody named before it. */
export function isFollowing(text: string): boolean {
  return FOLLOWS(text).test(text)
}

/**
 * A sentence without the clauses that say how somebody feels, what they think of it or hope, for what they tell of their
 * day: `I moved to Porto, I feel free`. Undefined when it begins so: the rest is coloured by it.
 */
export function withoutMoods(sentence: string): string | undefined {
  const text = withoutOpener(sentence)
  const clauses = clausesOf(text)
  if (MOOD().test(clauses[0] ?? '') || (AGREES().test(sentence.trim()) && !OWN().test(text))) return undefined
  const kept = clauses.filter((clause) => !MOOD().test(withoutOpener(clause)))
  return kept.length === clauses.length ? sentence : kept.join(CJK.test(text) ? '，' : ', ')
}

/** `By the way, I live in Porto` says that I live in Porto. */
export function withoutOpener(text: string): string {
  let rest = text.trim()
  for (let tries = 0; tries < 4; tries++) {
    const next = rest.replace(OPENER(), '')
    if (next === rest || next === '') break
    rest = next
  }
  return rest
}

/** Why, or when: says nothing about the statement before it. */
const REASON = /(?<=\p{L}{2}.*) (?:in case|because|since|so that|weil|damit|falls|porque|por si|parce que) .*$/iu
/** Columns and brackets: no person talks like that. */
const MACHINE =
  /^\w*(?:Error|Exception)(?::|\b.*\bat\b)|^at \S+ ?\(|\S\s{3,}\S|\t|→|@@|\*\*|\[\w+[ :#]|#\d+(?![\da-f])|@\S+\/|[{}<>|\\]|\w\(|\)\.|;$|^\W*\w+(?:\.\w+)+\W*$/
const LABELLED = /^(?:[\p{L}\d][\p{L}\d'’./-]*\s){0,3}[\p{L}\d][\p{L}\d'’./-]*\s?(?:[:：=]|\s=)\s?\S/u
/** Names in code of what is worked on. */
const AT_WORK = /`[^`]*`|"[^"]*"|“[^”]*”/g
/** Names something: a number, a time, a path, an identifier, a name with a capital inside the sentence. */
const SPECIFIC =
  /\d|[\p{L}\d][._/@:-][\p{L}\d]|\p{Ll}\p{Lu}|(?<=[\p{L},] [(“"]?)\p{Lu}\p{L}|(?<=[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}] ?)\p{scx=Latin}{2,}|[\p{sc=Katakana}ー]{3,}/u

const starting = (
  isMeant: (source: string) => boolean,
  pick: (shape: Shape) => string | readonly string[],
): (() => RegExp) =>
  fromLanguages(
    (all) =>
      new RegExp(
        `^(?:${all
          .flatMap(({ shape }) => (shape ? pick(shape) : []))
          .filter(isMeant)
          .join('|')})`,
        'iu',
      ),
  )
const OPENER = starting(Boolean, ({ opener }) => opener)
const TASK = starting(Boolean, ({ task }) => task)
/** `commit message 用英文` does not order to commit. */
const TASK_UNSPACED = starting(
  (source) => CJK.test(source),
  ({ task }) => task,
)
const AGREES = starting(Boolean, ({ agrees }) => agrees ?? [])
const MOOD = starting(Boolean, ({ mood }) => mood ?? [])
const ASIDE = anyLanguage(({ shape }) => shape?.aside)
const PASSING = anyLanguage(({ shape }) => shape?.passing)
const STANDING = anyLanguage(({ shape }) => shape?.standing)
const OWN = anyLanguage(({ shape }) => shape?.own)
const WENT = anyLanguage(({ shape }) => shape?.went)
const SAYS = anyLanguage(({ shape }) => shape?.says)
const MUSES = anyLanguage(({ shape }) => shape?.muses)
const MOMENTARY = fromLanguages((all) => all.flatMap(({ wording }) => wording?.momentary ?? []))
const POINTING = fromLanguages((all) => all.flatMap(({ wording }) => wording?.atHand ?? []))
/** Begins with what stands for a thing or a person: nobody is told to do anything. */
const POINTS = fromLanguages(
  (all) => new RegExp(`^(?:${all.flatMap(({ change }) => change?.points ?? []).join('|')})(?!\\p{L})`, 'iu'),
)
const FOLLOWS = inTongue(({ shape }) => shape?.follows)
