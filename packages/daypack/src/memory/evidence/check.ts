import type { Seq } from '../../model/edit.ts'
import { CJK } from '../text/cjk.ts'
import { normalForm } from '../text/normal.ts'
import { datesIn, namesDate } from './calendar.ts'
import { figuresOf, isBorneBy, numbersIn } from './numbers.ts'
import { agrees, evidenceOf, isContent, isUnreal, listed, namesIn, says, saysName, tokensOf } from './words.ts'

/** What somebody wants to note, and the words they say it rests on. */
export type Claim = {
  readonly line: string
  /** The user's own words. */
  readonly quote: string
  readonly message?: Seq
}

/** Something said or seen in the session, in order; `by` tells whose it is. */
export type Said = { readonly seq: Seq; readonly by: 'user' | 'model' | 'tool' | 'document'; readonly text: string }

export type Ground = {
  readonly said: readonly Said[]
  /** The line of the page that is changed: it is evidence for what stays of it. */
  readonly page?: string
  /** The whole page: names it knows need not be said again. */
  readonly known?: string
  /** The day it was said on. */
  readonly today: string
}

export type Verdict =
  | { readonly state: 'borne-out'; readonly seqs: readonly Seq[] }
  /** The line says more than the quote: the user's sentence stands in for it. */
  | { readonly state: 'quoted'; readonly sentence: string; readonly seqs: readonly Seq[]; readonly why: string }
  | { readonly state: 'refused'; readonly why: string }

/**
 * Whether what the user said bears a line out, in any language: the quote stands in a message of the user; numbers, dates and
 * names of the line, and much of its words, stand in what the user said, what they agreed to, or the line it changes.
 */
export function check({ line, quote, message }: Claim, ground: Ground): Verdict {
  const key = normalForm(quote)
  if (key === '') return { state: 'refused', why: 'there is no quote' }
  if (line.length > MOST_CHARS || quote.length > MOST_CHARS) return { state: 'refused', why: 'too long for one line' }
  const own = ground.said.filter(({ by, text }) => by === 'user' && normalForm(text).includes(key))
  const source = own.find(({ seq }) => seq === message) ?? own.at(-1)
  if (source === undefined) return { state: 'refused', why: 'the quote is in no message of the user' }
  const spoken = withoutCited(near(source.text, quote))
  if (!normalForm(spoken).includes(key) && normalForm(withoutCited(quote)).length < key.length / 2)
    return { state: 'refused', why: 'the user only cites it' }
  const agreed = agreedTo(source, ground.said)
  const seqs = [...(agreed === undefined ? [] : [agreed.seq]), source.seq]
  const why = whyNot(line, sentencesAround(spoken, withoutCited(quote)), spoken, agreed?.text ?? '', source.seq, ground)
  if (why === undefined) return { state: 'borne-out', seqs }
  const around = sentencesAround(source.text, quote)
  const sentence = isAsked(around) ? quote.trim() : around
  if (why === WEIGHED || isAsked(sentence) || tokensOf(sentence).length < LEAST_WORDS || isNod(sentence))
    return { state: 'refused', why }
  return { state: 'quoted', sentence, seqs: [source.seq], why }
}

/** A note is a sentence or two. Longer ones are not compared word by word: that work grows with both sides. */
const MOST_CHARS = 1_000
const MOST_NEAR = 4_000
/** A shorter sentence says nothing by itself. */
const LEAST_WORDS = 3
/** `Yes, sounds good` says nothing by itself, either. */
const NOD_CHARS = 30
/** So much of a line is in words that were heard. */
const LEAST_SHARE = 0.55
const WEIGHED = 'only weighed by the user'

/** Of a very long message only what stands around the quote is looked at. */
function near(text: string, quote: string): string {
  if (text.length <= MOST_NEAR) return text
  const at = text.indexOf(quote.trim())
  if (at < 0) return sentencesAround(text, quote).slice(0, MOST_NEAR)
  return text.slice(Math.max(0, at - MOST_NEAR / 2), at + MOST_NEAR / 2)
}

