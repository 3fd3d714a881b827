import type { ReadFile } from './files/disk.ts'
import type { RetentionPolicy } from './log/retention.ts'
import type { MemoryInit, RecallOptions } from './memory/index.ts'
import { DAY_MS } from './model/day.ts'
import type { Driver, Folders } from './model/driver.ts'
import type { IndexStore } from './model/index-store.ts'
import type { Millis, Tokens } from './model/json.ts'
import type { Pass, Summarize, Timing } from './passes/pass.ts'
import type { Policy, Prices } from './plan/policy.ts'
import type { PromptLanguage } from './model/summarize.ts'
import { daypack as usual } from './presets/daypack.ts'
import type { Keep } from './presets/keep.ts'
import type { Preset, PresetName, PresetOptions } from './presets/preset.ts'
import type { CallCaps } from './model/call-caps.ts'
import type { RestoreOptions } from './handover/tell/restore.ts'
import type { Counter } from './tokens/count.ts'
import { assumedLine, windowOf, type Models } from './tokens/models.ts'
import { toolTable, type ToolTable } from './tools/table.ts'

/** Where everything is kept: a folder, or a driver. All else is optional. */
export type DaypackOptions = Choices &
  (
    | {
        /** The workspace: everything is kept below it. */
        readonly dir: string
        readonly driver?: undefined
      }
    | {
        /** Where to store instead of files below `dir`. Whoever made it closes it. */
        readonly driver: Driver
        /** Not needed: the driver knows where it stores. */
        readonly dir?: string
      }
  )

type Choices = {
  /** The model's context window in tokens. Default: that of the model in each request, as the registry of models has it. */
  readonly window?: Tokens
  /** Which system to work like; `tuning` changes single numbers of it. Default `daypack`. */
  readonly preset?: PresetName | Preset
  /** How much of what was folded the model still sees, in the default preset: `thrifty`, `balanced` (default) or `most`. */
  readonly keep?: Keep
  /** One call to a model, for passes that summarize. Without it they work without a model. */
  readonly summarize?: Summarize
  /** Long-term memory: its options, or `false` to do without it. It starts working when it is first used. */
  readonly memory?: false | MemoryOptions
  /** What the tools of this host are, besides those we know: `{ fetch_row: { does: 'read', path: ['table'] } }`. */
  readonly tools?: ToolTable
  /** Reads a file the agent works on, as it is now: then the files in a hand-over are the real ones. Waits 1.5 s at most. */
  readonly files?: { readonly read: ReadFile }
  /** Days a stored result stays after it was last needed, or finer rules; `false` keeps everything for ever. Default 30. */
  readonly retention?: false | number | RetentionPolicy
  /** Told once, in one line, when Daypack can't do its work. Default: `console.warn`; `false` says nothing. */
  readonly warn?: false | Warn
  /** What few need: single numbers of the preset, prices, folders, the clock. */
  readonly tuning?: Tuning
}

/** Options that presets, measurements and unusual hosts set; the defaults fit everybody else. */
export type Tuning = {
  /** Tokens kept free for the answer. Default: what the request asks for, at most 20,000 and a quarter of the window. */
  readonly maxOutput?: Tokens
  /** Largest request body in bytes. Default 30,000,000. */
  readonly maxBytes?: number
  /** The pass list, instead of the preset's. */
  readonly passes?: readonly Pass[]
  /** Whether edits to sent messages wait for a tide, instead of the preset's choice. */
  readonly timing?: Timing
  /** When an epoch pays, instead of the preset's choice. */
  readonly policy?: Policy
  /** How often, and for how much, `summarize` may be called a day. Default 500 calls, 20 million tokens. */
  readonly callCaps?: CallCaps
  /** Models the registry does not know, or knows wrongly, by the beginning of their name: `{ 'my-model': { window: 32_000 } }`. */
  readonly models?: Models
  /** What cached and written prompts cost against plain input. Default: by the model, else 0.1 / 1.25 / 5. */
  readonly prices?: Prices
  /** How long the provider keeps a prompt cached. Default five minutes. */
  readonly cacheTtlMs?: Millis
  /** How tokens are counted. Default: exact o200k. */
  readonly counter?: Counter
  /** Tool results and media above this many bytes are kept as blobs. Default 8,192. */
  readonly inlineMaxBytes?: number
  /** The language of the prompts for summaries and memory. Default English. */
  readonly language?: PromptLanguage
  /** What the model calls its tool for reading files. Default: the one it was seen to use, `read_file` before that. */
  readonly readTool?: string
  /** After a fold, append the files in work as they are now (the Claude Code way). Off unless `read` is given. */
  readonly restore?: Omit<RestoreOptions, 'count' | 'window'>
  /** Other folders for day files and stored results below `dir`, and for the notes (MEMORY.md, memory/) anywhere. */
  readonly folders?: Folders
  /** Throw where a request can't be made to fit or a reply can't be read, instead of saying so and letting it out as it is. */
  readonly strict?: boolean
  readonly now?: () => Millis
}

export type Warn = (line: string) => void

