import { bytesOf } from '../model/message.ts'
import type { Crop } from '../model/edit.ts'
import { sumOf, type Tokens } from '../model/json.ts'
import { cropResult, shownBytes, type Shape } from './crop.ts'
import { DEFAULT_TAIL, isExempt, tailShare, resultsSince, MARKDOWN, protectedBy } from './results.ts'
import type { TailShares, Result } from './results.ts'
import { truncated, type Notice } from './notices.ts'
import type { Pass, PassContext } from './pass.ts'
import { toolOf } from '../tools/table.ts'

export type OffloadOptions = {
  /** A result above this is cut before it is ever sent. */
  readonly maxBytes?: number
  /** The same in UTF-16 units; takes the place of `maxBytes`. */
  readonly maxChars?: number
  /** What stays of a result above the limit, in the limit's unit; without it, the limit itself. */
  readonly preview?: { readonly head: number; readonly tail?: number; readonly lines?: number }
  /** Share of what stays for the end of the result, by tool name or kind (`shell`, `search`, `read` …). */
  readonly tail?: TailShares
  /** For lines in between that report an error, where the end is kept too; within the limit, or in addition to `preview`. */
  readonly errorBytes?: number
  readonly wholeLines?: boolean
  /** Files read stay whole up to this, in the limit's unit. */
  readonly readMax?: number | ((ctx: PassContext) => number)
  /** Globs of files that are protected, and their limit in the limit's unit. */
  readonly protect?: readonly string[]
  readonly protectedMax?: number
  /** `false`: no limit for all results of a turn of the model; each result counts by itself. */
  readonly groups?: false
  /** A tool that declares `maxResultChars` in the tool table has that limit. */
  readonly declared?: boolean
  readonly exempt?: readonly string[]
  readonly notice?: Notice
}

export const OFFLOAD_MAX_BYTES = 50_000
const GROUP_MAX_BYTES = 200_000
/** Together they may fill most of a small window, but not more than it. */
const GROUP_BYTES_PER_TOKEN = 2

/**
 * Cut big results before they are first sent; older big ones with the first epoch. The whole text is durable.
 *
 * @example
 * import { offload } from 'daypack/presets'
 * import { openDesk, request, step } from 'daypack-testing'
 *
 * const desk = openDesk()
 * await desk.say(request('Look.'), ...step({ tool: 'bash', output: 'line\n'.repeat(20_000) }), request('And?'))
 * const plan = await desk.run([offload({ maxBytes: 10_000 })], { isForced: true })
 * if (plan.after.tokens >= plan.before.tokens) throw new Error('it cuts')
 */
export function offload(options: OffloadOptions = {}): Pass {
  const rules = rulesOf(options)
  /** For all results that answer one turn of the model. */
  const roomFor = (window: Tokens) =>
    options.groups === false ? Infinity : Math.min(GROUP_MAX_BYTES, window * GROUP_BYTES_PER_TOKEN)
  return {
    name: 'offload',
    fresh: true,
    leaves(bytes, window) {
      return !rules.declared && bytes <= Math.min(rules.max, roomFor(window))
    },
    async propose(view, ctx) {
      const isCalm = ctx.timing === 'tide' && ctx.tide === 'none'
      const whole = resultsSince(view, isCalm ? ctx.fresh : 0, ctx.tools).filter((result) => !result.shown.crop)
      const room = roomFor(ctx.budget.window)
      if (!rules.declared && isSmall(whole, rules, room)) return { why: '0 results over the limit', edits: [] }
      const results = whole.filter((result) => !isExempt(result, rules.exempt))
      const wanted = new Map<Result, Shape>()
      for (const result of results) {
        const shape = await overLimit(result, rules, ctx)
        if (shape) wanted.set(result, shape)
      }
      shareOut(results, room, wanted, rules)
      const edits: Crop[] = []
      for (const [result, shape] of wanted) {
        const crop = await cropResult(result, shape, rules.notice, ctx)
        if (crop) edits.push(crop)
      }
      return { why: `${edits.length} results over the limit`, edits }
    },
  }
}

type Rules = ReturnType<typeof rulesOf>

