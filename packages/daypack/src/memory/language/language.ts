/** Everything about one language, all of it data: sources of patterns and lists of words. A new one is a JSON file and its line in `index.ts`. */
export type Language = {
  readonly code: string
  /** Words that say nothing about what a text is about. */
  readonly stopWords: string
  readonly wording?: Wording
  readonly shape?: Shape
  readonly calendar?: Calendar
  readonly asks?: Asks
  readonly about?: Readonly<Partial<Record<About, Sign>>>
  readonly stance?: Stance
  readonly change?: Changes
  /** How models and people name the kinds of notes. */
  readonly labels?: Readonly<Record<'preference' | 'decision' | 'lesson' | 'fact', string>>
  /** Small words by which the language is recognised, beyond its stop words; search does not leave these out. */
  readonly smallWords?: string
  readonly page?: Page
  readonly kept?: Kept
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

/** What Daypack itself writes on the page of memory. */
export type Page = {
  readonly title: string
  readonly sections: Readonly<Record<'Preference' | 'Fact' | 'Decision' | 'Lesson', string>>
  /** Behind a statement that no longer holds, with `@day` and `@link`. */
  readonly until: string
  /** Points to the notes that hold the rest, with `@folder`. */
  readonly more: string
  /** Behind a statement that says `now`, with the `@day` it was said. */
  readonly asOf?: string
  /** Title of the note that holds what is over. */
  readonly past?: string
  /** Before the words a statement answers: `It's at 4 (said to: “The dentist is at 3”)`. */
  readonly saidTo?: string
}

/** What makes a sentence read well or badly on a page, months after it was said. All are sources of patterns. */
export type Kept = {
  /** Says nothing at the beginning of a line, beyond what opens a sentence: `thanks,`. */
  readonly filler?: string
  /** Says nothing at the end of a line: `please`, `instead`. */
  readonly closer: string
  /** Means something only on the day it is said: `now`, `next week`. */
  readonly now: string
  /** Beside a date: it is true again or still true once the day is over, as a birthday is, or a beginning. */
  readonly stays: string
  /** Beside a date: then it ends, whatever began before. */
  readonly ends: string
}

/** All as sources of patterns; months from January, weekdays from Sunday. */
export type Calendar = {
  readonly months?: readonly string[]
  readonly weekdays?: readonly string[]
  /** Ways to write a day that are this language's own. */
  readonly days?: string
  readonly relative?: Readonly<Partial<Record<Relative, string>>>
  /** `3 days ago`: with the groups `amount` and `unit`. */
  readonly ago?: string
  readonly numbers?: Readonly<Record<string, number>>
  readonly unitDays?: Readonly<Record<string, number>>
}

export type Relative =
  | 'yesterday'
  | 'before yesterday'
  | 'today'
  | 'last week'
  | 'this week'
  | 'last weekend'
  | 'last month'
  | 'this month'
  | 'last year'
  | 'this year'

/** What a question asks for. */
export type Asks = {
  readonly firstPerson: string
  /** Asks for what the other side said: `you recommended`, `did you tell me`, but not `do you remember`. */
  readonly secondPerson?: string
  /** Question words that stand inside a sentence without a space. */
  readonly inside?: string
}

/**
 * What a line says without the words of the question: who the user is (name, occupation), who is in charge of something, and
 * what a book, a film or anything else is called.
 */
export type About = 'self' | 'who' | 'title'

export type Sign = {
  /** `Who am I`, `what do you know about me`; `who`. */
  readonly asks: string
  /** `I'm Dana, backend lead`; `ask Priya`. Case counts, since names have capitals. */
  readonly tells: string
}

/** Who speaks, whether they say yes or no, and what takes an older statement back. */
export type Stance = {
  readonly no: string
  /** Words of an order or a habit that say nothing about its subject. */
  readonly order: string
  /** `my X is A`: the same slot with another value. */
  readonly slots: readonly string[]
  /** Words that only say that a plan has changed: what is left of a statement is what it is about. */
  readonly moving: string
  /** Says that something is no longer as it was: `no longer`, `from May on`, `after all`. */
  readonly changed?: string
  /** States of which a person has one at a time: `full-time`, `married`. */
  readonly rivals?: string
  /** Somebody else whose state it may be: `my wife`. */
  readonly others?: string
  /** Says that something it names is over: `no more nights`, `Tom quit`. */
  readonly over?: string
}

/**
 * How speakers say that something is no longer as it was, and what values a thing has one of at a time. All are sources of
 * patterns.
 */
export type Changes = {
  /** Takes back what was said just before: `typo`, `scratch that`, `I meant`. */
  readonly corrects: string
  /** One thing is in the place of another: `now`, `instead`, `took over`. */
  readonly instead: string
  /** It is again as it was: `back to`, `as before`. */
  readonly reverts: string
  /** May never come about: `might`, `if we`. */
  readonly unsure: string
  /** Comes on top of what there is: `also`, `another`. */
  readonly adds: string
  /** Stands for what was spoken of before: `it`, `they`. */
  readonly points: string
  /** Stands before what a clause is about: `the`, `my`. */
  readonly article: string
  /** Joins a thing and what it is, or where: `is`. */
  readonly copula: string
  /** What one person does or is at a time: `picks up`, `our contact`. */
  readonly duty: string
  /** Gives something its name: `is called`. */
  readonly naming: string
  /** Values by their sort, a thing has one of each: times, colours. The same sort has the same name in every language. */
  readonly sorts: Readonly<Partial<Record<Sort, string>>>
}

/** Sorts of values beyond days, numbers and names. */
export type Sort =
  | 'date'
  | 'time'
  | 'address'
  | 'amount'
  | 'part of day'
  | 'colour'
  | 'language'
  | 'length'
  | 'tone'
  | 'case'
  | 'theme'
  | 'frequency'
  | 'drink'
  | 'transport'
  | 'person'

/** How speakers of a language say what is worth keeping, and what only looks like it. All are sources of patterns. */
export type Wording = {
  readonly decision: string
  readonly preference: string
  readonly fact: string
  /** Somebody is named, by a capital where the language has them: who the user is, whom to ask. */
  readonly named?: string
  /** Says what it says only together with what it answers: `let's use B instead`. */
  readonly refers: string
  readonly question: string
  /** The heading of what follows, a condition, or a comparison with the wrong way of things: not a statement of its own. */
  readonly fragment: string
  /** `Please remember that`: says that something follows, and is left out of it. */
  readonly leadIn?: string
  /** A preference that holds beyond its day: `never touch that file`, not `don't touch that file`. */
  readonly habit: string
  /** Points at something at hand: `that file`. */
  readonly atHand: string
  /** Says that a day or a plan has changed, by whatever verb. */
  readonly moved: string
  /** Words for when something is to be done: two of them in different words still mean the same day. */
  readonly due: string
  /** What has a day of its own: a launch, an exam. A statement that names it and a day is worth keeping. */
  readonly scheduled: string
  /** Said for the moment. */
  readonly momentary: string
}

/**
 * A statement by its shape rather than by its verb: who is spoken of, and nothing that makes it a remark about the moment.
 * All are sources of patterns.
 */
export type Shape = {
  /** The user does something lasting: `I cook in grams`; verbs of talk and of the work at hand are left out. */
  readonly self: string
  /** Something at work or at home is said to be so: `staging is on …`; counts when the rest names something. */
  readonly thing: string
  /** A standing order without a verb of preference: `no default exports`. */
  readonly rule: string
  /** Happens again and again: `every Thursday`. */
  readonly recurring: string
  /** Trouble, thanks, tries, impressions: said for the moment. */
  readonly passing: string
  /** Begins a clause that says how somebody feels, what they think of it, hope or are about to try, or is mere politeness. */
  readonly mood?: string
  /** Begins an answer that agrees: what follows and does not speak of the speaker is talk. */
  readonly agrees?: string
  /** Ends a statement with a question to the other: `…, what do you think?`, where that is no sentence of its own. */
  readonly aside?: string
  /** A clause that asks for something now: `one more example please`. Not where a standing word is beside it. */
  readonly request?: string
  /** Says only what a question in the same sentence is asked for: `I'm making pancakes`. */
  readonly setting?: string
  /** Before a colon: what follows is a text to work on, or somebody else's: `translate this`, `she wrote`. */
  readonly given?: string
  /** Tells of something that happened once, by its tense; not where something changed or a value is named. */
  readonly happened?: string
  /** Tells of this hour: hunger, a headache, a late train. */
  readonly moment?: string
  /** Begins what somebody else thinks or says: `my boss thinks`. */
  readonly hearsay?: string
  /** What others say of what must be so counts all the same: `no pets`. */
  readonly must?: string
  /** Asks the other something, in whatever form and wherever in the clause. */
  readonly asking?: string
  /** Begins with an order or a wish for something to be made now; may be wrong more often than `task` and `request`. */
  readonly orders?: string
  /** Speaks to the other: `you`. */
  readonly you?: string
  /** How the other says that they will keep something in mind: `noted`. */
  readonly notes?: string
  /** Begins with something or somebody of whom a verb says something, as far as words tell. */
  readonly stated?: string
  /** Says of what future requests an order holds: `when you write emails for me`. */
  readonly whenever?: string
  /** Tells of what is past, by its verbs; wider than `went` and `happened`. */
  readonly past?: string
  /** Nothing but a greeting, thanks or a short reaction. */
  readonly greets?: string
  /** Says that something is as it was. */
  readonly same?: string
  /** Ends without a predicate, where a language puts it last. */
  readonly nominal?: string
  /** For this one time, or this one person: `just for tonight`. */
  readonly once?: string
  /** Opens a sentence and says nothing itself: `so`, `by the way`, `for context:`. */
  readonly opener: string
  /** The beginning of an order about the work at hand, of a reaction, or of talk: what else a user says is told to last. */
  readonly task: string
  /** What makes an order a standing one: `always`, `everywhere`, `at most`. */
  readonly standing: string
  /** Speaks of the speaker: `I`, `our`. */
  readonly own: string
  /** Tells of what happened once. */
  readonly went: string
  /** A verb that makes a statement where nobody is named and subjects are left out. */
  readonly says: string
  /** Speaks of somebody named in the sentence before: `she lives in Bristol`. */
  readonly follows: string
  /** Thinks aloud, weighs or judges: `should`, `presumably`, `makes sense`. */
  readonly muses: string
}
