/** Who an item came from, most trusted first. */
export const PROVENANCES = ['user', 'model', 'tool', 'document'] as const
export type Provenance = (typeof PROVENANCES)[number]

/**
 * Where an item came from: `session#12-18` (seqs of a log), `path#L3-L5` (lines of a note or file), or an address.
 * An item without a source was written by a person.
 */
export type Source = {
  readonly by: Provenance
  readonly from: readonly string[]
  /** The id of the line it takes the place of, or ends. */
  readonly replaces?: string
  /** A model has worded it, knowing the page: rules neither strike nor change it. */
  readonly writer?: 'model'
}

export const PERSON: Source = { by: 'user', from: [] }

/** Trust is the minimum over the lineage. */
export function leastTrusted(lineage: Iterable<Provenance>): Provenance {
  let rank = 0
  for (const by of lineage) rank = Math.max(rank, PROVENANCES.indexOf(by))
  return PROVENANCES[rank] ?? 'document'
}

/** One source for what was made of several. */
export function joinSources(sources: readonly Source[]): Source {
  return {
    by: leastTrusted(sources.map((source) => source.by)),
    from: [...new Set(sources.flatMap((s) => s.from))],
    ...(sources.some(({ writer }) => writer === 'model') && { writer: 'model' }),
  }
}

/** Whether an item may enter MEMORY.md without a person confirming it. */
export function isTrusted(by: Provenance): boolean {
  return by === 'user' || by === 'model'
}

/** The entries a source names (`monday#12-18`): what `sessionSource` wrote. Undefined for a file or an address. */
export function messagesIn(source: string): { session: string; from: number; to: number } | undefined {
  const [, session = '', from, to] = /^(.*)#(\d{1,15})(?:-(\d{1,15}))?$/s.exec(source) ?? []
  return from === undefined ? undefined : { session, from: Number(from), to: Number(to ?? from) }
}

/** `session#12-18`; one number when the range is one entry. */
export function sessionSource(session: string, from: number, to: number = from): string {
  return from === to ? `${session}#${from}` : `${session}#${from}-${to}`
}
