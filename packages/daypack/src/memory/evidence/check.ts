import type { Seq } from '../../model/edit.ts'
import { CJK } from '../language/cjk.ts'
import { normalForm } from '../text/normal.ts'
import { datesIn, isToday, namesDate } from './calendar.ts'
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
  if (normalForm(quote) === '') return { state: 'refused', why: 'there is no quote' }
  if (line.length > MOST_CHARS || quote.length > MOST_CHARS) return { state: 'refused', why: 'too long for one line' }
  const found = quotedIn(quote, message, ground.said)
  const [first] = found
  if (first === undefined) return { state: 'refused', why: 'the quote is in no message of the user' }
  const spoken = found.map(({ part, source }) => ({ part, text: withoutCited(near(source.text, part)) }))
  const isCited = spoken.every(
    ({ part, text }) =>
      !normalForm(text).includes(normalForm(part)) &&
      normalForm(withoutCited(part)).length < normalForm(part).length / 2,
  )
  if (isCited) return { state: 'refused', why: 'the user only cites it' }
  const agreed = agreedTo(first.source, ground.said)
  const sources = [...new Set(found.map(({ source }) => source.seq))]
  const around = spoken.map(({ part, text }) => aroundOf(text, withoutCited(part))).join(' ')
  const why = whyNot(
    line,
    around,
    spoken.map(({ text }) => text).join('\n'),
    agreed?.text ?? '',
    first.source.seq,
    ground,
  )
  if (why === undefined)
    return { state: 'borne-out', seqs: [...(agreed === undefined ? [] : [agreed.seq]), ...sources] }
  const whole = found.map(({ part, source }) => sentencesAround(source.text, part)).join(' ')
  const sentence = isAsked(whole) ? quote.trim() : whole
  if (isAsked(sentence) || tokensOf(sentence).length < LEAST_WORDS || isNod(sentence)) return { state: 'refused', why }
  return { state: 'quoted', sentence, seqs: sources, why }
}

type Quoted = { readonly part: string; readonly source: Said }

/** The messages of the user a quote is from; ` … ` joins words of several. None where nobody said one of its parts. */
function quotedIn(quote: string, message: Seq | undefined, said: readonly Said[]): readonly Quoted[] {
  const sourceOf = (part: string): Said | undefined => {
    const key = normalForm(part)
    const own = said.filter(({ by, text }) => by === 'user' && normalForm(text).includes(key))
    return own.find(({ seq }) => seq === message) ?? own.at(-1)
  }
  const whole = sourceOf(quote)
  if (whole !== undefined) return [{ part: quote, source: whole }]
  const parts = quote.split(/\s*(?:…|\.\.\.)\s*/).filter((part) => normalForm(part) !== '')
  const found = parts.flatMap((part) => ({ part, source: sourceOf(part) }))
  return found.every((each): each is Quoted => each.source !== undefined) ? found : []
}

/** A note is a sentence or two. Longer ones are not compared word by word: that work grows with both sides. */
const MOST_CHARS = 1_000
const MOST_NEAR = 4_000
/** A shorter sentence says nothing by itself. */
const LEAST_WORDS = 3
/** `Yes, sounds good` says nothing by itself, either. */
const NOD_CHARS = 30
/** So much of a line is in words that were heard. */
const LEAST_HEARD = 0.55
/** Messages of the user that are evidence, the newest. */
const MOST_HEARD = 100
/** Years that are counted from today: `the year after next`. */
const YEARS = [-2, -1, 0, 1, 2, 3]

/** Of a very long message only what stands around the quote is looked at. */
function near(text: string, quote: string): string {
  if (text.length <= MOST_NEAR) return text
  const at = text.indexOf(quote.trim())
  if (at < 0) return sentencesAround(text, quote).slice(0, MOST_NEAR)
  return text.slice(Math.max(0, at - MOST_NEAR / 2), at + MOST_NEAR / 2)
}

function isNod(sentence: string): boolean {
  return agrees(sentence) && sentence.length <= (CJK.test(sentence) ? NOD_CHARS / 3 : NOD_CHARS)
}

function isAsked(sentence: string): boolean {
  return /[?？]\s*$/.test(sentence)
}

/** Why what was heard does not bear a line out; undefined when it does. */
function whyNot(line: string, around: string, spoken: string, agreed: string, seq: Seq, ground: Ground) {
  const { said, page = '', known = '', today } = ground
  const numbers = new Set([spoken, agreed, page].flatMap((text) => [...numbersIn(text)]))
  const { dates, rest } = datesIn(line)
  const isDated = dates.every(
    (date) =>
      isToday(date, today) ||
      namesDate(`${spoken}\n${agreed}`, date, today, numbers) ||
      namesDate(page, date, today, numbersIn(page)),
  )
  if (!isDated) return 'a date nobody said'
  const figures = figuresOf(rest)
  const isYear = (value: number): boolean => YEARS.some((more) => Number(today.slice(0, 4)) + more === value)
  const figure = figures.find(({ any }) => !isBorneBy(any, numbers) && !any.some(isYear))
  if (figure !== undefined) return `a number nobody said: ${figure.shown.trim()}`
  const earlier = said.flatMap((each) => (each.by === 'user' && each.seq < seq ? each.text.slice(0, MOST_NEAR) : []))
  const heard = [spoken, agreed, page].join('\n')
  const familiar = evidenceOf([heard, known, ...earlier.slice(-MOST_HEARD)].join('\n'))
  const names = namesIn(rest)
  const name = names.find((each) => !saysName(each, familiar))
  if (name !== undefined) return `a name nobody said: ${name}`
  const ofOther = misplacedIn(rest, spoken)
  if (ofOther !== undefined) return `a number of something else: ${ofOther}`
  if (isDenied(line, around, agreed, page)) return 'says yes where the user said no, or the other way round'
  const isDoubted = listed('perhaps', clauseOf(line, around)).length > 0
  if (isUnreal(around) || (isDoubted && listed('perhaps', `${line} ${page}`).length === 0))
    return 'only weighed by the user'
  if (isOthers(line, around, page)) return 'said of somebody else'
  const words = tokensOf(rest).filter(isContent)
  const all = evidenceOf(heard)
  // Whoever a line names instead of "I" is known already.
  const isKnown = (word: string): boolean => names.includes(word) || (/^\p{Lu}/u.test(word) && says(word, familiar))
  const found = words.filter((word) => says(word, all) || isKnown(word)).length
  const values = figures.length + dates.length
  return found + values < (words.length + values) * LEAST_HEARD ? 'mostly in words nobody said' : undefined
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
    answer.length <= 200 &&
    (agrees(answer) || (isShort && listed('no', answer).length === 0)) &&
    listed('perhaps', answer).length === 0
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

/** What somebody quotes says what it is about; a few words do not, and their sentence is looked at. */
function aroundOf(text: string, part: string): string {
  return tokensOf(part).filter(isContent).length < LEAST_WORDS ? sentencesAround(text, part) : part
}

/** The sentences of a message a quote touches; the quote itself where none does. */
function sentencesAround(text: string, quote: string): string {
  const wanted = normalForm(quote)
  const near = sentencesIn(text).filter((sentence) => {
    const key = normalForm(sentence)
    return key.includes(wanted) || wanted.includes(key)
  })
  return near.length > 0 ? near.join(' ').trim() : quote.trim()
}

function sentencesIn(text: string): string[] {
  const parts = text.split(/(?<=[.!?])\s+(?=\p{Lu}|[^\p{Ll}\p{N}])|(?<=[。！？])|\n+/u)
  return parts.filter((sentence) => normalForm(sentence) !== '')
}
