import { shows } from './cues.ts'
import type { Sentence } from './statements.ts'
import { contentWords, coverage } from './words.ts'

const HEADING = /constraint|require|rules?|must|conditions?|preferences?|guidelines|要求|约束|限制|规则|条件|注意|偏好/i
/** A fragment of an opening without a verb: "One page max, British spelling." */
const FRAGMENT = 8
const VERB =
  /\b(?:i|i'm|i've|we|it|it's|they|he|he's|she|there|there's|is|are|was|were|has|have|had|does|did|will|would|attached|works|fails|\w+ing)\b/i

/** What the user demands, forbids or prefers, unless it was taken back. */
export function constraintsIn(statements: readonly Sentence[]): Sentence[] {
  const said = statements.filter((one) => one.by === 'user')
  const own = said.filter((one) => !one.asks)
  const opening = said[0]
  return own
    .flatMap((one) => {
      if (one === opening) return demandBehind(one)
      const isDemand = shows('demands', one.text) && !shows('observes', one.text) && !/^next\b/i.test(one.text)
      return isDemand || HEADING.test(one.under) || (one.turn === opening?.turn && isFragment(one.text)) ? [one] : []
    })
    .filter((one) => !isRetracted(one, own))
}

/** The request itself says what is wanted: only what it demands beside that. */
function demandBehind(request: Sentence): Sentence[] {
  const parts = request.text.split(
    /(?<=[,，;；])\s*|(?<=[:：])\s+|\s(?=(?:and|but) (?:don't|no|never|keep|without|it must)\b)/,
  )
  const from = parts.findIndex(
    (part, at) => at > 0 && shows('demands', part) && !shows('imperative', part.replace(/[,，]$/, '')),
  )
  const bare =
    from > 0 ? from : parts.findIndex((part, at) => at > 0 && shows('demands', part) && /不|别|no|n't|never/.test(part))
  const listed = parts.findIndex((part) => /[:：]$/.test(part)) + 1
  if (bare < 0 && listed > 0 && !VERB.test(parts.slice(listed).join(' ')))
    return [{ ...request, text: joined(parts.slice(listed)) }]
  return bare > 0 ? [{ ...request, text: joined(parts.slice(bare)) }] : []
}

/** Chinese has no blanks between its clauses. */
function joined(parts: readonly string[]): string {
  return parts.join(parts.some((part) => /\p{Script=Han}/u.test(part)) ? '' : ' ')
}

function isFragment(text: string): boolean {
  const words = text.split(/\s+/)
  return (
    words.length > 1 &&
    words.length <= FRAGMENT &&
    !VERB.test(text) &&
    !shows('imperative', text) &&
    !shows('wishes', text)
  )
}

const SAME = 0.4

function isRetracted(demand: Sentence, own: readonly Sentence[]): boolean {
  const words = contentWords(demand.text)
  return own.some(
    (one) => one.seq > demand.seq && shows('retracts', one.text) && coverage(contentWords(one.text), words) >= SAME,
  )
}
