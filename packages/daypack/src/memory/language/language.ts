/** Everything about one language, all of it data: sources of patterns and lists of words. A new one is a JSON file and its line in `index.ts`. */
export type Language = {
  readonly code: string
  /** Words that say nothing about what a text is about. */
  readonly stopWords: string
  /** How speakers say what is worth keeping, and what only looks like it. */
  readonly kinds?: Patterns<'decision preference order fact own hearsay once asking'>
  readonly calendar?: Calendar
  /** What a question asks for. */
  readonly asks?: Patterns<'firstPerson secondPerson inside'>
  /** What a line says without the words of the question. */
  readonly about?: Readonly<Partial<Record<About, Sign>>>
  /** How models and people name the kinds of notes. */
  readonly labels?: Readonly<Record<'preference' | 'decision' | 'lesson' | 'fact', string>>
  /** Small words by which the language is recognised, beyond its stop words; search does not leave these out. */
  readonly smallWords?: string
  readonly page?: Page
  /** What makes a sentence read well or badly on a page, months after it was said. */
  readonly kept?: Patterns<'opener leadIn closer now stays ends recurring given'>
  /** Said before anything else, and left out of a note. */
  readonly hello?: string
  /** A letter's first line and its last ones. */
  readonly letter?: { readonly greeting: string; readonly signOff: string }
  /**
   * Words that stand for each other, by topic: `same words | words that belong to it`. Groups of all languages with the same
   * topic are one, so that a question in one language finds a note in another. Every form that occurs is listed: `dog dogs`,
   * unless the language is English.
   */
  readonly related?: Readonly<Record<string, string>>
  /** Words about remembering rather than about what is remembered, and words that fit everything. */
  readonly quietWords?: string
}

/** Sources of patterns by their key; `keys.json` says what each of them is for. */
type Patterns<Keys extends string> = Readonly<Partial<Record<Words<Keys>, string>>>
type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text

/** What Daypack itself writes on the page of memory. */
export type Page = {
  readonly title: string
  readonly sections: Readonly<Record<'Preference' | 'Fact' | 'Decision' | 'Lesson', string>>
  /** Behind a statement that no longer holds, with `@day` and `@link`. */
  readonly until: string
  /** Behind a statement that says `now`, with the `@day` it was said. */
  readonly asOf?: string
  /** The last section of the page, that holds what is over. */
  readonly past?: string
}

/** Sources of patterns of what is counted from today; names of months and days are in `text/calendar.json`. */
export type Calendar = {
  readonly relative?: Readonly<Partial<Record<Relative, string>>>
  /** `3 days ago`: with the groups `amount` and `unit`. */
  readonly ago?: string
  readonly unitDays?: Readonly<Record<string, number>>
}

export type Relative =
  | 'last week'
  | 'this week'
  | 'last weekend'
  | 'last month'
  | 'this month'
  | 'last year'
  | 'this year'

export type About = 'self' | 'who' | 'title'

export type Sign = {
  /** `Who am I`, `what do you know about me`; `who`. */
  readonly asks: string
  /** `I'm Dana, backend lead`; `ask Priya`. Case counts, since names have capitals. */
  readonly tells: string
}
