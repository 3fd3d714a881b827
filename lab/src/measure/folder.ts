import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { o200k, reasonOf, type Models, type Tokens } from 'daypack'
import { PRESET_NAMES, type PresetName } from 'daypack/presets'
import { readTranscripts } from '../transcripts/read.ts'
import { addFigures, noFigures, type Figures } from './figures.ts'
import { engine } from './engine.ts'
import { meterFor } from './meter.ts'
import { replay, type Strategy } from './replay.ts'
import { replaySession, type ReplaySession } from './session.ts'

export type BenchOptions = {
  readonly windows?: readonly Tokens[]
  readonly presets?: readonly PresetName[]
  /** Models of your own: their prices come first. */
  readonly models?: Models
  /** Before each replay: which file of how many, and what is done with it. */
  readonly onProgress?: (now: {
    readonly file: string
    readonly nth: number
    readonly of: number
    readonly name: string
    readonly window: Tokens
  }) => void
}

/** What one way would have cost and kept, over all sessions of a folder. */
export type BenchRow = {
  readonly window: Tokens
  /** A preset, or `unmanaged`: everything is sent, whether it fits or not. */
  readonly name: PresetName | 'unmanaged'
  readonly sessions: number
  /** Against sending everything unmanaged; below 1 is cheaper. */
  readonly cost: number
  /** At list prices, where the price of every session's model is known. */
  readonly dollars: number | undefined
  /** Shares of what the agent used next that stood in view: names not seen for 30 messages, and lines it quoted in edits. */
  readonly staleRecall: number | undefined
  readonly editLines: number | undefined
  readonly figures: Figures
}

export type BenchReport = {
  readonly rows: BenchRow[]
  readonly sessions: number
  readonly requests: number
  /** Tokens of the longest session. */
  readonly longest: Tokens
  /** Files that hold no session, with the reason. */
  readonly skipped: { readonly file: string; readonly why: string }[]
}

const unmanaged: Strategy = { name: 'unmanaged', open: () => ({ step: ({ request }) => ({ request }) }) }

/** Replays the transcripts of a folder (any format our readers know) through the presets, without calling a model. */
export async function benchFolder(folder: string, options: BenchOptions = {}): Promise<BenchReport> {
  const { windows = [200_000], presets = PRESET_NAMES, models, onProgress } = options
  const { count } = await o200k()
  const skipped: { file: string; why: string }[] = []
  const rows = new Map<string, BenchRow>()
  const strategies = [unmanaged, ...presets.map((preset) => engine(preset, () => ({ preset })))]
  const files = filesIn(folder)
  let [sessions, requests, longest] = [0, 0, 0]
  for (const [nth, path] of files.entries()) {
    const file = relative(folder, path)
    for (const { session, dollar } of sessionsOf(path, file, count, skipped, models)) {
      sessions++
      requests += session.steps.length
      longest = Math.max(longest, session.tokens)
      for (const window of windows) {
        for (const strategy of strategies) {
          onProgress?.({ file, nth: nth + 1, of: files.length, name: strategy.name, window })
          const key = `${window} ${strategy.name}`
          const figures = await replay(session, strategy, window)
          const name = strategy.name as BenchRow['name']
          rows.set(key, plus(rows.get(key) ?? noRow(window, name), figures, dollar))
        }
      }
    }
  }
  return { rows: [...rows.values()], sessions, requests, longest, skipped }
}

function noRow(window: Tokens, name: BenchRow['name']): BenchRow {
  const nothing = { cost: 0, dollars: 0, staleRecall: undefined, editLines: undefined }
  return { window, name, sessions: 0, ...nothing, figures: noFigures() }
}

/** `dollar`: dollars for a token of plain input; unknown once makes the sum unknown. */
function plus(row: BenchRow, one: Figures, dollar: number | undefined): BenchRow {
  const figures = addFigures(row.figures, one)
  const share = (part: number, all: number) => (all === 0 ? undefined : part / all)
  return {
    ...row,
    sessions: row.sessions + 1,
    cost: figures.cost / figures.raw,
    dollars: row.dollars === undefined || dollar === undefined ? undefined : row.dollars + one.cost * dollar,
    staleRecall: share(figures.staleHeld, figures.stale),
    editLines: share(figures.linesHeld, figures.lines),
    figures,
  }
}

const TRANSCRIPT = /\.(?:jsonl?|md|traj|sse|txt)(?:\.gz)?$/

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TRANSCRIPT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

type Priced = { readonly session: ReplaySession; readonly dollar: number | undefined }

/** Files that hold no session are named, not fatal. Each session is counted at the prices of its own model. */
function sessionsOf(
  path: string,
  file: string,
  count: (text: string) => Tokens,
  skipped: { file: string; why: string }[],
  models: Models | undefined,
): Priced[] {
  try {
    const read = readTranscripts(path).map((transcript, index): Priced => {
      const meter = meterFor(transcript.model, models)
      const session = replaySession(transcript, { name: transcript.id ?? `${file}#${index}`, count, meter })
      return { session, dollar: meter.price && meter.price.input / 1_000_000 }
    })
    const used = read.filter(({ session }) => session.steps.length > 1)
    if (used.length === 0) {
      const isEmpty = read.every(({ session }) => session.transcript.messages.length === 0)
      skipped.push({ file, why: isEmpty ? 'no session of a format we know' : 'fewer than two replies' })
    }
    return used
  } catch (error) {
    skipped.push({ file, why: reasonOf(error) })
    return []
  }
}
