import type { Entry } from '../../model/entry.ts'
import type { Seq } from '../../model/edit.ts'
import { originOf } from '../evidence/origin.ts'
import { isTrusted, leastTrusted, type Provenance, sessionSource, type Source } from '../notes/provenance.ts'
import { labelled } from '../notes/statement.ts'
import { type Heard, speechOf } from './speech.ts'

/** Where a text somebody asks us to write comes from: as they say, or as the session's entries show. */
export async function sourceFor(
  text: string,
  given: {
    readonly by?: Provenance
    readonly session?: string
    readonly seq?: Seq
    readonly entries?: readonly Entry[]
  },
  today: string,
): Promise<Source> {
  const { by, session = 'session', seq, entries } = given
  if (by !== undefined) return { by, from: seq === undefined ? [] : [sessionSource(session, seq)] }
  if (entries === undefined) return { by: 'tool', from: [] }
  const { heard } = await speechOf(entries)
  const origins = text
    .split('\n')
    .filter((line) => /\p{L}/u.test(line) && !line.startsWith('#'))
    .map((line) => originOf(labelled(line.replace(/^\s*(?:[-*•+]|\d{1,3}[.)])\s+/, '')).text, heard, today))
  const all = leastTrusted(origins.map((origin) => origin.by))
  const seqs = [...new Set(origins.flatMap((origin) => origin.seqs))].toSorted((a, b) => a - b)
  return { by: all, from: sourcesOf(session, { by: all, seqs }, heard) }
}

/** The entries it rests on, and for what nobody trusted said the pages it was read on: so that it can be found by them. */
export function sourcesOf(
  session: string,
  { by, seqs }: { readonly by: Provenance; readonly seqs: readonly Seq[] },
  heard: readonly Heard[],
): string[] {
  const [first, last] = [seqs.at(0), seqs.at(-1)]
  if (first === undefined) return []
  const pages = isTrusted(by) ? [] : heard.flatMap(({ seq, address }) => (seqs.includes(seq) ? (address ?? []) : []))
  return [sessionSource(session, first, last), ...new Set(pages)]
}
