import { isTrusted, leastTrusted, type Provenance } from '../notes/provenance.ts'
import { normalForm } from '../text/normal.ts'
import type { Statement, StatementKind } from '../notes/statement.ts'
import { isErrand, isFollowing, isTalk, isUnderstood, withoutAside, withoutOpener } from './lasting.ts'
import { isChange } from './signs.ts'
import { announced } from './announced.ts'
import { type Context, evidence, UNLIKELY } from './evidence.ts'
import { lessons } from './lessons.ts'
import { isQuoting, splitOutside, withoutGiven } from './quoted.ts'
import { replaces, soundsChanged } from './replaces.ts'
import { withQuote } from './said-to.ts'
import { SPEAKER_FIRST } from '../text/tongue.ts'
import { hasValue } from './has-value.ts'
import type { Heard, Speech } from './speech.ts'
import { isReference, isStatement, kindOfStatement, withoutLeadIn } from './wording.ts'

/** Of one flush: a runaway guard, well above what people say between two of them. */
export const MAX_ITEMS = 60
const MIN_CHARS = 4
const MAX_CHARS = 300

/**
 * What is worth keeping of a stretch of a log, found by its wording: used when no model is at hand. `before`: what came
 * earlier; `known`: what stands in the notes, for what is said to change it.
 */
export function extract(speech: Speech, before: Provenance = 'model', known: readonly string[] = []): Statement[] {
  const found: Statement[] = []
  const seen = new Set<string>()
  for (const item of [...statements(speech.heard, before, known), ...lessons(speech.attempts)]) {
    const key = normalForm(item.text)
    if (seen.has(key)) continue
    seen.add(key)
    found.push(item)
  }
  return found.slice(0, MAX_ITEMS)
}

