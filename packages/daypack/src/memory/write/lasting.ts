import { anyLanguage, fromLanguages } from '../language/index.ts'
import type { Shape } from '../language/language.ts'
import { patternOf } from '../language/letters.ts'
import { CJK } from '../text/cjk.ts'
import { inTongue } from '../text/tongue.ts'
import { weight } from './clauses.ts'

/** Whether somebody talks here, rather than a page: it is short, or one sentence in three speaks of the speaker. */
export function isTalk(message: string, sentences: readonly string[]): boolean {
  return weight(message) <= TALK_CHARS || 3 * sentences.filter((each) => OWN().test(each)).length >= sentences.length
}

const TALK_CHARS = 300

/**
 * Whether we know the language well enough to tell an order from a statement: its small words are those of a language
 * whose table says how people order. Those of one or two letters stand in too many languages: there must be many of them.
 */
export function isUnderstood(text: string): boolean {
  if (/[\p{scx=Han}\p{scx=Hiragana}]{2}/u.test(text)) return true
  const words = text.toLowerCase().match(/\p{L}[\p{L}'’]*/gu) ?? []
  const long = words.filter((word) => word.length > 2 || word === 'my')
  const most = (among: readonly string[], tongues: readonly ((word: string) => boolean)[]): number =>
    Math.max(0, ...tongues.map((isSmall) => among.filter(isSmall).length))
  const share = (among: readonly string[], least: number): boolean => {
    const [ours, others] = [most(among, TONGUES().ours), most(among, TONGUES().others)]
    return ours > 0 && others < 2 * ours && ours >= least * among.length
  }
  return share(long, 1 / 20) || share(words, 1 / 3)
}

const TONGUES = fromLanguages((all) => {
  const made = all.map(({ shape, stopWords, smallWords = '' }) => {
    const small = new Set(`${stopWords} ${smallWords}`.split(/\s+/))
    const own = shape && patternOf(`^(?:${shape.own})$`)
    return {
      isOurs: shape !== undefined,
      isSmall: (word: string) => small.has(word.replace('’', "'")) || own?.test(word) === true,
    }
  })
  const of = (isOurs: boolean) => made.filter((each) => each.isOurs === isOurs).map(({ isSmall }) => isSmall)
  return { ours: of(true), others: of(false) }
})

/** `Rename that function`: an order about something at hand takes nothing back. */
export function isErrand(sentence: string): boolean {
  const text = withoutOpener(sentence)
  if (POINTS().test(text)) return false
  const beginning = text.split(/\s+/).slice(0, 3).join(' ')
  return (
    !CJK.test(text) && TASK(text).test(text) && !OWN().test(text) && POINTING().some((each) => each.test(beginning))
  )
}

/** `I am learning Greek, do you like it?` says that I am learning Greek. */
export function withoutAside(sentence: string): string {
  return sentence.replace(ASIDE(), '')
}

/** Speaks of somebody named before it. */
export function isFollowing(text: string): boolean {
  return FOLLOWS(text).test(text)
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

const starting = (pick: (shape: Shape) => string): (() => RegExp) =>
  fromLanguages((all) =>
    patternOf(
      `^(?:${all
        .flatMap(({ shape }) => (shape ? pick(shape) : []))
        .filter(Boolean)
        .join('|')})`,
    ),
  )
const OPENER = starting(({ opener }) => opener)
const TASK = inTongue(({ shape }) => shape && `^(?:${shape.task})`)
const ASIDE = anyLanguage(({ shape }) => shape?.aside)
const OWN = anyLanguage(({ shape }) => shape?.own)
const POINTING = fromLanguages((all) => all.flatMap(({ wording }) => wording?.atHand ?? []))
/** Begins with what stands for a thing or a person: nobody is told to do anything. */
const POINTS = fromLanguages((all) =>
  patternOf(`^(?:${all.flatMap(({ change }) => change?.points ?? []).join('|')})(?!\\p{L})`),
)
const FOLLOWS = inTongue(({ shape }) => shape?.follows)
