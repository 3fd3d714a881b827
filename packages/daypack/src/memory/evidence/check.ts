import type { Seq } from '../../model/edit.ts'
import { normalForm } from '../text/normal.ts'
import { datesIn, namesDate, unitsIn } from './calendar.ts'
import { figuresOf, isBorneBy, numbersIn } from './numbers.ts'
import { agrees, contentWords, isCjk, isUnreal, namesIn, says, saysName, supportOf, wordsFrom } from './wording.ts'

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
  /** The day it was said on. */
  readonly today: string
}

export type Verdict =
  | { readonly state: 'borne-out'; readonly seqs: readonly Seq[] }
  /** The line says more than the quote: the user's sentence stands in for it. */
  | { readonly state: 'quoted'; readonly sentence: string; readonly seqs: readonly Seq[]; readonly why: string }
  | { readonly state: 'refused'; readonly why: string }

/**
 * Whether what the user said bears a line out, in any language: the quote stands in a message of the user, and numbers, dates,
 * names, refusals and most words of the line stand in what the user said, in what they agreed to, or in the line it changes.
 */
export function check({ line, quote, message }: Claim, ground: Ground): Verdict {
  const key = normalForm(quote)
  if (key === '') return { state: 'refused', why: 'there is no quote' }
  const own = ground.said.filter(({ by, text }) => by === 'user' && normalForm(text).includes(key))
  const source = own.find(({ seq }) => seq === message) ?? own.at(-1)
  if (source === undefined) return { state: 'refused', why: 'the quote is in no message of the user' }
  const spoken = withoutCited(source.text)
  if (!normalForm(spoken).includes(key) && normalForm(withoutCited(quote)).length < key.length / 2)
    return { state: 'refused', why: 'the user only cites it' }
  const answered = agreedTo(source, ground.said)
  const seqs = [...(answered === undefined ? [] : [answered.seq]), source.seq]
  const why = whyNot(line, withoutCited(quote), { ...source, text: spoken }, answered, ground)
  if (why === undefined) return { state: 'borne-out', seqs }
  const around = sentenceAround(source.text, quote)
  const sentence = /[?？]\s*$/.test(around) ? quote.trim() : around
  const isAlone = isCjk(sentence)
    ? sentence.length >= 5
    : (sentence.match(/[\p{L}\p{N}]+/gu) ?? []).length >= LEAST_WORDS
  const isNod = agrees(sentence) && sentence.length <= NOD_CHARS
  if (!isAlone || isNod || why === WEIGHED || /[?？]\s*$/.test(sentence)) return { state: 'refused', why }
  return { state: 'quoted', sentence, seqs: [source.seq], why }
}

/** A shorter sentence says nothing by itself. */
const LEAST_WORDS = 3
/** `Yes, sounds good` says nothing by itself, either. */
const NOD_CHARS = 30
/** So much of a line is in words that were heard; pairs of characters overlap, and change more with each word. */
const LEAST_SHARE = 0.5
const LEAST_CJK = 0.65
const WEIGHED = 'only weighed by the user'