/** Each is below the lowest limit, and all together are below those of a group: nothing more has to be known of them. */
function isSmall(results: readonly Result[], rules: Rules, room: number): boolean {
  const sizes = results.map((result) => bytesOf(result.block.content))
  const together = sumOf(sizes, (bytes) => bytes)
  return Math.max(0, ...sizes) <= rules.max && together <= room
}

function rulesOf(options: OffloadOptions) {
  const unit = options.maxChars === undefined ? ('bytes' as const) : ('chars' as const)
  const max = options.maxChars ?? options.maxBytes ?? OFFLOAD_MAX_BYTES
  return {
    unit,
    max,
    preview: options.preview,
    tail: options.tail ?? DEFAULT_TAIL,
    errorBytes: options.errorBytes ?? 1_000,
    wholeLines: options.wholeLines ?? true,
    readMax: options.readMax ?? max,
    isProtected: protectedBy(options.protect ?? MARKDOWN),
    protectedMax: options.protectedMax ?? max * 2,
    declared: options.declared ?? false,
    exempt: options.exempt ?? [],
    notice: options.notice ?? truncated,
  }
}

async function overLimit(result: Result, given: Rules, ctx: PassContext): Promise<Shape | undefined> {
  const { facts, block, shown } = result
  const own = given.declared ? toolOf(result.tool, ctx.tools)?.maxResultChars : undefined
  const rules =
    own === undefined ? given : { ...given, unit: 'chars' as const, max: own, readMax: own, protectedMax: own }
  const isSpecial = rules.isProtected(facts)
  const readMax = typeof rules.readMax === 'function' ? rules.readMax(ctx) : rules.readMax
  const isRead = facts.kind === 'read' && readMax > rules.max
  const limit = isSpecial ? Math.max(rules.protectedMax, isRead ? readMax : 0) : isRead ? readMax : rules.max
  const bytes = bytesOf(block.content)
  if (bytes <= limit) return undefined
  // A UTF-16 unit takes at most three bytes, so only sizes in between need the text itself.
  if (rules.unit === 'chars' && bytes <= limit * 3 && (await ctx.read(shown)).length <= limit) return undefined
  return isSpecial || isRead ? shapeOf(limit, result, rules) : shapeOf(limit, result, rules, rules.preview)
}

function shapeOf(limit: number, result: Result, rules: Rules, preview?: OffloadOptions['preview']): Shape {
  const { unit, wholeLines } = rules
  const share = tailShare(rules.tail, result.tool, result.facts.kind)
  const whole = preview ? preview.head : limit
  const tail = preview?.tail ?? Math.floor(whole * share)
  const head = preview?.tail === undefined ? whole - tail : whole
  const errorBytes = share > 0 ? Math.min(rules.errorBytes, Math.floor(limit / 10)) : 0
  return {
    head: preview ? head : Math.max(0, head - errorBytes),
    tail,
    unit,
    wholeLines,
    errorBytes,
    ...(preview?.lines !== undefined && { maxLines: preview.lines }),
  }
}

/** Results of a turn that together pass a limit are cut to one level: the small ones stay whole, the big ones share the rest. */
function shareOut(results: readonly Result[], maxBytes: number, wanted: Map<Result, Shape>, rules: Rules): void {
  const planned = (result: Result): number => {
    const shape = wanted.get(result)
    const now = shownBytes(result.shown, result.block.content)
    return shape ? Math.min(now, shape.head + shape.tail) : now
  }
  for (const members of Map.groupBy(results, ({ turn }) => turn).values()) {
    const level = levelFor(members.map(planned), maxBytes)
    for (const result of members)
      if (planned(result) > level) wanted.set(result, shapeOf(level, result, { ...rules, unit: 'bytes' }))
  }
}

/** The highest level at which sizes, each cut to it, together stay within `budget`; Infinity when none needs cutting. */
export function levelFor(sizes: readonly number[], budget: number): number {
  const sorted = [...sizes].sort((a, b) => a - b)
  let left = budget
  for (const [index, size] of sorted.entries()) {
    const share = left / (sorted.length - index)
    if (size > share) return Math.max(0, Math.floor(share))
    left -= size
  }
  return Infinity
}
