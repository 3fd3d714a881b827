import { DaypackError, type Models } from 'daypack'
import { KEEPS, optionRules, tuningRules, nearest, type Rule } from 'daypack/internal'
import { claudeCode, copaw, daypack, miniClaude, PRESET_NAMES } from 'daypack/presets'
import { z } from 'zod'

export const PROVIDERS = ['anthropic', 'openai', 'openai-compatible', 'google', 'scripted'] as const
export type ProviderName = (typeof PROVIDERS)[number]

const count = z.int().positive()
const folder = z.string().min(1)

/** A setting that is an option of the library, and is what that may be. */
function option<T = number>(rule: Rule) {
  return z.custom<T>().superRefine((value, context) => {
    const wanted = rule(value)
    if (wanted !== undefined) context.addIssue({ code: 'custom', message: `expected ${wanted}` })
  })
}

function numbersOf<Name extends string>(numbers: Readonly<Record<Name, number>>) {
  const shape = Object.fromEntries(Object.keys(numbers).map((name) => [name, z.number().min(0).optional()]))
  return z.strictObject(shape as Record<Name, z.ZodOptional<z.ZodNumber>>)
}

const { keep: _, ...daypackNumbers } = daypack().numbers
const copawNumbers = numbersOf(copaw().numbers).extend({
  compactThreshold: count.optional(),
  compactRatio: z.number().gt(0).max(1).optional(),
  keepRecent: z.int().nonnegative().optional(),
  recentMaxBytes: count.optional(),
  oldMaxBytes: count.optional(),
})

const qwenpawNumbers = z.strictObject({
  dialog_path: z.string().optional(),
  token_count_estimate_divisor: z.number().min(2).max(5).optional(),
  context_compact_config: z
    .strictObject({
      enabled: z.boolean().optional(),
      compact_threshold_ratio: z.number().min(0.1).max(0.9).optional(),
      reserve_threshold_ratio: z.number().min(0).max(0.3).optional(),
      compact_with_thinking_block: z.boolean().optional(),
    })
    .optional(),
  tool_result_pruning_config: z
    .strictObject({
      enabled: z.boolean().optional(),
      pruning_recent_n: z.int().min(1).max(10).optional(),
      pruning_old_msg_max_bytes: z.int().min(100).optional(),
      pruning_recent_msg_max_bytes: z.int().min(1_000).optional(),
      offload_retention_days: z.int().min(1).max(10).optional(),
      tool_results_cache: z.string().optional(),
      exempt_file_extensions: z.array(z.string()).optional(),
      exempt_tool_names: z.array(z.string()).optional(),
    })
    .optional(),
})

const embedding = z.strictObject({
  baseUrl: z.url().optional(),
  apiKey: z.string().optional(),
  apiKeyEnv: z.string().optional(),
  model: z.string().min(1).optional(),
  dimensions: count.optional(),
  maxInputLength: count.optional(),
  maxBatchSize: count.optional(),
  /** Keep embeddings of recent texts, and how many. */
  cache: z.boolean().optional(),
  maxCacheSize: z.int().nonnegative().optional(),
})

/** Everything daypack.json may say. Unknown names are refused: a typo must not pass in silence. */
export const configSchema = z.strictObject({
  $schema: z.string().optional(),
  dir: folder.optional(),
  preset: z.enum(PRESET_NAMES).optional(),
  /** How much of what was folded the model still sees, in the default preset. */
  keep: z.enum(KEEPS).optional(),
  copaw: copawNumbers.optional(),
  qwenpaw: qwenpawNumbers.optional(),
  miniClaude: numbersOf(miniClaude().numbers).optional(),
  claudeCode: numbersOf(claudeCode().numbers).optional(),
  daypack: numbersOf(daypackNumbers).optional(),
  /** The language of the prompts for summaries and memory. */
  language: z.enum(['en', 'zh']).optional(),
  window: option(optionRules.window).optional(),
  /** Models the registry does not know, or knows wrongly, by the beginning of their name. */
  models: option<Models>(tuningRules.models).optional(),
  maxOutput: option(tuningRules.maxOutput).optional(),
  retentionDays: z.number().nonnegative().optional(),
  /** `provider:name`, or a name alone for the provider in use. */
  model: z.string().min(1).optional(),
  provider: z
    .strictObject({
      name: z.enum(PROVIDERS).optional(),
      baseUrl: z.url().optional(),
      apiKey: z.string().optional(),
      /** The environment variable that holds the key. */
      apiKeyEnv: z.string().optional(),
    })
    .optional(),
  /** Who writes summaries. */
  summarizer: z.enum(['model', 'extractive']).optional(),
  memory: z
    .strictObject({
      enabled: z.boolean().optional(),
      flush: z.boolean().optional(),
      /** Notes that fit a request are appended to it: at most `limit`, scored at least `minScore`. */
      recall: z
        .union([
          z.boolean(),
          z.strictObject({ limit: count.optional(), minScore: z.number().min(0).max(1).optional() }),
        ])
        .optional(),
      /** Search by words. */
      keyword: z.boolean().optional(),
      /** Flush after this many requests of the user, in addition to the flush before a fold. */
      everyTurns: count.optional(),
      /** When finished days are merged into MEMORY.md: a cron pattern, or never; default midnight. */
      schedule: z.union([z.string().min(9), z.literal(false)]).optional(),
      /** Read all notes again when the chat starts. */
      rebuildOnStart: z.boolean().optional(),
      /** Where MEMORY.md and memory/ are, when not in the workspace. */
      dir: folder.optional(),
      embedding: embedding.optional(),
      /** Where the index lives. */
      backend: z.enum(['auto', 'local', 'sqlite', 'chroma']).optional(),
    })
    .optional(),
  chat: z
    .strictObject({
      /** Run shell commands without asking. */
      allowShell: z.boolean().optional(),
      shellTimeoutSeconds: count.optional(),
      /** What /history and /message show at most. */
      historyMaxChars: count.optional(),
    })
    .optional(),
})

export type Config = z.infer<typeof configSchema>

export function checkConfig(value: unknown, where: string): Config {
  const result = configSchema.safeParse(value)
  if (result.success) return result.data
  const lines = result.error.issues.flatMap((issue) => describe(issue, value))
  throw new DaypackError('bad-config', `${where} is not valid:\n${lines.map((line) => `  ${line}`).join('\n')}`)
}

function describe(issue: z.core.$ZodIssue, value: unknown): string[] {
  const at = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    const known = namesAt(issue.path)
    return issue.keys.map((key) => {
      const like = nearest(key, known)
      const fix = like === undefined ? `there are ${known.join(', ')}` : `did you mean "${like}"?`
      return `${[...issue.path, key].join('.')}: no such setting; ${fix}`
    })
  }
  const given = valueAt(value, issue.path)
  return [`${at || 'the file'}: ${issue.message}${given === undefined ? '' : `; it is ${quoteValue(given)}`}`]
}

function quoteValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value
  for (const key of path) found = (found as Record<PropertyKey, unknown> | undefined)?.[key]
  return found
}

type Shape = { readonly shape?: Record<string, Shape>; unwrap?(): Shape }

function namesAt(path: readonly PropertyKey[]): string[] {
  let place: Shape | undefined = configSchema as unknown as Shape
  for (const key of path) place = unwrapShape(place?.shape?.[String(key)])
  return Object.keys(place?.shape ?? {}).filter((name) => name !== '$schema')
}

function unwrapShape(place: Shape | undefined): Shape | undefined {
  let found = place
  while (found && !found.shape && found.unwrap) found = found.unwrap()
  return found
}
