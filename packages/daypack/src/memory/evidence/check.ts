import type { Seq } from '../../model/edit.ts'
import { normalForm } from '../text/normal.ts'
import { datesIn, datesSaid } from '../text/calendar.ts'
import { figuresOf, numbersIn } from '../text/figures.ts'
import { type Distortion, distortionOf, isAgreement, twistIn } from './relation.ts'
import { contentOf, evidenceOf, namesIn, says, saysName, tokensOf } from './words.ts'

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
  /** The line says more than was said: the user's sentence stands in for it. */
  | {
      readonly state: 'quoted'
      readonly sentence: string
      readonly seqs: readonly Seq[]
      readonly why: string
      /** It may say the opposite, or speak of somebody else: no reason to take another line's place. */
      readonly isTwisted: boolean
    }
  | { readonly state: 'refused'; readonly why: string }

/** A note is a sentence or two. Longer ones are not compared word by word: that work grows with both sides. */
const MAX_CHARS = 1_000
/** Names are taken from this many characters of each message, and this many messages, the newest. */
const [MOST_CHARS, MOST_MESSAGES] = [4_000, 100]
/** A sentence with fewer words of its own says nothing without what it answers: `yes, sounds good`. */
const FEW = 4
/** The share of a line that stands in the sentence it rests on, or in what that answers or changes. */
const HEARD = 0.6

/**
 * Whether what the user said bears a line out, in any language: the quote stands in a message of the user; numbers, dates and
 * names of the line stand in what the user said, what they agreed to or the line it changes, or are counted from today; and
most of its words stand in its sentence; and no, maybe, whose and when are as in the sentence (`relation.ts`).
 */
export function check({ line, quote, message }: Claim, ground: Ground): Verdict {
  if (normalForm(quote) === '') return { state: 'refused', why: 'there is no quote' }
  if (line.length > MAX_CHARS || quote.length > MAX_CHARS) return { state: 'refused', why: 'too long for one line' }
  const found = quotedIn(quote, message, ground.said)
  const [first] = found
  if (first === undefined) return { state: 'refused', why: 'the quote is in no message of the user' }
  if (found.every(({ part, source }) => isOnlyCited(part, source.text)))
    return { state: 'refused', why: 'the user only cites it' }
  const around = found.map(({ part, source }) => sentencesAround(source.text, part)).join(' ')
  const sentence = isAsked(around) ? quote.trim() : around
  const isShort = contentOf(sentence).length < FEW
  const agreed = isShort ? agreedTo(first.source, ground.said) : undefined
  const seqs = [...new Set(found.map(({ source }) => source.seq))]
  const unsaid = whyNot(line, sentence, agreed?.text ?? '', ground)
  const heard = [sentence, agreed?.text].filter(Boolean).join('\n')
  // What else stands in the sentence may be of the moment; the quote stands alone where that does not turn it around.
  const isWhole = tokensOf(quote).length > FEW && twistIn(quote, sentence, '') === undefined
  const failure: Distortion | undefined =
    unsaid === undefined
      ? distortionOf(line, heard, ground.page ?? '', isWhole ? quote : heard)
      : { why: unsaid, isTwisted: false }
  if (failure === undefined)
    return { state: 'borne-out', seqs: [...(agreed === undefined ? [] : [agreed.seq]), ...seqs] }
  const isNoStatement = isAsked(sentence) || agreed !== undefined || tokensOf(sentence).length < 3
  if (isNoStatement) return { state: 'refused', why: failure.why }
  const own = found.length === 1 ? { quote, sentence } : nearest(line, found)
  return {
    state: 'quoted',
    sentence: (isWhole || isAsked(own.sentence) ? own.quote : own.sentence).trim(),
    seqs,
    ...failure,
  }
}

/** Of several quotes the one that says most of a line, with its sentence: joined they are nothing anybody said. */
function nearest(line: string, quotes: readonly Quoted[]): { readonly quote: string; readonly sentence: string } {
  const words = contentOf(line)
  const saidIn = ({ part }: Quoted): number => {
    const evidence = evidenceOf(part)
    return words.filter((word) => says(word, evidence)).length
  }
  const told = quotes.filter(({ part }) => !isAsked(part))
  const { part, source } = (told.length > 0 ? told : quotes).reduce((best, each) =>
    saidIn(each) > saidIn(best) ? each : best,
  )
  return { quote: part, sentence: sentencesAround(source.text, part) }
}

