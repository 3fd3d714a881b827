import type { Entry } from '../../model/entry.ts'
import type { Seq } from '../../model/edit.ts'
import { type Heard, lineageOf } from '../trust/lineage.ts'
import { isTrusted, leastTrusted, type Provenance, sessionSource, type Source } from '../notes/provenance.ts'
import { speechOf } from './speech.ts'

/** Big tool results are not read for this: that they are there is what counts. Messages looked at for the user's own words; what came before still counts for trust. */
const RECENT = 300

/** Where a text somebody asks us to write comes from: as they say, or as the session's entries show. */
export async function sourceFor(
  text: string,
  given: {
    readonly by?: Provenance
    readonly session?: string
    readonly seq?: Seq
    readonly entries?: readonly Entry[]
  },
): Promise<Source> {
  const { by, session = 'session', seq, entries } = given
  if (by !== undefined) return { by, from: seq === undefined ? [] : [sessionSource(session, seq)] }
  if (entries === undefined) return { by: 'tool', from: [] }
  const { heard } = await speechOf(entries)
  const before = leastTrusted(['model', ...heard.map((said) => said.by)])
  const lineage = lineageOf(text, heard.slice(-RECENT), before === 'user' ? 'model' : before)
  return { by: lineage.by, from: sourcesOf(session, lineage, heard) }
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
