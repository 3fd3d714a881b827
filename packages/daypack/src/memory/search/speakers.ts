import type { IndexReader } from '../../model/index-store.ts'
import { SPEAKER } from '../index/analyse.ts'
import { TURN } from './text/signals.ts'
import { tokenize } from './text/tokenize.ts'
import type { Query } from './text/query.ts'

/** Somebody to whom something is said or done: `recommended to Anna`, `helped Anna`, 给安娜. */
const ADDRESSED =
  /(?:\b(?:to|with|for|from|give|gave|tell|told|show|showed|ask|asked|recommend|recommended|help|helped|support|supported|visit|visited)|[给給向跟对對])\s*(\p{Lu}[\p{L}'’]*|\p{sc=Han}{1,4})/gu

/** Units said by those a query names: by the one who acts, where others are only spoken to. */
export async function namedSpeakers(reader: IndexReader, query: Query): Promise<ReadonlySet<number>> {
  const acting = new Set<number>()
  const addressed = new Set<number>()
  if (!hasTurns(reader)) return acting
  const objects = new Set(
    [...query.text.matchAll(ADDRESSED)].flatMap(([, name = '']) => tokenize(name).map(({ term }) => term)),
  )
  const names = query.terms.flatMap(({ term, leg }) => (leg === 'keyword' ? [term] : []))
  const lists = await reader.postings(names.map((name) => SPEAKER + name))
  for (const [at, name] of names.entries())
    for (const unit of lists[at]?.units ?? []) (objects.has(name) ? addressed : acting).add(unit)
  return acting.size > 0 ? acting : addressed
}

function hasTurns({ flags }: IndexReader): boolean {
  return flags.some((each) => (each & TURN) !== 0)
}