function isNod(sentence: string): boolean {
  return agrees(sentence) && sentence.length <= NOD_CHARS
}

function isAsked(sentence: string): boolean {
  return /[?？]\s*$/.test(sentence)
}

function whyNot(
  line: string,
  around: string,
  spoken: string,
  agreed: string,
  seq: Seq,
  { said, page = '', known = '', today }: Ground,
): string | undefined {
  const heard = [spoken, agreed, page].join('\n')
  const numbers = new Set([spoken, agreed, page].flatMap((text) => [...numbersIn(text)]))
  const { dates, rest } = datesIn(line)
  const isDated = dates.every(
    (date) => namesDate(`${spoken}\n${agreed}`, date, today, numbers) || namesDate(page, date, today, numbersIn(page)),
  )
  if (!isDated) return 'a date nobody said'
  const years = [-1, 0, 1].map((more) => Number(today.slice(0, 4)) + more)
  const figure = figuresOf(rest).find(
    ({ any }) => !isBorneBy(any, numbers) && !any.some((each) => years.includes(each)),
  )
  if (figure !== undefined) return `a number nobody said: ${figure.shown.trim()}`
  const earlier = said.flatMap((each) => (each.by === 'user' && each.seq < seq ? each.text : []))
  const names = namesIn(rest)
  const familiar = evidenceOf([heard, known, ...earlier].join('\n'))
  const name = names.find((each) => !saysName(each, familiar))
  if (name !== undefined) return `a name nobody said: ${name}`
  const figureOfOther = misplacedIn(rest, spoken)
  if (figureOfOther !== undefined) return `a number of something else: ${figureOfOther}`
  if (isDenied(line, around, agreed, page)) return 'says yes where the user said no, or the other way round'
  const doubts = listed('perhaps', clauseOf(line, around))
  if (isUnreal(spoken) || (doubts.length > 0 && listed('perhaps', `${line} ${page}`).length === 0)) return WEIGHED
  if (isOthers(line, around, page)) return 'said of somebody else'
  const words = tokensOf(rest).filter(isContent)
  const spokenWords = evidenceOf(heard)
  const found = words.filter((word) => says(word, spokenWords) || names.includes(word)).length
  const values = figuresOf(rest).length + dates.length
  return found + values < (words.length + values) * LEAST_SHARE ? 'mostly in words nobody said' : undefined
}

/** A number beside a word that stands in another clause than it does, while its own clause speaks of something else. */
function misplacedIn(line: string, spoken: string): string | undefined {
  const clauses = clausesOf(spoken).map((text) => ({ text, evidence: evidenceOf(text), numbers: numbersIn(text) }))
  const [tokens, lines] = [tokensOf(line), evidenceOf(line)]
  return tokens.find((token, at) => {
    const [figure] = figuresOf(token)
    const own = clauses.filter(({ numbers }) => figure !== undefined && isBorneBy(figure.any, numbers))
    const beside = [tokens[at - 1] ?? '', tokens[at + 1] ?? ''].filter(
      (word) => isContent(word) && clauses.some(({ evidence }) => says(word, evidence)),
    )
    return (
      own.length > 0 &&
      beside.length > 0 &&
      own.every(
        ({ text, evidence }) =>
          !beside.some((word) => says(word, evidence)) &&
          tokensOf(text).some((word) => isContent(word) && !says(word, lines)),
      )
    )
  })
}

/** A no in the line that the user did not say, or a word of it that stands only where the user says no. */
function isDenied(line: string, around: string, agreed: string, page: string): boolean {
  if (listed('no', line).length > 0) return listed('no', `${around} ${agreed} ${page}`).length === 0
  const parts = clausesOf(around).map(splitAtNo)
  const there = evidenceOf(parts.map(([, denied]) => denied).join('\n'))
  if (there.letters === '') return false
  const elsewhere = evidenceOf([...parts.map(([said]) => said), agreed].join('\n'))
  return tokensOf(line).some((word) => isContent(word) && says(word, there) && !says(word, elsewhere))
}

