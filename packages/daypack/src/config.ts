import type { Driver } from './model/driver.ts'
import type { Millis, Tokens } from './model/json.ts'
import type { Pass, Summarize, Timing } from './passes/pass.ts'
import { DEFAULT_PRICES, pays, type Policy, type Prices } from './plan/policy.ts'
import type { Counter } from './tokens/count.ts'

/** Everything is optional except `dir`. */
export type DaypackOptions = {
  /** The workspace: everything is kept below it. */
  readonly dir: string
  /** The model's context window in tokens. Default 200,000. */
  readonly window?: Tokens
  /** Tokens kept free for the answer. Default: what the request asks for, at most 20,000 and a quarter of the window. */
  readonly maxOutput?: Tokens
  /** Largest request body in bytes. Default 30,000,000. */
  readonly maxBytes?: number
  readonly now?: () => Millis
  /** One call to a model, for passes that summarize. Without it they work without a model. */
  readonly summarize?: Summarize
  readonly passes?: readonly Pass[]
  readonly timing?: Timing
  readonly policy?: Policy
  readonly prices?: Prices
  /** How long the provider keeps a prompt cached. Default five minutes. */
  readonly cacheTtlMs?: Millis
  /** How tokens are counted. Default: exact o200k. */
  readonly counter?: Counter
  /** Tool results and media above this many bytes are kept as blobs. Default 8,192. */
  readonly inlineMaxBytes?: number
  /** What the model calls its tool for reading files. Default `read_file`. */
  readonly readTool?: string
  /** Where to store. Default: files below `dir`. */
  readonly driver?: Driver
}

export type Settings = Required<Omit<DaypackOptions, 'summarize' | 'driver' | 'counter' | 'maxOutput'>> &
  Pick<DaypackOptions, 'summarize' | 'driver' | 'counter' | 'maxOutput'>

export function settingsOf(options: DaypackOptions): Settings {
  return {
    window: 200_000,
    maxBytes: 30_000_000,
    now: Date.now,
    passes: [],
    timing: 'tide',
    policy: pays(),
    prices: DEFAULT_PRICES,
    cacheTtlMs: 5 * 60_000,
    inlineMaxBytes: 8_192,
    readTool: 'read_file',
    ...options,
  }
}

const MOST_OUTPUT = 20_000

/** Room for the answer: as configured, or as the request asks, within reason. */
export function outputRoom(settings: Settings, asked: Tokens | undefined): Tokens {
  return settings.maxOutput ?? Math.min(asked ?? MOST_OUTPUT, MOST_OUTPUT, Math.floor(settings.window / 4))
}
