import type { ReadFile } from './files/disk.ts'
import type { RetentionPolicy } from './log/retention.ts'
import type { MemoryInit, RecallOptions } from './memory/index.ts'
import type { Driver, Folders } from './model/driver.ts'
import type { Millis, Tokens } from './model/json.ts'
import type { Pass, Summarize, Timing } from './passes/pass.ts'
import type { Policy, Prices } from './plan/policy.ts'
import type { PromptLanguage } from './model/summarize.ts'
import {
  daypack as usual,
  presetOf,
  type Keep,
  type Preset,
  type PresetName,
  type PresetOptions,
} from './presets/index.ts'
import type { CallCaps } from './handover/note/caps.ts'
import type { RestoreOptions } from './handover/restore.ts'
import type { Counter } from './tokens/count.ts'
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
  /** The model's context window in tokens. Default 200,000. */
  readonly window?: Tokens
  /** Tokens kept free for the answer. Default: what the request asks for, at most 20,000 and a quarter of the window. */
  readonly maxOutput?: Tokens
  /** Largest request body in bytes. Default 30,000,000. */
  readonly maxBytes?: number
  readonly now?: () => Millis
  /** One call to a model, for passes that summarize. Without it they work without a model. */
  readonly summarize?: Summarize
  /** How often, and for how much, that model may be called a day. Default 500 calls, 20 million tokens. */
  readonly callCaps?: CallCaps
  /** Let passes ask the model between requests, when an epoch is near, instead of within one. */
  readonly background?: boolean
  /** Which system to work like; its pass list, timing and numbers can be set one by one below. Default `daypack`. */
  readonly preset?: PresetName | Preset
  /** How much of what was folded the model still sees, in the default preset: `thrifty`, `balanced` (default) or `most`. */
  readonly keep?: Keep
  readonly passes?: readonly Pass[]
  readonly timing?: Timing
  readonly policy?: Policy
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
  /** What the tools of this host are, beside those we know: `{ fetch_row: { does: 'read', path: ['table'] } }`. */
  readonly tools?: ToolTable
  /** Reads a file the agent works on, as it is now: then the files in a hand-over are the real ones. Waits 1.5 s at most. */
  readonly files?: { readonly read: ReadFile }
  /** After a fold, append the files in work as they are now (the Claude Code way). Off unless `read` is given. */
  readonly restore?: Omit<RestoreOptions, 'count' | 'window'>
  /** Days a blob stays after it was last needed. Default 30. */
  readonly retentionDays?: number
  /** Finer rules for retention; `false` keeps everything for ever. */
  readonly retention?: false | RetentionPolicy
  /** Long-term memory: its options, or `false` to do without it. It starts working when it is first used. */
  readonly memory?: false | MemoryOptions
  /** Append the notes that fit each new request of the user, once, labelled. Off unless set. */
  readonly recall?: true | RecallOptions
  /** Other folders for day files and stored results below `dir`, and for the notes (MEMORY.md, memory/) anywhere. */
  readonly folders?: Folders
  /** Told once, in one line, when Daypack can't do its work. Default: `console.warn`; `false` says nothing. */
  readonly warn?: false | Warn
}

export type Warn = (line: string) => void

export type MemoryOptions = Omit<MemoryInit, 'driver' | 'dir' | 'notesDir' | 'now' | 'count'> & {
  /** Before messages are folded, facts and lessons in them go to the day's log. Default true. */
  readonly flush?: boolean
  /** Where the index lives, unless `index` is given. Default: the driver's own, else `auto`. */
  readonly backend?: Backend
}

export type BackendName = 'auto' | 'local' | 'sqlite' | 'chroma' | 'postgres'
/** `auto` takes the first of SQLite and plain files that passes a self-test. Chroma without a URL is started as a child. */
export type Backend =
  | BackendName
  | {
      readonly name: BackendName
      readonly url?: string
      /** For Chroma. */
      readonly token?: string
      /** For PostgreSQL; default `default`. */
      readonly tenant?: string
    }

export type Settings = Pick<PresetOptions, 'windows' | 'merges'> &
  Required<Omit<Choices, Unset>> &
  Pick<Choices, Unset> & { readonly dir?: string | undefined; readonly driver?: Driver | undefined }
type Unset =
  | 'readTool'
  | 'summarize'
  | 'folders'
  | 'language'
  | 'counter'
  | 'maxOutput'
  | 'retention'
  | 'preset'
  | 'keep'
  | 'restore'
  | 'files'
  | 'recall'
  | 'callCaps'
  | 'prices'

export function settingsOf(options: DaypackOptions): Settings {
  const { preset = 'daypack', keep } = options
  const chosen = keep ? usual({ keep }) : typeof preset === 'string' ? presetOf(preset) : preset
  const { windows, restores: _, ...numbers } = chosen.options
  return {
    window: 200_000,
    maxBytes: 30_000_000,
    now: Date.now,
    cacheTtlMs: 5 * 60_000,
    inlineMaxBytes: 8_192,
    retentionDays: 30,
    memory: {},
    background: false,
    warn: (line: string) => console.warn(line),
    ...numbers,
    ...given(options),
    tools: toolTable(options.tools),
    ...(options.window === undefined && windows && { windows }),
    ...(options.memory !== false && { memory: memoryWith(numbers.memory, options) }),
    ...(numbers.folders && { folders: { ...numbers.folders, ...options.folders } }),
  }
}

/** Of a preset's options spread among the caller's: these are not settings as they stand. */
const OF_PRESETS = ['windows', 'restores']

/** An option that is there but undefined counts as left out. */
function given(options: DaypackOptions): DaypackOptions {
  const own = Object.entries(options).filter(([name, value]) => value !== undefined && !OF_PRESETS.includes(name))
  return Object.fromEntries(own) as DaypackOptions
}

/** The preset's memory, as the caller changed it. */
function memoryWith(preset: PresetOptions['memory'], { memory, language }: DaypackOptions): MemoryOptions {
  const given = memory === false ? {} : (memory ?? {})
  const search = { ...preset?.search, ...given.search }
  return {
    ...preset,
    ...(language && { language }),
    ...given,
    ...(Object.keys(search).length > 0 && { search }),
  }
}
