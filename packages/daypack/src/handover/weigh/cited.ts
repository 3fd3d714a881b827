import type { Event } from '../read/events.ts'

/** Names, figures, ids and paths: what can be told apart from ordinary words. */
const FACT = /[\w$][./:_-][\w$]|[a-z][A-Z]|\d.*\d|^[0-9a-f]{7,40}$/
const BETWEEN = /[^\w$./:%-]+/
/** What everybody speaks of all the time tells nothing about one output. */
const COMMON = 6
const LONGEST = 80

/** How many facts of a line the talk came back to after the event that printed it. */
export type Cited = { of(event: Event): number; line(event: Event, text: string): number }

/** An event is never changed: its facts are looked for once, and kept as one string, a tenth of what a set of them takes. */
const known = new WeakMap<Event, string>()

function factsOf(event: Event): readonly string[] {
  let facts = known.get(event)
  if (facts === undefined) known.set(event, (facts = [...new Set(factsIn(event.full ?? event.text))].join('\n')))
  return facts === '' ? [] : facts.split('\n')
}

function factsIn(text: string): string[] {
  return text
    .split(BETWEEN)
    .map((word) => word.replace(/^[./:-]+|[./:-]+$/g, ''))
    .filter((word) => word.length > 2 && word.length <= LONGEST && FACT.test(word))
}

/** Which facts in outputs were spoken of later: those are what a reader will be asked for, wherever they stand. */
export function citedIn(events: readonly Event[]): Cited {
  let spoken: ReadonlyMap<string, Spoken> | undefined
  const isCited = (seq: number, fact: string): boolean => {
    const found = (spoken ??= spokenIn(events)).get(fact)
    return found !== undefined && found.last > seq && found.count <= COMMON
  }
  return {
    of: (event) => (isSpoken(event) ? 0 : factsOf(event).filter((fact) => isCited(event.seq, fact)).length),
    line: ({ seq }, text) => new Set(factsIn(text).filter((fact) => isCited(seq, fact))).size,
  }
}

type Spoken = { readonly count: number; readonly last: number }

function spokenIn(events: readonly Event[]): Map<string, Spoken> {
  const spoken = new Map<string, Spoken>()
  for (const event of events) {
    if (!isSpoken(event)) continue
    for (const fact of factsOf(event)) spoken.set(fact, { count: (spoken.get(fact)?.count ?? 0) + 1, last: event.seq })
  }
  return spoken
}

function isSpoken({ kind }: Event): boolean {
  return kind === 'user' || kind === 'agent' || kind === 'thought' || kind === 'plan'
}