/** More must speak for a sentence than against it, so that nine lines in ten are right. */
export const LEAST = 0.15
/** Of what takes back a known line less must speak for it. */
export const KNOWN_LEAST = -1.5
const MODEL_DECISION =
  /\b(?:(?:i|we)(?:'ve| have)? (?:decided (?:to|on|against)|settled on|chose )|the root cause (?:is|was) (?:\S+ ){2})|决定(?:用|采用|不)|根本原因是/i
function statements(heard: readonly Heard[], before: Provenance, known: readonly string[]): Statement[] {
  const items: Statement[] = []
  const lineage = new Set<Provenance>([before])
  const talk = [...known, ...heard.flatMap(({ by, text }) => (by === 'user' || by === 'model' ? text : []))].join('\n')
  const isOurs = isUnderstood(talk)
  const earlier = (said: Heard): Heard | undefined => {
    const last = heard.slice(0, heard.indexOf(said)).findLast(({ text, seq }) => text.trim() !== '' && seq < said.seq)
    return last !== undefined && isTrusted(leastTrusted([last.by, ...lineage])) ? last : undefined
  }
  const replyTo = (said: Heard): Heard | undefined => {
    const next = heard.slice(heard.indexOf(said)).find(({ text, seq }) => text.trim() !== '' && seq > said.seq)
    return next?.by === 'model' ? next : undefined
  }
  const isKnownChange = (sentence: string): boolean => !isErrand(sentence) && replaces(sentence, known) !== undefined
  const kindOf = (said: string, context: Context, isTold: boolean): StatementKind | undefined => {
    if (isQuoting(said)) return undefined
    const isWorded = isStatement(said)
    // What is weighed was learned of languages whose tables tell an order from a statement.
    if (!isOurs) return isWorded ? kindOfStatement(said) : undefined
    const { sum, kind } = evidence(said, context)
    // A page speaks of many things: of what it says only what is worded as one to keep counts.
    if (!isTold) return sum > LEAST && isWorded ? kindOfStatement(said) : undefined
    // What takes back a line we know is about something we understood.
    if (sum <= LEAST && (sum <= KNOWN_LEAST || !isKnownChange(said))) return undefined
    return kind
  }
  for (const said of heard) {
    lineage.add(said.by)
    if (said.by !== 'user' && said.by !== 'model' && said.unsure !== true) continue
    const listed = said.by === 'user' ? announced(said.text) : new Set<string>()
    const parted = said.by === 'user' ? sentencesOf(said.text) : sentences(said.text)
    const all = joined(parted, listed, said.by === 'user')
    const isTold =
      said.by === 'user' &&
      isTalk(
        said.text,
        all.map(({ sentence }) => sentence),
      )
    const context = { message: said.text, talk, reply: replyTo(said)?.text }
    for (const { sentence, parts } of all) {
      // Each is compared with those before it: what would be cut off at the end is not looked at.
      if (items.length >= MAX_ITEMS * 2) return items
      if (said.by !== 'model') {
        const kinds = [sentence, ...parts].flatMap((each) => kindOf(each, context, isTold) ?? [])
        const kind = kinds[0] ?? (listed.has(sentence) && isStatement(sentence) ? 'Preference' : undefined)
        if (kind === undefined) continue
        items.push(whole({ kind, text: told(sentence), by: said.by, seqs: [said.seq] }, earlier(said)))
      } else if (MODEL_DECISION.test(sentence) && isStatement(sentence)) {
        const by = leastTrusted(['model', ...[...lineage].filter((each) => each !== 'user')])
        items.push({ kind: 'Decision', text: sentence, by, seqs: [said.seq] })
      }
    }
  }
  return items
}

/** `She lives in Bristol` with the sentence that names her. */
function joined(
  all: readonly string[],
  listed: ReadonlySet<string>,
  isUser: boolean,
): { sentence: string; parts: string[] }[] {
  const made: { sentence: string; parts: string[] }[] = []
  for (const sentence of all) {
    const last = made.at(-1)
    const isNext =
      last !== undefined &&
      !listed.has(sentence) &&
      (isFollowing(sentence) ||
        isAnnounced(last.sentence, sentence) ||
        (isUser && isHalfTold(last.sentence, sentence))) &&
      isStatement(last.sentence) &&
      isStatement(sentence)
    if (isNext && last.sentence.length + sentence.length < MAX_CHARS) {
      last.parts.push(...(last.parts.length === 0 ? [last.sentence] : []), sentence)
      last.sentence += ` ${sentence}`
    } else made.push({ sentence, parts: [] })
  }
  return made
}

/** `Lost the old phone. You can reach me on 555 0100`: the first says that something changed, the second to what. */
function isAnnounced(first: string, second: string): boolean {
  return first.length <= ANNOUNCED_CHARS && isChange(first) && !hasValue(first) && hasValue(second)
}

const ANNOUNCED_CHARS = 50

/** `Mr Pelham has stepped down. Rosalind Okoro conducts us`: what sounds like a change, and what does not begin with the speaker. */
function isHalfTold(first: string, second: string): boolean {
  const { sum, kind } = evidence(second)
  return (
    first.length <= HALF_CHARS &&
    second.length <= HALF_CHARS &&
    soundsChanged(first) >= LIKELY_HALF &&
    !hasValue(first) &&
    !SPEAKER_FIRST(second).test(second) &&
    sum > UNLIKELY &&
    kind === 'Fact' &&
    evidence(first).kind === 'Fact'
  )
}

const HALF_CHARS = 120
const LIKELY_HALF = 0.6

/** `Let's use B instead` with the sentence it answers: a line must make sense alone. */
function whole(item: Statement, answered: Heard | undefined): Statement {
  if (answered === undefined || item.by !== 'user' || !isReference(item.text)) return item
  const asked = sentences(answered.text).at(-1)
  if (asked === undefined) return item
  const by = leastTrusted([item.by, answered.by])
  return { ...item, text: withQuote(item.text, asked), by, seqs: [answered.seq, ...item.seqs] }
}

function told(sentence: string): string {
  const rest = withoutLeadIn(sentence)
  const bare = withoutOpener(rest)
  const begun = bare === rest || !/^\p{Lu}/u.test(rest) ? bare : `${bare.slice(0, 1).toUpperCase()}${bare.slice(1)}`
  return [begun, rest].find((each) => each.length >= MIN_CHARS) ?? sentence
}

/** Neither `am 3. Juni`, `im 5. semester` nor `Dr. Okafor` ends a sentence. */
const SENTENCE_END =
  /\n+|(?<=[.!?])(?<!(?<!\p{L})(?:Dr|Mrs?|Ms|Prof|St|Sra?|Hr|Fr|Nr|No|vs|bzw|ca|e\.g|i\.e|z\.B)\.)\s+(?!(?<=(?<!\d)\d{1,2}\.\s)(?:\p{Ll}|Jan|Feb|März|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez))|(?<=[。！？；])|(?<=[!?])(?=[\p{scx=Han}\p{scx=Hiragana}])/u

/** What a user says, sentence by sentence, without texts to work on. */
export function sentencesOf(message: string): string[] {
  return sentences(withoutGiven(message)).map(withoutAside)
}

export function sentences(text: string): string[] {
  return splitOutside(text.replace(/`{3,}[\s\S]*?(?:`{3,}|$)/g, '\n'), SENTENCE_END)
    .map((sentence) => sentence.replace(/^\s*(?:[-*+>#]+|\d+[.)])\s*/, '').trim())
    .filter((sentence) => sentence.length >= MIN_CHARS && sentence.length <= MAX_CHARS)
}
