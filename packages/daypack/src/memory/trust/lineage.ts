import type { Seq } from '../../model/edit.ts'
import { exactParts } from './exact.ts'
import { type Provenance, leastTrusted } from './provenance.ts'
import { contentTerms, share } from './terms.ts'

/** Something a session has said or seen, in order. */
export type Heard = { readonly seq: Seq; readonly by: Provenance; readonly text: string }

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
 * holds most of its words and every name and number in it. Otherwise it descends from everything in view: a model that
 * has read a web page may be repeating it, in whatever words. `before` stands for what it saw earlier.
 */
export function lineageOf(text: string, heard: readonly Heard[], before: Provenance = 'model'): Lineage {
  const terms = contentTerms(bare(text))
  const exact = exactParts(text)
  const support = heard
    .map((said) => ({ said, part: share(terms, termsOf(said)) }))
    .filter(({ part }) => part >= SUPPORTED)
    .toSorted((a, b) => b.part - a.part)
  const users = support.filter(
    ({ said, part }) => said.by === 'user' && part >= GROUNDED && exact.every((name) => said.text.includes(name)),
  )
  const cited = (users.length > 0 ? users : support).slice(0, 3).map(({ said }) => said.seq)
  const by =
    users.length > 0
      ? 'user'
      : leastTrusted([before, 'model', ...heard.filter(({ by }) => by !== 'user').map(({ by }) => by)])
  return { by, seqs: [...new Set(cited)].toSorted((a, b) => a - b) }
}

const known = new WeakMap<Heard, ReadonlySet<string>>()

/** Many statements are checked against the same messages. */
function termsOf(said: Heard): ReadonlySet<string> {
  let terms = known.get(said)
  if (terms === undefined) known.set(said, (terms = contentTerms(bare(said.text))))
  return terms
}

/** `The user prefers tea` and `I prefer tea` say the same. */
function bare(text: string): string {
  return text.replace(/\b(?:the )?user(?:'s)?\b|用户|我们?/gi, ' ')
}
