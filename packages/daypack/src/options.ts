import { isObject } from './model/json.ts'
import type { BackendName, DaypackOptions, MemoryOptions, MemoryTuning, Tuning } from './config.ts'
import { nearest } from './model/nearest.ts'
import { DaypackError } from './model/errors.ts'
import { KEEPS } from './presets/keep.ts'
import { PRESET_NAMES } from './presets/preset.ts'

export type Rule = (value: unknown) => string | undefined
type AllOf<T> = T extends unknown ? keyof T : never
type Rules<Name extends string> = Readonly<Record<Name, Rule>>

const text: Rule = (value) => (typeof value === 'string' && value !== '' ? undefined : 'a non-empty string')
const yesOrNo: Rule = (value) => (typeof value === 'boolean' ? undefined : 'true or false')
const run: Rule = (value) => (typeof value === 'function' ? undefined : 'a function')
const object: Rule = (value) => (isObject(value) ? undefined : 'an object')
const list: Rule = (value) => (Array.isArray(value) ? undefined : 'a list')
const anything: Rule = () => undefined

function whole(least: number): Rule {
  return (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= least
      ? undefined
      : `a whole number of at least ${least}`
}

function amount(least: number): Rule {
  return (value) =>
    typeof value === 'number' && value >= least && value < Infinity ? undefined : `a number of at least ${least}`
}

function oneOf(...values: readonly unknown[]): Rule {
  return (value) =>
    values.includes(value) ? undefined : `one of ${values.map((each) => JSON.stringify(each)).join(', ')}`
}

function either(first: Rule, second: Rule): Rule {
  return (value) => {
    const wrong = first(value)
    const other = second(value)
    return wrong === undefined || other === undefined ? undefined : `${wrong}, or ${other}`
  }
}

function has(...names: readonly string[]): Rule {
  return (value) =>
    isObject(value) && names.every((name) => value[name] !== undefined)
      ? undefined
      : `an object with ${names.map((name) => `\`${name}\``).join(' and ')}`
}

const price = amount(0)

const rates = { input: price, output: price, cacheRead: price, cacheWrite: price }
const modelRule = fields({
  window: whole(1_000),
  maxOutput: whole(0),
  price: fields({ ...rates, above: fields({ tokens: whole(0), ...rates }) }),
  cacheSeconds: amount(0),
  until: text,
})

/** Every option of `createDaypack` and what it may be: the library and the settings of the command are checked by these. */
export const optionRules: Rules<AllOf<DaypackOptions>> = {
  dir: text,
  driver: has('name'),
  window: whole(1_000),
  preset: either(oneOf(...PRESET_NAMES), has('name', 'options')),
  keep: oneOf(...KEEPS),
  summarize: run,
  memory: either(oneOf(false), object),
  tools: object,
  files: has('read'),
  retention: either(oneOf(false), either(amount(0), object)),
  warn: either(oneOf(false), run),
  tuning: object,
}

export const tuningRules: Rules<keyof Tuning> = {
  maxOutput: whole(0),
  maxBytes: whole(1_000),
  passes: (value) => list(value) ?? (value as unknown[]).map(has('name', 'propose')).find((wrong) => wrong),
  timing: oneOf('tide', 'eager'),
  policy: has('trigger', 'target'),
  models: (value) =>
    object(value) ??
    Object.values(value as object)
      .map((each) => modelRule(each))
      .find((wrong) => wrong),
  callCaps: fields({ maxCallsPerDay: price, maxTokensPerDay: price }),
  prices: fields({ cacheRead: price, cacheWrite: price, output: price }),
  cacheTtlMs: amount(0),
  counter: has('name', 'count'),
  inlineMaxBytes: whole(0),
  language: oneOf('en', 'zh'),
  readTool: text,
  restore: object,
  folders: fields({ dialog: text, toolResults: text, notes: text }),
  strict: yesOrNo,
  now: run,
}

const BACKENDS: readonly BackendName[] = ['auto', 'local', 'sqlite', 'chroma']

export const memoryRules: Rules<keyof MemoryOptions> = {
  flush: yesOrNo,
  brief: yesOrNo,
  recall: either(oneOf(true), object),
  summarize: (value) => (value === false ? undefined : run(value)),
  embed: anything,
  backend: either(
    oneOf(...BACKENDS),
    either(fields({ name: oneOf(...BACKENDS), url: text, token: text }), has('write', 'vectors')),
  ),
  schedule: either(yesOrNo, text),
  tuning: object,
}

export const memoryTuningRules: Rules<keyof MemoryTuning> = {
  caps: object,
  findSecrets: list,
  flushAgent: run,
  idleMinutes: amount(0),
  onEvent: run,
  output: oneOf('list'),
  requests: yesOrNo,
  search: object,
  watch: oneOf(true, false),
  zone: text,
}

export function checkOptions(options: unknown): asserts options is DaypackOptions {
  if (!isObject(options)) throw wrong([`createDaypack takes an object such as { dir: './.daypack' }`])
  const { memory, tuning } = options
  const lines = [
    ...problems(options, optionRules, ''),
    ...(isObject(tuning) ? problems(tuning, tuningRules, 'tuning.') : []),
    ...(isObject(memory) ? problems(memory, memoryRules, 'memory.') : []),
    ...(isObject(memory) && isObject(memory['tuning'])
      ? problems(memory['tuning'], memoryTuningRules, 'memory.tuning.')
      : []),
  ]
  if (options['dir'] === undefined && options['driver'] === undefined)
    lines.push(`dir: write the folder to keep everything in, such as './.daypack', or give a driver`)
  if (options['keep'] !== undefined && options['preset'] !== undefined && options['preset'] !== 'daypack')
    lines.push(`keep: it sets the default preset; leave it out, or leave out preset`)
  if (lines.length > 0) throw wrong(lines)
}

function wrong(lines: readonly string[]): DaypackError {
  const said = lines.map((line) => line.replace(/[.?]?$/, (end) => end || '.')).join(' ')
  return new DaypackError('bad-config', `createDaypack can't use these options. ${said}`, {
    details: { problems: lines },
  })
}

function problems(options: Readonly<Record<string, unknown>>, rules: Rules<string>, at: string): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined) return []
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
    if (rule) {
      const wanted = rule(value)
      return wanted === undefined ? [] : [`${at}${name}: expected ${wanted}, not ${quoteValue(value)}`]
    }
    const below = rules === optionRules ? tuningRules : rules === memoryRules ? memoryTuningRules : {}
    if (Object.hasOwn(below, name)) return [`${at}${name}: write it below ${at}tuning: { tuning: { ${name} } }`]
    const like = nearest(name, Object.keys(rules))
    const fix = like === undefined ? `there are ${Object.keys(rules).join(', ')}` : `did you mean "${like}"?`
    return [`${at}${name}: no such option; ${fix}`]
  })
}

function fields(rules: Rules<string>): Rule {
  return (value) => {
    if (!isObject(value)) return 'an object'
    const [first] = problems(value, rules, '')
    return first === undefined ? undefined : `an object; in it, ${first}`
  }
}

function quoteValue(value: unknown): string {
  if (typeof value === 'function') return 'a function'
  const shown = typeof value === 'number' ? String(value) : safely(value)
  return shown.length > 60 ? `${shown.slice(0, 60)}…` : shown
}

function safely(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return 'what was given'
  }
}
