import { CJK } from '../../language/cjk.ts'
import { tokenize } from '../text/tokenize.ts'
import type { Expand, QueryTerm } from '../text/query.ts'
import { fromLanguages } from '../../language/index.ts'
import { aliasGroups } from './aliases.ts'

/** Against 1 for a word of the query itself. */
const SAME_WEIGHT = 0.5
const TOPIC_WEIGHT = 0.35
/** Most notes are in the script of the question. */
const OTHER_SCRIPT = 0.6

type Alias = { readonly word: string; readonly terms: readonly string[] }
type ByTerm = ReadonlyMap<string, readonly { group: Group; alias: Alias; topic: boolean }[]>
/** By one of the same words, or only by a word of the topic, and which words of the query those are. */
type Named = { readonly topic: boolean; readonly by: readonly string[] }
type Weighed = { readonly weight: number; readonly by: readonly string[] }
type Group = { readonly same: readonly Alias[]; readonly topic: readonly Alias[] }

const ours = fromLanguages((): readonly Group[] =>
  aliasGroups().map(({ same, topic }) => ({ same: same.map(alias), topic: topic.map(alias) })),
)
const byOurs = fromLanguages(() => index(ours()))

/** Terms of the alias groups a query touches: the same thing in other words, and what belongs to its topic. */
export const expandByAliases: Expand = (terms, text) => expanded(byOurs(), terms, text)

/** The same with words of the user's own that stand for each other; theirs come first. */
export function expandWith(own: readonly (readonly string[])[] = []): Expand {
  if (own.length === 0) return expandByAliases
  let byTerm = withOwn().get(own)
  if (byTerm === undefined) {
    const groups = own.map((same): Group => ({ same: same.map(alias), topic: [] }))
    withOwn().set(own, (byTerm = index([...groups, ...ours()])))
  }
  const known = byTerm
  return (terms, text) => expanded(known, terms, text)
}

const withOwn = fromLanguages(() => new WeakMap<readonly (readonly string[])[], ByTerm>())

function expanded(byTerm: ByTerm, terms: readonly QueryTerm[], text: string): QueryTerm[] {
  const weights = new Map<string, Weighed>()
  const own = new Map(terms.map((term) => [term.term, term]))
  const inCjk = CJK.test(text)
  const likely = ({ word }: Alias): number => (CJK.test(word) === inCjk ? 1 : OTHER_SCRIPT)
  for (const [group, { topic, by }] of groupsOf(byTerm, own, text)) {
    add(weights, own, group.same, (each) => (topic ? TOPIC_WEIGHT : SAME_WEIGHT) * likely(each), by)
    if (!topic) add(weights, own, group.topic, () => TOPIC_WEIGHT, by)
  }
  const related = [...weights].map(([term, { weight, by }]): QueryTerm => ({
    term,
    weight,
    leg: 'meaning',
    insteadOf: by,
  }))
  return [...saidAgain(byTerm, own, text), ...related]
}

/** `Who reviews pull requests` says one thing twice. */
function saidAgain(byTerm: ByTerm, own: ReadonlyMap<string, QueryTerm>, text: string): QueryTerm[] {
  const first = new Map<Group, Alias>()
  const again: QueryTerm[] = []
  for (const [, term] of own) {
    for (const { group, alias: name, topic } of byTerm.get(term.term) ?? []) {
      if (topic || !isNamed(name, own, text)) continue
      const said = first.get(group) ?? name
      first.set(group, said)
      if (!said.terms.includes(term.term)) again.push({ ...term, again: true })
    }
  }
  return again
}

/** Groups the query names, by one of the same words or only by a word of the topic. */
function groupsOf(byTerm: ByTerm, own: ReadonlyMap<string, QueryTerm>, text: string): Map<Group, Named> {
  const found = new Map<Group, Named>()
  for (const term of own.keys()) {
    for (const { group, alias: name, topic } of byTerm.get(term) ?? []) {
      if (isNamed(name, own, text) && found.get(group)?.topic !== false)
        found.set(group, { topic, by: name.terms.filter((each) => own.has(each)) })
    }
  }
  return found
}

/** `pull request` names `pull-request` too. */
function isNamed({ word, terms }: Alias, own: ReadonlyMap<string, QueryTerm>, text: string): boolean {
  if (CJK.test(word)) return text.includes(word)
  const parts = terms.filter((term) => term !== word)
  return own.has(word) || (parts.length > 0 ? parts : terms).every((part) => own.has(part))
}

function add(
  weights: Map<string, Weighed>,
  own: ReadonlyMap<string, QueryTerm>,
  aliases: readonly Alias[],
  weight: (alias: Alias) => number,
  by: readonly string[],
): void {
  for (const each of aliases) {
    for (const term of each.terms) {
      if (own.has(term)) continue
      const share = weight(each) / each.terms.length
      if ((weights.get(term)?.weight ?? 0) < share) weights.set(term, { weight: share, by })
    }
  }
}

function alias(word: string): Alias {
  const terms = tokenize(word)
    .filter(({ base, term }) => base || term === word)
    .map(({ term }) => term)
  return { word, terms: [...new Set(terms)] }
}

function index(groups: readonly Group[]): Map<string, { group: Group; alias: Alias; topic: boolean }[]> {
  const byTerm = new Map<string, { group: Group; alias: Alias; topic: boolean }[]>()
  for (const group of groups) {
    for (const [aliases, topic] of [
      [group.same, false],
      [group.topic, true],
    ] as const) {
      for (const one of aliases) {
        for (const term of one.terms) byTerm.set(term, [...(byTerm.get(term) ?? []), { group, alias: one, topic }])
      }
    }
  }
  return byTerm
}
