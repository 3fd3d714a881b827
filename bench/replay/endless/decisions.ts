// What a user settles in the first hour, in the ways people do it. A decision is held where all its words stand close together.
import type { Message } from '../../../packages/daypack/src/model/message.ts'

/** Said by the user, or by the agent where the user's answer is a number; `keys`: what nobody would write by chance. */
export type Decision = { readonly talk: readonly Message[]; readonly keys: readonly string[] }

const user = (text: string): Message => ({ role: 'user', blocks: [{ type: 'text', text }] })
const agent = (text: string): Message => ({ role: 'assistant', blocks: [{ type: 'text', text }] })

const RULES = Array.from({ length: 40 }, (_, at) => `- RULE-${at}: module ${at} keeps its public names stable.`)
/** A reminder as Claude Code gives it, with forty rules. */
export const standing = {
  rules: RULES,
  text: `<system-reminder>\nCodebase and user instructions are shown below.\n\nContents of /repo/CLAUDE.md (project instructions):\n\n${RULES.join('\n')}\n</system-reminder>`,
}

const said = (text: string, keys: readonly string[]): Decision => ({ talk: [user(text), agent('Understood.')], keys })
const picked = (proposal: string, answer: string, keys: readonly string[]): Decision => ({
  talk: [user('How would you go about that?'), agent(proposal), user(answer), agent('Done that way.')],
  keys,
})
const report = (about: string, middle: string): string =>
  `I went through ${about} with the others this morning and it took longer than I had hoped, mostly because half of them had not seen the last version and we began again from the start. There were questions about the tests, about who looks after it in summer, and about the names, none of which need to trouble you now. ${middle} Apart from that they liked it. Somebody will send the pictures of the whiteboard later, and I will put whatever matters into the tracker myself, so do not wait for that. If anything looks odd in the meantime, just ask me; I am around until about five today and again tomorrow after the stand-up.`

export const DECISIONS: readonly Decision[] = [
  said("Amounts stay in integer cents. Halvorsen's auditors reject floats.", ['integer cents', 'Halvorsen']),
  said('Never rebase rel/7.x: Okonkwo pins its hashes in the firmware build.', ['rel/7.x', 'Okonkwo']),
  said('From now on every migration gets a down script. We were bitten by that in Gdansk.', ['down script', 'Gdansk']),
  said('No, leave the SOAP endpoint alone, Brightwater still calls it until March.', ['SOAP', 'Brightwater']),
  said('Use zstd for the archives and not gzip; Priya measured 31 % on the Lisbon set.', ['zstd', 'Lisbon']),
  said(
    report('the import', 'One thing is settled: rows without a VAT number are refused, Delacroix signed that off.'),
    ['VAT number', 'Delacroix'],
  ),
  said(report('the scheduler', 'We agreed that jobs run in Europe/Riga time and never in UTC, as the plant does.'), [
    'Europe/Riga',
    'UTC',
  ]),
  said(report('the search page', 'What came out: no fuzzy matching, Tamsin wants exact hits from the trigram index.'), [
    'trigram',
    'Tamsin',
  ]),
  said(report('the mailer', 'They insisted that bounces go to postmaster-eu and that we keep them for 19 days.'), [
    'postmaster-eu',
    '19 days',
  ]),
  picked(
    'Three ways to keep the sessions:\n1. Redis with a TTL: fast, one more thing to run.\n2. Signed cookies with iron-session: nothing to store, 4 kB at most.\n3. A table visits_log: simple, grows.\nI lean towards the first.',
    '2, and keep Redis out of it',
    ['iron-session', 'keep Redis out'],
  ),
  picked(
    'The lock can be taken in two ways:\n- Option A: flock on the data folder, lost when the process dies.\n- Option B: a lease row in lease_holders that is renewed every 7 s.\nWhich one do you want?',
    'B',
    ['lease_holders', '7 s'],
  ),
  picked(
    'I would drop the nightly dump and stream the write-ahead log to the cold bucket in Tromsø instead. It needs wal_level=logical and one more user. Shall I?',
    'yes do it',
    ['wal_level=logical', 'Tromsø'],
  ),
]

/** Held: its words stand within so many characters of each other. */
const NEAR = 700

/** Whether a view says something: all words (or this share of them) in one place. */
export function says(view: string, keys: readonly string[], share = 1): boolean {
  const wanted = Math.ceil(keys.length * share)
  const places = keys
    .flatMap((key, nth) => placesOf(view, key).map((at) => ({ at, nth })))
    .toSorted((one, other) => one.at - other.at)
  return places.some(({ at }, from) => {
    const found = new Set<number>()
    for (let next = from; next < places.length && (places[next]?.at ?? 0) <= at + NEAR; next++)
      found.add(places[next]?.nth ?? 0)
    return found.size >= wanted
  })
}

function placesOf(view: string, key: string): number[] {
  const found: number[] = []
  for (let at = view.indexOf(key); at >= 0; at = view.indexOf(key, at + 1)) found.push(at)
  return found
}
