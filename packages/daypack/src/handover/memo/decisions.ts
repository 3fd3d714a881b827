import { shows } from './cues.ts'
import type { Sentence } from './statements.ts'
import { contentWords, coverage, isSpokenOf } from './words.ts'

const HEADING = /decision|decided|agreed|choices|决定|决策|结论|方案确定/i

/** Choices between ways, by either side, with their reason where one is given; what was overruled later is left out. */
export function decisionsIn(statements: readonly Sentence[], goal: readonly Sentence[]): Sentence[] {
  const opening = statements.find((one) => one.by === 'user')?.turn ?? 0
  const found = statements.flatMap((one, at) => {
    if (one.by === 'user' && one.turn === opening) return []
    const isMade =
      HEADING.test(one.under) || (one.by === 'agent' ? isChosen(one, statements, at) : isOrdered(one, statements, at))
    return isMade ? [withOptions(one, statements[at - 1])] : []
  })
  return found.filter(
    (one, at) =>
      !goal.includes(one) && !found.slice(at + 1).some((later) => isOverruled(one, later) || isRetold(one, later)),
  )
}

/** The agent chooses: in so many words, with a reason, or in a proposal the user said yes to. */
function isChosen(one: Sentence, statements: readonly Sentence[], at: number): boolean {
  if (one.asks || shows('later', one.text)) return false
  const answer = statements.slice(at + 1).find((other) => other.by === 'user')
  const reply = answer?.turn === one.turn + 1 ? answer.text : ''
  if (shows('rejects', reply)) return false
  if (shows('proposes', one.text) && (shows('accepts', reply) || reply === '' || hasReason(one.text))) return true
  if (shows('prefers', one.text) || answersChoice(one, statements, at)) return true
  if (shows('decides', one.text) && !one.text.endsWith(':')) return true
  return hasReason(one.text) && !isReport(one.text) && isIntent(one.text)
}

/** The user chooses: picks one of the ways on offer, overrules, or orders something and says why. */
function isOrdered(one: Sentence, statements: readonly Sentence[], at: number): boolean {
  if (one.asks) return false
  if (takesUp(one, statements, at)) return true
  if ((shows('decides', one.text) && saysWhat(one.text)) || answersChoice(one, statements, at)) return true
  const isOrder = shows('imperative', one.text)
  if (isOrder && (hasReason(one.text) || AFTERTHOUGHT.test(one.text))) return true
  const before = statements.slice(0, at).filter((other) => other.seq === one.seq)
  return isOrder && before.some((other) => shows('overrules', other.text))
}

/** "agreed, the token bucket": yes to what was proposed, in its words. */
function takesUp({ text, turn }: Sentence, statements: readonly Sentence[], at: number): boolean {
  const [, rest = ''] = /^[^,，]{1,12}[,，]\s*(.{2,80})$/.exec(text) ?? []
  const proposed = statements.slice(0, at).filter((other) => other.by === 'agent' && other.turn === turn - 1)
  return rest !== '' && shows('accepts', text) && isSpokenOf(rest, proposed)
}

/** "go with that": what that is stands elsewhere. */
function saysWhat(text: string): boolean {
  return contentWords(text.replace(/\b(?:go|going|with|ok|yes)\b/gi, '')).size > 0
}

/** "…, the ad lists them first": an order with its reason, or with what not to do instead. */
const AFTERTHOUGHT = /^[^,，]{4,80}[,，] ?(?:the|that's|it's|our|my|we|they|he|she|don't|not|this|其他|不要|别)\b/i

function hasReason(text: string): boolean {
  return shows('reasons', text) || /^(?:then |so )?(?:i|we)(?:'ll|'d)[^:]{3,60}: \S.{10,}/i.test(text)
}

/** The clause before the reason says what is to be done, not what is the case. */
function isIntent(text: string): boolean {
  const clause = beforeReason(text)
  if (/\p{Script=Han}/u.test(clause)) return !/了|已|是|有|没|会|正在|还在/.test(clause.replace('有没有', ''))
  if (/^(?:then |so |ok,? )?(?:i|we)(?:'ll|'d| will| would| go\b)/i.test(clause) || shows('prefers', clause))
    return true
  return !FINITE.test(clause)
}

const FINITE = /\b(?:is|are|was|were|has|have|had|does|did|do|can|could|\w+s|\w+ed|shows?|it|they|there)\b/i

function beforeReason(text: string): string {
  const [head = text] = text.split(
    /[,，]?\s*(?:\bbecause\b|\bsince\b|\bso (?=that|it|they|we|the)|因为|由于|这样|以便)/iu,
  )
  const own = head.split(/[:：](?=\s)/)[0] ?? head
  const clauses = own.split(/[,，]/).filter((part) => part.trim().length > 1)
  return (clauses.at(-1) ?? own).trim()
}

/** Something that happened, told with its reason. */
function isReport(text: string): boolean {
  return /^\w{3,}ed\b/i.test(text) || (shows('done', text) && !/^(?:then |so )?(?:i|we)(?:'ll|'d| will)/i.test(text))
}

/** The first words take up one of the ways the other side named. */
function answersChoice(one: Sentence, statements: readonly Sentence[], at: number): boolean {
  const before = statements[at - 1]
  if (!before || before.by === one.by || statements[at - 1]?.seq === one.seq) return false
  if (!shows('alternatives', before.text) || one.text.length > 120) return false
  const [first = ''] = one.text.split(/[,，:：.。]/)
  return coverage(contentWords(first), contentWords(before.text)) >= 0.6
}

/** "I'd take the second": with what the second is. */
function withOptions(one: Sentence, before: Sentence | undefined): Sentence {
  if (!before || before.by !== one.by || before.seq !== one.seq || !shows('ordinals', one.text)) return one
  return { ...one, text: `${before.text} ${one.text}` }
}

const SAME = 0.3

function isOverruled(earlier: Sentence, later: Sentence): boolean {
  if (!shows('overrules', later.text) || later.seq === earlier.seq) return false
  return coverage(contentWords(earlier.text), contentWords(later.text)) >= SAME
}

function isRetold(earlier: Sentence, later: Sentence): boolean {
  return later.turn <= earlier.turn + 1 && isSpokenOf(earlier.text, [later])
}
