import { fromLanguages, sourcesOf } from '../language/index.ts'
import type { Sort } from '../language/language.ts'
import { NUMBER_WORDS } from '../language/elsewhere.ts'
import { bounded } from '../text/bounded.ts'
import { daysNamed } from '../text/days-named.ts'
import { inTongue } from '../text/tongue.ts'
import { TELLING } from './lineage.ts'
import { type Clause, clausesIn, nearest, type Said, valuesOfNumber } from './said.ts'
import { contentTerms, share, wordsOf } from './terms.ts'

/**
 * Clauses that give a thing the value of another: `the gate code is 9921` of `the gate code is 4417 and the wifi code is 9921`,
 * `they moved from B to A` of `we moved from A to B`. Where the other value corrects the first one, it is the thing's own.
 */
export function crossedIn(claim: string, said: Said): string[] {
  const wrong = clausesIn(claim).flatMap(({ text }) => (isCrossed(text.replace(/^[的の\s]+/u, ''), said) ? [text] : []))
  return [...wrong, ...turnedIn(claim, said.clauses)]
}

function isCrossed(text: string, said: Said): boolean {
  const terms = contentTerms(text)
  return VALUES.some((valuesIn) => {
    const own = valuesIn(text, said)
    if (own.length === 0) return false
    const about = contentTerms(without(own, text.replace(TELLING(), ' ')))
    const near = nearest(about, said.clauses)
    if (near.length === 0 || share(about, near[0]?.terms ?? new Set()) < MOST) return false
    const isElsewhere = near.every((clause) => {
      const there = valuesIn(clause.text, said)
      return there.length > 0 && !there.some((value) => own.some((each) => isSame(each, value)))
    })
    // It must belong to something else where it stands.
    return (
      isElsewhere &&
      said.clauses
        .filter(({ text: each }) => hasOne(each, own))
        .every((clause) => isOfOther(clause, terms, valuesIn(clause.text, said)))
    )
  })
}

const MOST = 0.5

/** Without some values; what is left is what it is about. */
function without(values: readonly string[], text: string): string {
  return values.reduce((left, value) => left.replaceAll(new RegExp(literal(value), 'giu'), ' '), text)
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

function isSame(a: string, b: string): boolean {
  if (valuesOfNumber(a).some((value) => valuesOfNumber(b).includes(value))) return true
  const [one, other] = [contentTerms(a), contentTerms(b)]
  return share(one, other) === 1 || share(other, one) === 1
}

function hasOne(text: string, values: readonly string[]): boolean {
  const words = new Set(wordsOf(text).flatMap(valuesOfNumber))
  const run = text.toLowerCase()
  return values.some((value) => valuesOfNumber(value).some((each) => words.has(each)) || run.includes(value))
}

/** Names something the claim does not speak of, and corrects nothing: neither `make that 9921` nor `it moved to Monday`. */
function isOfOther(clause: Clause, terms: ReadonlySet<string>, own: readonly string[]): boolean {
  if (CORRECTS(clause.text).test(clause.text) || POINTS(clause.text).test(clause.text)) return false
  const values = own.flatMap((value) => [...contentTerms(value)])
  return [...clause.terms].some(
    (term) => !terms.has(term) && !values.includes(term) && !/^\d/.test(term) && !MOVING().has(term),
  )
}

type ValuesIn = (text: string, said: Said) => string[]

/** By sort: numbers, days, names, and what a thing has one of. */
const VALUES: readonly ValuesIn[] = [
  (text) => [
    ...wordsOf(text).filter((word) => /^\d+$/.test(word) || NUMBER_WORDS.has(word)),
    ...(text.match(HAN_NUMBER) ?? []),
  ],
  daysNamed,
  (text, { names }) =>
    [...new Set((text.match(CAPITAL) ?? []).map((name) => name.toLowerCase()))].filter(
      (name) => names.has(name) && !KIN(text).test(name),
    ),
  ...(['time', 'part of day', 'colour', 'language'] as const satisfies readonly Sort[]).map((sort): ValuesIn => {
    const pattern = inTongue(({ change }) => {
      const source = change?.sorts[sort]
      return source === undefined ? undefined : bounded(source).source
    }, 'giu')
    return (text) => (text.match(pattern(text)) ?? []).map((value) => value.toLowerCase().replace(LEADING, ''))
  }),
]

const HAN_NUMBER =
  /(?<![\d一二两三四五六七八九十百千万])[\d一二两三四五六七八九十百千万]+(?=[只个人岁歳点時块元円号本台])/gu
const CAPITAL = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}-]+/gu
/** `At noon` and `noon` are one. */
const LEADING = /^(?:at|by|um|gegen|a las?) /i
const CORRECTS = inTongue(
  ({ change }) => change && [change.corrects, change.reverts].map((each) => bounded(each).source).join('|'),
)
const POINTS = inTongue(
  ({ change }) => change && `^(?:${change.points})(?!\\p{L})(?! (?:\\p{Lu}|\\p{L}+ (?:ist|sind|hat|heißt)))`,
)
const MOVING = fromLanguages(() => contentTerms(sourcesOf(({ stance }) => stance?.moving).join(' ')))
const KIN = inTongue(({ stance, change }) => {
  const words = [stance?.others, change?.sorts.person].filter(Boolean)
  return words.length === 0 ? undefined : `^(?:${words.join('|')})$`
})

/** `From B to A` where it was from A to B. */
function turnedIn(claim: string, clauses: readonly Clause[]): string[] {
  const claimed = replacedIn(claim)
  if (claimed.length === 0) return []
  const said = clauses.flatMap(({ text }) => replacedIn(text))
  return claimed.flatMap(({ a, b, all }) => {
    const isTurned =
      said.some((each) => each.a === b && each.b === a) && !said.some((each) => each.a === a && each.b === b)
    return isTurned ? [all] : []
  })
}

function replacedIn(text: string): { a: string; b: string; all: string }[] {
  return REPLACED().flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ 0: all, groups }) => {
      const [a, b] = [groups?.['a'], groups?.['b']].map((each) => each?.toLowerCase().replace(/\.+$/, ''))
      return a === undefined || b === undefined ? [] : [{ a, b, all }]
    }),
  )
}

const REPLACED = fromLanguages((all) =>
  all.flatMap(({ stance }) => stance?.replacements.map((pattern) => new RegExp(pattern, 'giu')) ?? []),
)