function whyNot(
  line: string,
  quote: string,
  source: Said,
  answered: Said | undefined,
  ground: Ground,
): string | undefined {
  const { page = '', today, said } = ground
  const around = nearIn(source.text, quote)
  const heard = [source.text, answered?.text ?? '', page].join('\n')
  const numbers = numbersIn(heard)
  const { dates, rest } = datesIn(line)
  if (
    dates.some(
      (date) =>
        !namesDate(`${source.text}\n${answered?.text ?? ''}`, date, today, numbers) &&
        !namesDate(page, date, today, numbersIn(page)),
    )
  )
    return 'a date nobody said'
  const years = [0, 1].map((more) => Number(today.slice(0, 4)) + more)
  const figure = figuresOf(rest).find(
    ({ any }) => !isBorneBy(any, numbers) && !any.some((value) => years.includes(value)),
  )
  if (figure !== undefined) return `a number nobody said: ${figure.shown.trim()}`
  const units = unitsIn(source.text)
  if (
    page === '' &&
    units.length > 0 &&
    unitsIn(rest).some((unit) => !units.includes(unit)) &&
    figuresOf(rest).length > 0
  )
    return 'another unit of time'
  const earlier = said.filter(({ by, seq }) => by === 'user' && seq < source.seq).map(({ text }) => text)
  const names = namesIn(rest)
  const known = supportOf([heard, ...earlier].join('\n'))
  const name = names.find((each) => !saysName(each, known))
  if (name !== undefined) return `a name nobody said: ${name}`
  if (isMixedUp(rest, source.text, page)) return 'a name or number of something else'
  const whole = [around, answered?.text ?? '', page].join('\n')
  if (wordsFrom('always', line).some((word) => !says(word, supportOf(whole)))) {
    const isWide =
      wordsFrom('always', bestClause(line, around)).length > 0 ||
      wordsFrom('always', `${answered?.text ?? ''} ${page}`).length > 0
    if (!isWide && wordsFrom('no', around).length === 0) return 'wider than what was said'
    if (wordsFrom('no', line).length === 0 && !isWide) return 'wider than what was said'
  }
  if (isDenied(line, around, answered, page)) return 'says yes where the user said no, or the other way round'
  if (isWeighed(line, around, page)) return WEIGHED
  if (isUnreal(source.text)) return WEIGHED
  if (isOthers(line, around, page)) return 'said of somebody else'
  const words = [...new Set(contentWords(rest))].filter((word) => !names.includes(word))
  const close = supportOf(heard)
  const found = words.filter((word) => says(word, close)).length + names.length
  if (
    words.length + names.length > 0 &&
    found < (words.length + names.length) * (isCjk(line) ? LEAST_CJK : LEAST_SHARE)
  )
    return 'mostly in words nobody said'
  return undefined
}