/** What a clause says before its no, and what it denies. */
function splitAtNo(clause: string): [string, string] {
  const at = Math.min(
    ...listed('no', clause).map((word) =>
      clause
        .toLowerCase()
        .replaceAll('’', "'")
        .search(CJK.test(word) ? word : new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'u')),
    ),
  )
  return Number.isFinite(at) && at >= 0 ? [clause.slice(0, at), clause.slice(at)] : [clause, '']
}

function isNo(clause: string): boolean {
  return listed('no', clause).length > 0
}

/** The clause the line comes from speaks of somebody the line does not name. */
function isOthers(line: string, around: string, page: string): boolean {
  const known = evidenceOf(`${line} ${page}`)
  const clause = clauseOf(line, around)
  return listed('people', clause).some((person) => !says(person, known))
}

/** The clause of what was said that has most of a line's words. */
function clauseOf(line: string, around: string): string {
  const words = tokensOf(line).filter(isContent)
  const shares = clausesOf(around).map((clause) => {
    const evidence = evidenceOf(clause)
    return { clause, share: words.filter((word) => says(word, evidence)).length }
  })
  const most = Math.max(0, ...shares.map(({ share }) => share))
  return most === 0 ? around : (shares.find(({ share }) => share === most)?.clause ?? around)
}

function clausesOf(text: string): string[] {
  return text
    .split(
      /[,;，；、。!?！？\n:：()–—]+|\.(?=\s|$)|\s(?:but|aber|pero|mais|ma|mas|although|though|while|whereas|но|and|und|y|et|e|so)\s/u,
    )
    .filter((part) => part.trim() !== '')
}

/** Somebody else's words in quotation marks are not the user's; a name in them is short. */
export function withoutCited(text: string): string {
  return text.replace(/"[^"\n]{12,}"|“[^”]{12,}”|„[^“”]{12,}[“”]|«[^»]{12,}»|「[^」]{6,}」|『[^』]{6,}』/gu, ' … ')
}

/**
 * The assistant's words a quote answers: they count where the user agrees to them or says too little by itself, and as far
 * as they are the assistant's own, not a tool's or a document's.
 */
function agreedTo(source: Said, said: readonly Said[]): Said | undefined {
  const before = said.filter(({ seq, by }) => seq < source.seq && (by === 'model' || by === 'user')).at(-1)
  const { text: answer } = source
  const isShort = tokensOf(answer).filter(isContent).length < LEAST_WORDS
  const isAgreement =
    answer.length <= 200 && (agrees(answer) || (isShort && !isNo(answer))) && listed('perhaps', answer).length === 0
  if (before?.by !== 'model' || !isAgreement || /[?？]/.test(answer)) return undefined
  const foreign = said.flatMap(({ by, seq, text }) => (by !== 'user' && by !== 'model' && seq < source.seq ? text : []))
  if (foreign.length === 0) return before
  const theirs = evidenceOf(foreign.join('\n'))
  const ours = evidenceOf(said.flatMap(({ by, text }) => (by === 'user' ? text : [])).join('\n'))
  const isTheirs = (word: string): boolean => word.length > 2 && says(word, theirs) && !says(word, ours)
  return {
    ...before,
    text: before.text.replace(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’._-]*/gu, (word) => (isTheirs(word) ? '' : word)),
  }
}

/** The sentences of a message a quote touches; the quote itself where none does. */
function sentencesAround(text: string, quote: string): string {
  const wanted = normalForm(quote)
  const near = text.split(/(?<=[.!?])\s+(?=\p{Lu}|[^\p{Ll}\p{N}])|(?<=[。！？])|\n+/u).filter((sentence) => {
    const key = normalForm(sentence)
    return key !== '' && (key.includes(wanted) || wanted.includes(key))
  })
  return near.length > 0 ? near.join(' ').trim() : quote.trim()
}
