import type { Json } from '../model/json.ts'
import type { ToolTable } from '../tools/table.ts'
import type { KnownLine } from './lines.ts'

/** What the agent knows of one file: index = line number − 1, holes where it never looked. */
export type KnownFile = {
  readonly path: string
  lines: (KnownLine | undefined)[]
  /** What was known before the first change that is not committed. */
  saved?: readonly (KnownLine | undefined)[]
  /** Lines in the whole file, once they are known. */
  total?: number
  /** Lines shown before this message may have changed since. */
  doubt: number
  /** Read from the disk, and different from what the agent saw last. */
  readonly differs?: true
  /** The message that last read or changed it. */
  touched: number
  changes: number
  lastChange?: number
  /** Where it was changed, newest last. */
  edits: { line: number; at: number }[]
}

/** What `files/` keeps: the files an agent has seen or changed, as its reads, writes and edits tell. Failed calls change nothing. */
export type KnownFiles = {
  readonly files: Map<string, KnownFile>
  readonly tools: ToolTable | undefined
  readonly pending: Map<string, { tool: string; input: Json }>
  /** Folders that relative paths start from, the one used last at the end. */
  readonly roots: Set<string>
  /** All that was shown before this message may have changed since. */
  doubt: number
  /** When a formatter last went over what the agent had changed. */
  formatted: number
  /** The number in the log of each message taken in, by position. */
  readonly seqs: number[]
}

export function createKnownFiles(tools?: ToolTable): KnownFiles {
  return {
    files: new Map(),
    tools,
    pending: new Map(),
    roots: new Set(),
    doubt: 0,
    formatted: 0,
    seqs: [],
  }
}

/** Nothing that was seen can have changed the line since it was shown. */
export function isSure(model: KnownFiles, file: KnownFile, line: KnownLine): boolean {
  return line.shown >= file.doubt && line.shown >= model.doubt
}