/** A name or a number whose neighbours in the line stand in another clause of what was said, or names in another order. */
function isMixedUp(line: string, text: string, page: string): boolean {
  const parts = clauses(text)
  const tokens = (line.match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’.:%-]*/gu) ?? []).map((token) =>
    token.replace(/[.:'’-]+$/, ''),
  )
  const supports = parts.map((part) => ({ numbers: numbersIn(part), support: supportOf(part) }))
  const isFigure = (token: string): boolean => /\d/.test(token)
  const pages = supportOf(page)
  const names = new Set(namesIn(line))
  if (parts.length > 1) {
    for (const [at, token] of tokens.entries()) {
      if (!isFigure(token)) continue
      if (page !== '' && says(token, pages)) continue
      const [figure] = figuresOf(token)
      const own = supports.filter(({ numbers }) => figure !== undefined && isBorneBy(figure.any, numbers))
      if (own.length === 0) continue
      const beside = [tokens[at - 2], tokens[at - 1], tokens[at + 1], tokens[at + 2]].filter(
        (word) =>
          word !== undefined &&
          !isFigure(word) &&
          contentWords(word).length > 0 &&
          supports.some(({ support }) => says(word, support)),
      ) as string[]
      const near = beside.filter((word) => own.some(({ support }) => says(word, support)))
      if (beside.length > 0 && near.length === 0) return true
      const next = tokens[at + 1]
      if (isFigure(token) && next !== undefined && beside.includes(next) && !near.includes(next)) return true
    }
  }
  return parts.some((part) => {
    const order = tokens
      .filter((token) => names.has(token))
      .map((token) => positionIn(part, token))
      .filter((at) => at >= 0)
    return order.length > 1 && order.some((at, index) => index > 0 && at < (order[index - 1] ?? 0))
  })
}

function positionIn(text: string, name: string): number {
  return text.toLowerCase().indexOf(name.toLowerCase())
}

/** The clause the line comes from speaks of somebody the line does not name, or of somebody named just before. */
function isOthers(line: string, around: string, page: string): boolean {
  const known = supportOf(`${line} ${page}`)
  const best = bestClause(line, around)
  const isMissing = (word: string): boolean => !says(word, known) && !isNamedFor(word, around, line)
  if (wordsFrom('people', best).some(isMissing)) return true
  if (wordsFrom('first', best).length > 0) return false
  const isOfOthers = wordsFrom('third', best).length > 0 || clauses(around).length > 1
  return isOfOthers && wordsFrom('people', line).length === 0 && wordsFrom('people', around).some(isMissing)
}

/** `My sister Anna` noted as Anna's. */
function isNamedFor(person: string, around: string, line: string): boolean {
  const at = around.toLowerCase().indexOf(person)
  const near = around.slice(Math.max(0, at - 20), at + person.length + 20)
  return namesIn(`x ${near}`).some(
    (name) =>
      name.length > 1 &&
      line.includes(name) &&
      !/^(?:I|The)$/.test(name) &&
      new RegExp(`${person}[\\s,(]+${name}|${name}[\\s,(]+(?:my |our )?${person}`, 'i').test(near),
  )
}

function isDenied(line: string, around: string, answered: Said | undefined, page: string): boolean {
  const best = bestClause(line, around)
  const [here, there] = [wordsFrom('no', line).length > 0, wordsFrom('no', around).length > 0]
  if (here && there)
    return (
      wordsFrom('no', best).length === 0 &&
      clauses(around).length > 1 &&
      wordsFrom('no', line).every((word) => ['no', 'not'].includes(word)) &&
      sharesMost(line, best)
    )
  if (here) return wordsFrom('no', `${answered?.text ?? ''} ${page}`).length === 0
  // A name or most of the words stand where the user says no.
  if (
    there &&
    namesIn(line).some((name) =>
      clauses(around).some(
        (clause) =>
          says(name, supportOf(clause)) && wordsFrom('no', clause).length > 0 && contentWords(clause).length <= 3,
      ),
    )
  )
    return true
  return wordsFrom('no', best).length > 0 && wordsFrom('no', page).length === 0
}

function sharesMost(line: string, clause: string): boolean {
  const words = contentWords(line)
  const support = supportOf(clause)
  return words.filter((word) => says(word, support)).length >= words.length * 0.7
}

/** What is weighed is what the line says: the condition of a standing order is no doubt. */
function isWeighed(line: string, around: string, page: string): boolean {
  const doubts = wordsFrom('perhaps', bestClause(line, around))
  const said = new Set([...wordsFrom('perhaps', line), ...wordsFrom('perhaps', page)])
  return (
    doubts.length > 0 &&
    said.size === 0 &&
    !/wants|prefers|would like|möchte|quiere|prefiere|souhaite|préfère|希望|想|plans|hopes|please/iu.test(line)
  )
}

/** The clause of what was said that has most of a line's words; all of it where none stands out. */
function bestClause(line: string, around: string): string {
  const words = contentWords(line)
  const shares = clauses(around).map((clause) => ({
    clause,
    share: words.filter((word) => says(word, supportOf(clause))).length,
  }))
  const most = Math.max(0, ...shares.map(({ share }) => share))
  return most === 0 ? around : (shares.find(({ share }) => share === most)?.clause ?? around)
}

function clauses(text: string): string[] {
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
 * What a quote answers: the assistant's words count where the user agrees to them, and as far as they are the assistant's own,
 * not a tool's or a document's.
 */
function agreedTo(source: Said, said: readonly Said[]): Said | undefined {
  const before = said.filter(({ seq, by }) => seq < source.seq && (by === 'model' || by === 'user')).at(-1)
  if (before?.by !== 'model' || !isAgreement(source.text)) return undefined
  const foreign = said
    .filter(({ by, seq }) => (by === 'tool' || by === 'document') && seq < source.seq)
    .map(({ text }) => text)
  if (foreign.length === 0) return before
  const theirs = supportOf(foreign.join('\n'))
  const ours = supportOf(said.flatMap(({ by, text }) => (by === 'user' ? text : [])).join('\n'))
  const text = before.text.replace(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’._-]*/gu, (word) =>
    word.length > 2 && says(word, theirs) && !says(word, ours) ? '' : word,
  )
  return { ...before, text }
}

function isAgreement(text: string): boolean {
  return text.length <= 200 && agrees(text) && wordsFrom('perhaps', text).length === 0 && !/[?？]/.test(text)
}

/** The sentence of a message a quote stands in; the quote itself where it spans several. */
function sentenceAround(text: string, quote: string): string {
  const wanted = normalForm(quote)
  const found = sentencesOf(text).find((sentence) => normalForm(sentence).includes(wanted))
  return (found ?? quote).trim()
}

/** The sentences a quote touches. */
function nearIn(text: string, quote: string): string {
  const wanted = normalForm(quote)
  const near = sentencesOf(text).filter((sentence) => {
    const key = normalForm(sentence)
    return key !== '' && (key.includes(wanted) || wanted.includes(key))
  })
  return near.length > 0 ? near.join(' ') : quote
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+(?=\p{Lu}|[^\p{Ll}\p{N}])|(?<=[。！？])|\n+/u)
    .filter((sentence) => sentence.trim() !== '')
}
