import { tokenize } from '../search/text/tokenize.ts'

/** The words of a text that carry meaning, in the form the index knows them. */
export function contentTerms(text: string): ReadonlySet<string> {
  return new Set(
    tokenize(text)
      .filter((token) => token.base)
      .map((token) => token.term),
  )
}

/** The share of `part` that stands in `whole`; 0 when `part` is empty. */
export function share(part: ReadonlySet<string>, whole: ReadonlySet<string>): number {
  if (part.size === 0) return 0
  let found = 0
  for (const term of part) if (whole.has(term)) found++
  return found / part.size
}

/** Shared terms of all terms. */
export function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = share(a, b) * a.size
  const all = a.size + b.size - shared
  return all === 0 ? 0 : shared / all
}
