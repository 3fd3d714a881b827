import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Tokens } from '../../model/json.ts'
import { presetOf, PRESET_NAMES, type PresetName } from '../../presets/index.ts'
import { readTranscripts } from '../../testing/transcripts/read.ts'
import { o200k } from '../../tokens/count.ts'
import { engine } from './presets.ts'
import { addFigures, noFigures, type Figures } from './figures.ts'
import { replay } from './replay.ts'
import { replaySession, type ReplaySession } from './session.ts'

export type BenchOptions = {
  readonly windows?: readonly Tokens[]
  readonly presets?: readonly PresetName[]
  readonly onProgress?: (done: {
    readonly session: string
    readonly preset: PresetName
    readonly window: Tokens
  }) => void
}

/** What a preset would have cost and kept, over all sessions of a folder. */
export type BenchRow = {
  readonly window: Tokens
  readonly preset: PresetName
  readonly sessions: number
  /** Against sending everything unmanaged; below 1 is cheaper. */
  readonly cost: number
  /** Shares of what the agent used next that stood in view: names not seen for 30 messages, and lines it quoted in edits. */
  readonly staleRecall: number | undefined
  readonly editLines: number | undefined
  readonly figures: Figures
}

/** Replays the transcripts of a folder (any format our readers know) through the presets, without calling a model. */
export async function benchFolder(
  folder: string,
  options: BenchOptions = {},
): Promise<{ rows: BenchRow[]; skipped: string[] }> {
  const { windows = [200_000], presets = PRESET_NAMES, onProgress } = options
  const { count } = await o200k()
  const skipped: string[] = []
  const rows = new Map<string, BenchRow>()
  for (const file of filesIn(folder)) {
    for (const session of sessionsOf(file, count, skipped)) {
      for (const window of windows) {
        for (const preset of presets) {
          const figures = await replay(
            session,
            engine(preset, () => presetOf(preset).options),
            window,
          )
          const key = `${window} ${preset}`
          rows.set(
            key,
            rowOf(
              window,
              preset,
              (rows.get(key)?.sessions ?? 0) + 1,
              addFigures(rows.get(key)?.figures ?? noFigures(), figures),
            ),
          )
          onProgress?.({ session: session.name, preset, window })
        }
      }
    }
  }
  return { rows: [...rows.values()], skipped }
}

function rowOf(window: Tokens, preset: PresetName, sessions: number, figures: Figures): BenchRow {
  const share = (part: number, all: number) => (all === 0 ? undefined : part / all)
  return {
    window,
    preset,
    sessions,
    cost: figures.cost / figures.raw,
    staleRecall: share(figures.staleHeld, figures.stale),
    editLines: share(figures.linesHeld, figures.lines),
    figures,
  }
}

const TRANSCRIPT = /\.(?:jsonl?|md|traj)(?:\.gz)?$/

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TRANSCRIPT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

/** Files that hold no session are named, not fatal. */
function sessionsOf(file: string, count: (text: string) => Tokens, skipped: string[]): ReplaySession[] {
  try {
    const sessions = readTranscripts(file).map((transcript, index) =>
      replaySession(transcript, { name: transcript.id ?? `${file}#${index}`, count }),
    )
    const used = sessions.filter((session) => session.steps.length > 1)
    if (used.length === 0) skipped.push(file)
    return used
  } catch {
    skipped.push(file)
    return []
  }
}