export type MemoryOptions = Pick<MemoryInit, 'flush' | 'brief' | 'summarize' | 'embed' | 'schedule'> & {
  /** Append the notes that fit each new request of the user, once, labelled. Off unless set. */
  readonly recall?: true | RecallOptions
  /** Where the index lives, by name or as an index of your own. Default: the driver's, else `auto`. */
  readonly backend?: Backend | IndexStore
  /** What few need: how notes are searched and merged, more kinds of secrets, an agent that writes. */
  readonly tuning?: MemoryTuning
}

/** Options that presets, measurements and unusual hosts set; the defaults fit everybody else. */
export type MemoryTuning = Pick<
  MemoryInit,
  | 'caps'
  | 'findSecrets'
  | 'flushAgent'
  | 'idleMinutes'
  | 'onEvent'
  | 'output'
  | 'requests'
  | 'search'
  | 'watch'
  | 'zone'
>

export type BackendName = 'auto' | 'local' | 'sqlite' | 'chroma'
/** `auto` is SQLite, or an index in memory where that does not open. Chroma needs the URL of a server that runs. */
export type Backend =
  | BackendName
  | {
      readonly name: BackendName
      readonly url?: string
      /** For Chroma. */
      readonly token?: string
    }

export type Settings = Pick<PresetOptions, 'windows' | 'merges' | 'markers'> &
  Required<Omit<Flat, Unset>> &
  Pick<Flat, Unset> & {
    readonly dir?: string | undefined
    readonly driver?: Driver | undefined
    readonly retention: false | RetentionPolicy
    readonly recall?: true | RecallOptions | undefined
    readonly memory: false | MemorySettings
  }
type Flat = Omit<Choices, 'tuning' | 'retention' | 'memory'> & Tuning
type MemorySettings = Omit<MemoryOptions, 'tuning' | 'recall'> & MemoryTuning & Pick<MemoryInit, 'language'>
type Unset =
  | 'readTool'
  | 'summarize'
  | 'folders'
  | 'language'
  | 'counter'
  | 'maxOutput'
  | 'preset'
  | 'keep'
  | 'restore'
  | 'files'
  | 'callCaps'
  | 'prices'

export async function settingsOf(options: DaypackOptions): Promise<Settings> {
  const { preset = 'daypack', keep, retention, tuning = {}, memory, ...rest } = options
  const chosen = keep || preset === 'daypack' ? usual(keep ? { keep } : {}) : await chosenPreset(preset)
  const { windows, restores: _, retentionDays = 30, memory: presetMemory, ...numbers } = chosen.options
  return {
    window: 200_000,
    maxBytes: 30_000_000,
    now: Date.now,
    cacheTtlMs: 5 * 60_000,
    inlineMaxBytes: 8_192,
    models: {},
    strict: false,
    warn: (line: string) => console.warn(line),
    ...numbers,
    ...given(tuning),
    ...given(rest),
    ...given({ preset: options.preset, keep }),
    retention: retentionOf(retention, retentionDays),
    tools: toolTable(options.tools),
    ...(options.window === undefined && {
      windows: windows ?? windowsFor(numbers.window, tuning.models, options.warn),
    }),
    memory: memory !== false && memoryWith(presetMemory, memory, tuning.language),
    ...(memory !== false && memory?.recall && { recall: memory.recall }),
    ...(numbers.folders && { folders: { ...numbers.folders, ...tuning.folders } }),
  }
}

/** The others are loaded when they are wanted. */
async function chosenPreset(preset: PresetName | Preset): Promise<Preset> {
  if (typeof preset !== 'string') return preset
  const { presetOf } = await import('./presets/index.ts')
  return presetOf(preset)
}

function windowsFor(
  preset: Tokens | undefined,
  models: Models | undefined,
  warn: false | Warn = (line) => console.warn(line),
) {
  const told = new Set<string>()
  return (model: string | undefined): Tokens => {
    if (preset !== undefined || model === undefined) return preset ?? 200_000
    const { tokens, from } = windowOf(model, models)
    if (from !== 'registry' && warn !== false && !told.has(model)) {
      told.add(model)
      warn(
        `daypack: ${assumedLine(model, tokens)} Set it with createDaypack({ window }) or tuning: { models: { '${model}': { window } } }.`,
      )
    }
    return tokens
  }
}

/** An option that is there but undefined counts as left out. */
function given<T extends object>(options: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}

function retentionOf(chosen: Choices['retention'], presetDays: number): false | RetentionPolicy {
  if (chosen === false) return false
  if (typeof chosen === 'number') return { maxAgeMs: chosen * DAY_MS }
  return { maxAgeMs: presetDays * DAY_MS, ...chosen }
}

function memoryWith(
  preset: PresetOptions['memory'],
  { tuning = {}, recall: _, ...chosen }: MemoryOptions = {},
  language: PromptLanguage | undefined,
): MemorySettings {
  const search = { ...preset?.search, ...tuning.search }
  return {
    ...preset,
    ...(language && { language }),
    ...given(chosen),
    ...given(tuning),
    ...(Object.keys(search).length > 0 && { search }),
  }
}
