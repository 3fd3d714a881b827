import { fromLanguages, languages } from '../language/index.ts'
import type { Language } from '../language/language.ts'
import { CJK } from '../text/cjk.ts'
import { remembered } from '../text/remembered.ts'
import { tonguesOf } from '../text/tongue.ts'

/** What a text speaks of, and by which words: `I finish at four` and `the shift ends at five` both of working hours. */
export type Concepts = ReadonlyMap<string, ReadonlySet<string>>

export const conceptsOf = remembered((text: string): Concepts => {
  const made = new Map<string, Set<string>>()
  const found = (entries: readonly Phrase[]): void => {
    for (const { concept, phrase } of entries) made.set(concept, (made.get(concept) ?? new Set()).add(phrase))
  }
  const tables = tablesFor(text)
  const plain = plainOf(text)
  for (const run of plain.match(RUNS) ?? []) inRun(run, tables, found)
  inWords((plain.match(WORDS) ?? []).map(stemOf), tables, found)
  return made
})

/** What both speak of. */
export function sharedConcepts(one: string, other: string): string[] {
  const also = conceptsOf(other)
  return [...conceptsOf(one).keys()].filter((concept) => also.has(concept))
}

type Phrase = { readonly concept: string; readonly phrase: string }
type Table = {
  /** By the first word: the whole phrase in stems, or the piece of an unspaced text. */
  readonly phrases: ReadonlyMap<string, readonly (Phrase & { readonly stems: readonly string[] })[]>
  readonly pieces: ReadonlyMap<string, readonly Phrase[]>
  readonly longest: number
  readonly hasCompounds: boolean
}

const RUNS = new RegExp(`${CJK.source}+`, 'gu')
const WORDS = /[\p{sc=Latin}\p{N}][\p{sc=Latin}\p{N}'+#]*/gu
const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/u

/** Made when a text in that language is first met. */
const TABLES = fromLanguages(() => new Map<string, Table>())

/** Of the languages the text may be in; names of things in Chinese and Japanese are English. */
function tablesFor(text: string): Table[] {
  const codes = new Set(tonguesOf(text).map(({ code }) => code))
  if (CJK.test(text)) codes.add('en')
  if (KANA.test(text)) codes.delete('zh')
  return languages()
    .filter(({ code, concepts }) => concepts !== undefined && codes.has(code))
    .map(tableOf)
}

function tableOf(language: Language): Table {
  const known = TABLES().get(language.code)
  if (known !== undefined) return known
  const phrases = new Map<string, (Phrase & { stems: string[] })[]>()
  const pieces = new Map<string, Phrase[]>()
  for (const line of plainOf(language.concepts ?? '').split('\n')) {
    const [concept = '', all = ''] = line.split(': ')
    for (const phrase of all.split(', ')) {
      if (!/^[\p{L}\d]/u.test(phrase)) continue
      if (CJK.test(phrase)) listed(pieces, phrase).push({ concept, phrase })
      else {
        const stems = (phrase.match(WORDS) ?? []).map(stemOf)
        listed(phrases, stems[0] ?? '').push({ concept, phrase, stems })
      }
    }
  }
  const longest = Math.max(0, ...[...pieces.keys()].map(({ length }) => length))
  const made = { phrases, pieces, longest, hasCompounds: language.code === 'de' }
  TABLES().set(language.code, made)
  return made
}

function listed<T>(all: Map<string, T[]>, key: string): T[] {
  const known = all.get(key)
  if (known !== undefined) return known
  const made: T[] = []
  all.set(key, made)
  return made
}

/** The longest piece at each place. */
function inRun(run: string, tables: readonly Table[], found: (entries: readonly Phrase[]) => void): void {
  for (const { pieces, longest } of tables)
    for (let at = 0; at < run.length; at++)
      for (let size = Math.min(longest, run.length - at); size > 0; size--) {
        const entries = pieces.get(run.slice(at, at + size))
        if (entries === undefined) continue
        found(entries)
        at += size - 1
        break
      }
}

function inWords(
  words: readonly string[],
  tables: readonly Table[],
  found: (entries: readonly Phrase[]) => void,
): void {
  for (const { phrases, hasCompounds } of tables)
    for (const [at, word] of words.entries()) {
      const here = (phrases.get(word) ?? []).filter(({ stems }) => stems.every((stem, on) => words[at + on] === stem))
      found(here)
      if (!hasCompounds) continue
      for (let from = MIN_BEFORE; from <= word.length - MIN_COMPOUND; from++) {
        const tail = (phrases.get(word.slice(from)) ?? []).filter(({ stems }) => stems.length === 1)
        if (tail.length === 0) continue
        found(tail)
        break
      }
    }
}

const [MIN_BEFORE, MIN_COMPOUND] = [4, 5]

/** Lower case, without accents. */
function plainOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('’', "'")
    .replace(/[\p{sc=Latin}]/gu, (letter) => letter.normalize('NFD')[0] ?? letter)
}

/** Without the endings of number, case and gender. */
function stemOf(word: string): string {
  const bare = word.replace(/'s$|'/g, '')
  return bare.replace(
    /(?<=.{4})(?:innen|amos|emos|ando|iendo|ad[oa]s?|aron|ieron|ing|ed|en|es|er|em|as|os|in|ar|an|st|te|t)$|(?<=.{3})(?:imos|id[oa]s?|ir|[senaot])$/,
    '',
  )
}
