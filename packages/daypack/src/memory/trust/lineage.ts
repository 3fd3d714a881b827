import type { Seq } from '../../model/edit.ts'
import { anyLanguage } from '../language/index.ts'
import { exactParts } from './exact.ts'
import { isTrusted, leastTrusted, type Provenance } from '../notes/provenance.ts'
import { contentTerms, share } from './terms.ts'

/** Something a session has said or seen, in order. */
export type Heard = {
  readonly seq: Seq
  readonly by: Provenance
  readonly text: string
  /** The page it was fetched from. */
  readonly address?: string
  /** The user may well have said it: worth noting, but not as theirs. */
  readonly unsure?: true
}

export type Lineage = {
  readonly by: Provenance
  /** The entries that support it best; empty when none does. */
  readonly seqs: readonly Seq[]
}

/** Words of a statement that must stand in one message of the user for it to count as the user's. */
const GROUNDED = 0.7
/** From here on a source counts as support worth citing. */
const SUPPORTED = 0.5

/**
 * Where a statement came from, given all that was heard before it was made. It is the user's when one message of theirs
 * holds most of its words and every name and number in it, and says yes where it says yes. Once tools or documents have
 * been heard, all its words must be the user's, but for those that tell who said it: one other name in place of theirs
 * would make it another statement. Everything else descends from all in view: a model that has read a web page may be
 * repeating it, in whatever words. `before` stands for what it saw earlier.
 */
export function lineageOf(text: string, heard: readonly Heard[], before: Provenance = 'model'): Lineage {
  const terms = contentTerms(bare(text))
  const exact = exactParts(text)
  const others = leastTrusted([before, 'model', ...heard.filter(({ by }) => by !== 'user').map(({ by }) => by)])
  const own = isTrusted(others) ? terms : contentTerms(bare(text).replace(TELLING(), ' '))
  const support = heard
    .map((said) => ({ said, part: share(terms, termsOf(said)) }))
    .filter(({ part }) => part >= SUPPORTED)
    .toSorted((a, b) => b.part - a.part)
  const users = support.filter(
    ({ said, part }) =>
      said.by === 'user' &&
      (isTrusted(others) ? part >= GROUNDED : share(own, termsOf(said)) === 1) &&
      exact.every((name) => said.text.includes(name)) &&
      sameMind(text, said.text),
  )
  const cited = (users.length > 0 ? users : support).slice(0, 3).map(({ said }) => said.seq)
  return { by: users.length > 0 ? 'user' : others, seqs: [...new Set(cited)].toSorted((a, b) => a - b) }
}

/** Words that tell of a statement rather than belong to it. */
export const TELLING = anyLanguage(({ stance }) => stance?.telling, 'giu')

const NEGATIVE = anyLanguage(({ stance }) => stance?.no)

/** `Never use tabs` is not the user's when they said `use tabs`: the clause it comes from must not say the opposite. */
function sameMind(text: string, said: string): boolean {
  const about = contentTerms(bare(text).replace(TELLING(), ' ').replace(new RegExp(NEGATIVE(), 'giu'), ' '))
  const clauses = said.split(/(?<=[.!?;:,])\s+|[\n。！？；，、：]+/)
  const near = clauses.filter((clause) => share(about, contentTerms(bare(clause))) >= GROUNDED)
  return (near.length > 0 ? near : [said]).some((each) => NEGATIVE().test(each) === NEGATIVE().test(text))
}

const known = new WeakMap<Heard, ReadonlySet<string>>()

/** Many statements are checked against the same messages. */
function termsOf(said: Heard): ReadonlySet<string> {
  let terms = known.get(said)
  if (terms === undefined) known.set(said, (terms = contentTerms(bare(said.text))))
  return terms
}

export const SPEAKER = anyLanguage(({ stance }) => stance?.speaker, 'giu')

/** `The user prefers tea` and `I prefer tea` say the same. */
function bare(text: string): string {
  return text.replace(SPEAKER(), ' ')
}
