/** How speakers of a language say what is worth keeping, and what only looks like it. */
export type Wording = {
  readonly decision: RegExp
  readonly preference: RegExp
  readonly fact: RegExp
  /** Somebody is named, by a capital where the language has them: who the user is, whom to ask. */
  readonly named?: RegExp
  readonly question: RegExp
  /** The heading of what follows, a condition, or a comparison with the wrong way of things: not a statement of its own. */
  readonly fragment: RegExp
  /** `Please remember that`: says that something follows, and is left out of it. */
  readonly leadIn?: RegExp
  /** A preference that holds beyond its day: `never touch that file`, not `don't touch that file`. */
  readonly habit: RegExp
  /** Points at something at hand: `that file`. */
  readonly atHand: RegExp
  /** Says that a day or a plan has changed, by whatever verb. */
  readonly moved: RegExp
  /** Words for when something is to be done: two of them in different words still mean the same day. */
  readonly due: RegExp
  /** What has a day of its own: a launch, an exam. A statement that names it and a day is worth keeping. */
  readonly scheduled: RegExp
  /** Says on which day something is; the day itself is written `@` here. */
  readonly onDay: RegExp
  /** Said for the moment. */
  readonly momentary: RegExp
}

/** Any of these as whole words; `\b` knows no letter beyond ASCII. */
export function words(...any: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${any.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
}

/** One of these at the beginning, behind a `please`. */
export function opening(please: string, ...any: readonly string[]): RegExp {
  return new RegExp(`^(?:(?:${please})[,，]?\\s*)?(?:${any.join('|')})`, 'iu')
}

export function either(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => `(?:${source})`).join('|'), 'iu')
}
