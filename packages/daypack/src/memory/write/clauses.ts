/** Where one thing said ends and the next begins, inside a sentence; `3,000`, `3:40` and `Tom and I are` stay whole. */
const CLAUSE_END =
  /(?<=[^\d])[,;，；。．]\s*|,\s+|、|\s[–—-]\s|\s(?:and|und|y)\s(?=(?:i|we|she|he|ich|wir)\s)(?!(?:i|ich)\s(?:are|were|have been|sind|waren|haben)\s)/iu

export function clausesOf(text: string): string[] {
  return text
    .split(CLAUSE_END)
    .map((part) => part.trim())
    .filter((part) => part.length >= 2)
}

const SENTENCE = /(?<=\p{L}{3}[.!?])(?<!(?<!\p{L})(?:Mrs|Prof|Sra|bzw)\.)\s+|(?<=[。！？])/u

/** Clauses of each sentence, and what stands on both sides of an `and` where each side says something. */
export const piecesOf = (text: string): string[] => {
  const clauses = text.split(SENTENCE).flatMap(clausesOf)
  return clauses.flatMap((clause) => {
    const sides = clause.split(AND)
    return sides.length > 1 && sides.every((side) => side.split(/\s+/).length >= 3) ? sides : clause
  })
}

const AND =
  /\s(?:and|but|und|aber|y|e|pero|et|mais)\s(?!(?:i|ich|yo|je|moi)\s(?:are|were|sind|waren|haben|somos|sommes)\s)/iu

/** A Han character says as much as three letters. */
export function weight(text: string): number {
  return text.length + 2 * (text.match(/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/gu)?.length ?? 0)
}
