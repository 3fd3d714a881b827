import { createSearcher, memoryIndexStore, type SpokenLanguage as Language } from 'daypack/memory'
import {
  absoluteDates,
  askedFor,
  contentTerms,
  score,
  dateWindows,
  isOfItsDay,
  labelled,
  lastDayOf,
  parseDay,
  SELF,
  TITLE,
  told,
  WHO,
  withLanguages,
} from 'daypack/internal'
import { describe, expect, test as run } from 'vitest'

type Pair = readonly [asked: string, told: string]

export type LanguageCase = {
  readonly statement?: string
  readonly question?: string
  /** 3 June 2026. */
  readonly day?: string
  readonly when?: string
  readonly yesterday?: string
  readonly label?: string
  /** Nothing but stop words. */
  readonly stops?: string
  readonly self?: Pair
  readonly who?: Pair
  readonly title?: Pair
  /** A question in other words than the note that answers it. */
  readonly related?: Pair
  /** Means something only on its day: `Our stand-up is now at 9:30.` */
  readonly now?: string
  /** Is over after 3 June 2026: `The dentist is on 3 June 2026.` */
  readonly over?: string
}

/**
 * What a language's table must show: preferences, questions, days, labels, stop words, changes and search.
 *
 * @example
 * import { languageSuite } from 'daypack-testing/suites'
 *
 * const frisian = { code: 'fy', stopWords: 'de it en fan', related: { boss: 'baas sjef' } }
 * languageSuite(frisian, { stops: 'de en it', related: ['Wa is myn sjef?', '- Myn baas is Sytse'] })
 */
export function languageSuite(language: Language, given: LanguageCase): void {
  describe(`the language ${String(language.code)}`, () => {
    const test = (name: string, body: () => unknown): void => run(name, () => withLanguages([language], body))
    const { statement, question, day, yesterday, label, stops, related } = given
    test('each group of its table has its sentences here', () => {
      const missing = NEEDS.filter(
        ([, has, names]) => has(language) !== undefined && names.some((name) => given[name] === undefined),
      ).map(([group, , names]) => `${group} needs ${names.join(' and ')}`)
      expect(missing).toEqual([])
    })
    test('it notes what is stated, and no question', () => {
      if (statement !== undefined) expect(score(statement)).toMatchObject({ kind: 'Preference' })
      if (question !== undefined) expect(score(question).sum).toBeLessThan(0)
      if (label !== undefined) expect(labelled(label).kind).toBe('Preference')
    })
    test('it knows days, questions and stop words', () => {
      const june = parseDay('2026-06-03') ?? 0
      if (day !== undefined) {
        expect(absoluteDates(day)).toEqual([{ from: june, to: june }])
      }
      if (yesterday !== undefined) expect(dateWindows(yesterday, june)).toContainEqual({ from: june - 1, to: june - 1 })
      if (stops !== undefined) expect([...contentTerms(stops)]).toEqual([])
    })
    test('it knows what a page does not say for good', () => {
      const { now, over } = given
      if (now !== undefined) expect(isOfItsDay(now)).toBe(true)
      if (over !== undefined) expect([lastDayOf(over, '2026-06-01'), isOfItsDay(over)]).toEqual(['2026-06-03', false])
    })
    test('it finds by what a line says', async () => {
      for (const [term, pair] of [
        [SELF, given.self],
        [WHO, given.who],
        [TITLE, given.title],
      ] as const) {
        if (pair === undefined) continue
        expect(askedFor(pair[0])).toBe(term)
        expect(told(pair[1]).map((each) => each.term)).toContain(term)
        if (statement !== undefined) expect(askedFor(statement)).toBeUndefined()
      }
      if (related !== undefined) expect(await best(related[0], related[1])).toBe(related[1])
    })
  })
}

const NEEDS: readonly (readonly [string, (language: Language) => unknown, readonly (keyof LanguageCase)[]])[] = [
  ['wording', ({ wording }) => wording, ['statement', 'question']],
  ['calendar', ({ calendar }) => calendar, ['day']],
  ['labels', ({ labels }) => labels, ['label']],
  ['about.self', ({ about }) => about?.self, ['self']],
  ['about.who', ({ about }) => about?.who, ['who']],
  ['about.title', ({ about }) => about?.title, ['title']],
  ['related', ({ related }) => related, ['related']],
  ['kept', ({ kept }) => kept, ['now', 'over']],
]

async function best(question: string, note: string): Promise<string | undefined> {
  const searcher = createSearcher({ store: memoryIndexStore(), now: () => 0 })
  await searcher.index('notes.md', `- 7 8 9\n- x y z\n${note}\n- 1 2 3\n`)
  const { hits } = await searcher.search(question, { limit: 1, grow: false })
  await searcher.close()
  return hits[0]?.text
}
