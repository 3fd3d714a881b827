import { CJK } from '../../language/cjk.ts'
import { tokenize } from '../text/tokenize.ts'
import type { Expand, QueryTerm } from '../text/query.ts'
import { fromLanguages } from '../../language/index.ts'
import { IRREGULAR } from '../text/irregular.ts'
import { type AliasGroup, aliasGroups } from './aliases.ts'

/** Against 1 for a word of the query itself. */
const SAME_WEIGHT = 0.5
const TOPIC_WEIGHT = 0.35
/** Most notes are in the script of the question. */
const OTHER_SCRIPT = 0.6

type Alias = { readonly word: string; readonly terms: readonly string[] }
type Found = { readonly group: AliasGroup; readonly alias: Alias; readonly topic: boolean }
/** The tables as a query asks them. Words are cut when a query begins like one: all at once would take megabytes. */
type Lookup = { readonly aliasOf: (word: string) => Alias; readonly find: (term: string) => readonly Found[] }
/** By one of the same words, or only by a word of the topic, and which words of the query those are. */
type Named = { readonly topic: boolean; readonly by: readonly string[] }
type Weighed = { readonly weight: number; readonly by: readonly string[] }

const ours = fromLanguages(() => lookupIn(aliasGroups()))

/** Terms of the alias groups a query touches: the same thing in other words, and what belongs to its topic. */
export const expandByAliases: Expand = (terms, text) => expanded(ours(), terms, text)

/** The same with words of the user's own that stand for each other; theirs come first. */
export function expandWith(own: readonly (readonly string[])[] = []): Expand {
  if (own.length === 0) return expandByAliases
  let lookup = withOwn().get(own)
  if (lookup === undefined)
    withOwn().set(own, (lookup = lookupIn([...own.map((same) => ({ same, topic: [] })), ...aliasGroups()])))
  const known = lookup
  return (terms, text) => expanded(known, terms, text)
}

const withOwn = fromLanguages(() => new WeakMap<readonly (readonly string[])[], Lookup>())

function expanded(lookup: Lookup, terms: readonly QueryTerm[], text: string): QueryTerm[] {
  const weights = new Map<string, Weighed>()
  const own = new Map(terms.map((term) => [term.term, term]))
  const inCjk = CJK.test(text)
  const likely = ({ word }: Alias): number => (CJK.test(word) === inCjk ? 1 : OTHER_SCRIPT)
  for (const [group, { topic, by }] of groupsOf(lookup, own, text)) {
    add(weights, own, group.same.map(lookup.aliasOf), (each) => (topic ? TOPIC_WEIGHT : SAME_WEIGHT) * likely(each), by)
    if (!topic) add(weights, own, group.topic.map(lookup.aliasOf), () => TOPIC_WEIGHT, by)
  }
  const related = [...weights].map(([term, { weight, by }]): QueryTerm => ({
    term,
    weight,
    leg: 'meaning',
    insteadOf: by,
  }))
  return [...saidAgain(lookup, own, text), ...related]
}

/** `Who reviews pull requests` says one thing twice. */
function saidAgain({ find }: Lookup, own: ReadonlyMap<string, QueryTerm>, text: string): QueryTerm[] {
  const first = new Map<AliasGroup, Alias>()
  const again: QueryTerm[] = []
  for (const [, term] of own) {
    for (const { group, alias: name, topic } of find(term.term)) {
      if (topic || !isNamed(name, own, text)) continue
      const said = first.get(group) ?? name
      first.set(group, said)
      if (!said.terms.includes(term.term)) again.push({ ...term, again: true })
    }
  }
  return again
}

/** Groups the query names, by one of the same words or only by a word of the topic. */
function groupsOf({ find }: Lookup, own: ReadonlyMap<string, QueryTerm>, text: string): Map<AliasGroup, Named> {
  const found = new Map<AliasGroup, Named>()
  for (const term of own.keys()) {
    for (const { group, alias: name, topic } of find(term)) {
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

function lookupIn(groups: readonly AliasGroup[]): Lookup {
  const cut = new Map<string, Alias>()
  const aliasOf = (word: string): Alias => {
    let alias = cut.get(word)
    if (alias === undefined) {
      const terms = tokenize(word).filter(({ base, term }) => base || term === word)
      cut.set(word, (alias = { word, terms: [...new Set(terms.map(({ term }) => term))] }))
    }
    return alias
  }
  const byStart = new Map<string, { group: AliasGroup; word: string; topic: boolean }[]>()
  for (const group of groups)
    for (const [words, topic] of [
      [group.same, false],
      [group.topic, true],
    ] as const)
      for (const word of words)
        for (const start of new Set(partsOf(word).map((part) => startOf(IRREGULAR.get(part) ?? part)))) {
          const known = byStart.get(start)
          if (known === undefined) byStart.set(start, [{ group, word, topic }])
          else known.push({ group, word, topic })
        }
  const find = (term: string): Found[] =>
    (byStart.get(startOf(term)) ?? [])
      .map(({ group, word, topic }) => ({ group, topic, alias: aliasOf(word) }))
      .filter(({ alias }) => alias.terms.includes(term))
  return { aliasOf, find }
}

function partsOf(word: string): string[] {
  return CJK.test(word) ? Array.from(word) : word.split(/[^\p{L}\p{N}]/u)
}

/** What no stem changes: two letters, or a character that says as much. */
function startOf(word: string): string {
  const letters = word.slice(0, 2).toLowerCase().normalize('NFD')
  return letters.slice(0, CJK.test(letters) ? 1 : 2)
}
