import { capitalised, withoutCloser } from '../notes/edges.ts'
import type { StatementKind } from '../notes/statement.ts'
import { withoutOpener } from '../write/lasting.ts'
import { withoutQuote } from '../write/said-to.ts'
import { inTongue, SPEAKER_FIRST } from '../text/tongue.ts'
import { kindOfStatement, withoutLeadIn } from '../write/wording.ts'

/**
 * A sentence of a talk as a line of a page: without what only opens and closes it (`btw`, `please`), with a capital. What is
 * between stays word for word, and the day's log keeps the whole.
 */
export function worded(text: string): string {
  const { said } = withoutQuote(text)
  const bare = withoutCloser(opened(withoutLeadIn(said)))
  return `${capitalised(bare.length < MIN_CHARS ? said : bare)}${text.slice(said.length)}`
}

const MIN_CHARS = 4

/** `Thanks, and btw I cycle` tells that I cycle. */
function opened(text: string): string {
  const next = withoutOpener(text.replace(FILLER(text), ''))
  return next === text || next === '' ? text : opened(next)
}

const FILLER = inTongue(({ kept }) => kept?.filler && `^(?:${kept.filler})`)

/** The section a line belongs to: a rule told as a fact is a rule, and what somebody tells of what they do is a fact. */
export function kindOnPage(kind: StatementKind, text: string): StatementKind {
  const byWording = kindOfStatement(text.replaceAll('’', "'"))
  if (kind === 'Fact') {
    const isRule = byWording === 'Preference' || DEMANDS(text).test(text)
    return isRule && !SPEAKER_FIRST(text).test(text) ? 'Preference' : kind
  }
  const isTold = byWording === undefined && SPEAKERS(text).test(text)
  return kind === 'Preference' && isTold ? 'Fact' : kind
}

/** `We are currently on Postgres 16` lasts: on the page its day stands behind it. */
export function withoutPresent(text: string): string {
  return text.replace(AT_PRESENT(text), '')
}

const AT_PRESENT = inTongue(({ kept }) => kept?.atPresent)
const DEMANDS = inTongue(({ kept }) => kept?.demands)
/** What somebody must and never does is true of them: `I never eat meat`, `my son must not eat nuts`. */
const SPEAKERS = inTongue(({ shape }) => shape && `^(?:${shape.own})`)
