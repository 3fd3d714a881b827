import { randomBytes } from 'node:crypto'
import type { LogStore, SessionId } from '../../model/driver.ts'
import type { Seq } from '../../model/edit.ts'
import type { Entry } from '../../model/entry.ts'
import { DaypackError } from '../../model/errors.ts'
import { isObject, type JsonObject, type Millis } from '../../model/json.ts'
import type { Provenance } from './provenance.ts'

/** The session whose log holds what memory must not forget: jobs, cursors, tombstones and the workspace's key. */
export const MEMORY_SESSION = 'daypack.memory'

/**
 * Facts of the memory itself, as marks in an append-only log: durable once `add` resolves, safe among processes, and not
 * part of the index, which may be deleted at any moment.
 */
export type MemoryState = {
  /** Secret of this workspace: for fingerprints, tombstones and nonces. */
  readonly key: Uint8Array
  add<Name extends StateName>(name: Name, data: Facts[Name]): Promise<void>
  /** Facts of one name, oldest first, as of the last `refresh`. */
  all<Name extends StateName>(name: Name): readonly StateFact<Facts[Name]>[]
  /** See what other processes have added. */
  refresh(): Promise<void>
}

/** What each fact says; what is optional an earlier release may not have written. */
type Facts = {
  readonly key: { readonly key: string }
  readonly flush: { readonly session: SessionId; readonly to: Seq; readonly day: string; readonly time?: string }
  readonly flushed: {
    readonly session: SessionId
    readonly to: Seq
    readonly lineage?: Provenance
    readonly state: string
    readonly refused?: number
    readonly quoted?: number
    /** Ids of lines the user asked to forget in a talk. */
    readonly forget?: readonly string[]
  }
  readonly consolidated: {
    readonly day: string
    readonly hash: string
    readonly entries?: readonly string[]
    readonly state: string
    readonly left?: readonly { readonly line: string; readonly why: string }[]
  }
  readonly forgotten: Digests & { readonly sources?: readonly string[] }
  readonly remembered: Digests
  readonly refused: { readonly refused: number }
}
/** A statement as keyed digests of its words in order: known again inside any longer text. */
export type Phrase = { readonly words: number; readonly first: string; readonly all: string }
type Digests = { readonly digests?: readonly string[]; readonly phrases?: readonly Phrase[] }
export type StateName = keyof Facts
type StateFact<Data = unknown> = { readonly seq: Seq; readonly data: Data }

/** Without a log store the state lives as long as the process. */
export async function openState(log: LogStore | undefined, now: () => Millis): Promise<MemoryState> {
  const facts = new Map<string, StateFact[]>()
  let head: Seq = 0

  const take = (entries: readonly Entry[]): void => {
    for (const entry of entries) {
      if (entry.kind !== 'mark' || !isObject(entry.data)) continue
      const list = facts.get(entry.name) ?? []
      list.push({ seq: entry.seq, data: entry.data })
      facts.set(entry.name, list)
    }
    head = Math.max(head, entries.at(-1)?.seq ?? 0)
  }
  const refresh = async (): Promise<void> => {
    if (log !== undefined) take((await log.read(MEMORY_SESSION, head)).entries.filter((entry) => entry.seq > head))
  }
  const add = async (name: StateName, data: JsonObject): Promise<void> => {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const entry: Entry = { seq: head + 1, at: now(), kind: 'mark', name, data }
      const result =
        log === undefined ? { head: entry.seq } : await log.append(MEMORY_SESSION, [entry], { expect: head })
      if ('head' in result) return take([entry])
      if (result.conflict < head)
        throw new DaypackError(
          'conflict',
          "The memory's log was deleted while it was open; close it and open it again.",
          {
            details: { name },
          },
        )
      await refresh()
    }
    throw new DaypackError('conflict', 'The memory log kept changing during the write; try again.', {
      details: { name },
    })
  }
  const all = <Name extends StateName>(name: Name) => (facts.get(name) ?? []) as readonly StateFact<Facts[Name]>[]

  await refresh()
  if (all('key').length === 0) await add('key', { key: randomBytes(32).toString('base64') })
  return {
    key: Buffer.from(all('key')[0]?.data.key ?? '', 'base64'),
    add,
    all,
    refresh: oneAtATime(refresh),
  }
}

const MAX_TRIES = 1000

/** Two refreshes at once would take the same entries twice. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return () => (last = last.then(work, work))
}

/** How many statements so far nothing in their session bears out (refused), or only the user's own sentence (quoted). */
export function countChecked(state: MemoryState): { readonly refused: number; readonly quoted: number } {
  const flushed = state.all('flushed').map(({ data }) => data)
  const sum = (counts: readonly number[]): number => counts.reduce((total, each) => total + each, 0)
  return {
    refused: sum([...flushed, ...state.all('refused').map(({ data }) => data)].map(({ refused = 0 }) => refused)),
    quoted: sum(flushed.map(({ quoted = 0 }) => quoted)),
  }
}