function isAsked(sentence: string): boolean {
  return /[?？]\s*$/.test(sentence)
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

/** Why what was heard does not bear a line out; undefined when it does. */
function whyNot(line: string, sentence: string, agreed: string, { said, page = '', known = '', today }: Ground) {
  const own = said.flatMap(({ by, text }) => (by === 'user' ? withoutCited(text).slice(0, MOST_CHARS) : []))
  const heard = [sentence, agreed, page].join('\n')
  const unsaid = unsaidIn(line, heard, [...own.slice(-MOST_MESSAGES), known].join('\n'), today)
  if (unsaid !== undefined) return unsaid
  const { dates, rest } = datesIn(line)
  const ours = evidenceOf(heard)
  const words = contentOf(rest)
  const values = dates.length + figuresOf(rest).length
  const borne = words.filter((word) => says(word, ours)).length + values
  return borne < HEARD * (words.length + values) ? 'in words nobody said' : undefined
}

/** A date, number or name of a line that stands nowhere in what was heard, as a reason. */
export function unsaidIn(line: string, heard: string, known: string, today: string): string | undefined {
  const numbers = numbersIn(heard)
  const { dates, rest } = datesIn(line)
  const allows = datesSaid(heard, today, numbers)
  if (!dates.every(allows)) return 'a date nobody said'
  const years = [-2, -1, 0, 1, 2, 3].map((more) => Number(today.slice(0, 4)) + more)
  const allowed = new Set([...numbers, ...years])
  const figure = figuresOf(rest).find((each) => !each.isAmong(allowed))
  if (figure !== undefined) return `a number nobody said: ${figure.shown.trim()}`
  const familiar = evidenceOf(`${heard}\n${known}`)
  const name = namesIn(rest).find((words) => !words.every((word) => saysName(word, familiar)))
  return name === undefined ? undefined : `a name nobody said: ${name.join(' ')}`
}

/** Somebody else's words in quotation marks are not the user's; a name in them is short. */
export function withoutCited(text: string): string {
  return text.replace(/"[^"\n]{12,}"|“[^”]{12,}”|„[^“”]{12,}[“”]|«[^»]{12,}»|「[^」]{6,}」|『[^』]{6,}』/gu, ' … ')
}

function isOnlyCited(part: string, text: string): boolean {
  const [key, bare] = [normalForm(part), normalForm(withoutCited(part))]
  return !normalForm(withoutCited(text)).includes(key) && (bare === key || bare.length < key.length / 2)
}

/** The assistant's words a short sentence answers, as far as they are its own and not a tool's or a document's. */
function agreedTo(source: Said, said: readonly Said[]): Said | undefined {
  const before = said.findLast(({ seq, by }) => seq < source.seq && (by === 'model' || by === 'user'))
  if (before?.by !== 'model' || /[?？]/.test(source.text) || !isAgreement(source.text)) return undefined
  const textsBy = (isOf: (by: Said['by']) => boolean): string =>
    said.flatMap(({ by, text }) => (isOf(by) ? text : [])).join('\n')
  const theirs = evidenceOf(textsBy((by) => by === 'tool' || by === 'document'))
  if (theirs.letters === '') return before
  const ours = evidenceOf(textsBy((by) => by === 'user'))
  const own = before.text.replace(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’._-]*/gu, (word) =>
    word.length > 2 && says(word, theirs) && !says(word, ours) ? '' : word,
  )
  return { ...before, text: own }
}

/** The sentences of a message a quote touches; the quote itself where none does. */
function sentencesAround(text: string, quote: string): string {
  const wanted = normalForm(quote)
  const parts = text.split(/(?<=\p{L}{4}[.!?]|[!?])\s+|(?<=\.)\s+(?=\p{Lu}|[^\p{Ll}\p{N}])|(?<=[。！？])|\n+/u)
  const near = parts.filter((sentence) => {
    const key = normalForm(sentence)
    return key !== '' && (key.includes(wanted) || wanted.includes(key))
  })
  return near.length > 0 ? near.join(' ').trim() : quote.trim()
}
