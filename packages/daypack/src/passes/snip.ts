import { numberOf } from '../view/read.ts'
import type { View } from '../view/view.ts'
import { bytesOf, isStored } from '../model/message.ts'
import type { Crop } from '../model/edit.ts'
import type { Tokens } from '../model/json.ts'
import { utilisation } from './budget.ts'
import { cropToNote } from './crop.ts'
import { describe } from './describe.ts'
import { isExempt, allResults, type Result } from './results.ts'
import type { Pass } from './pass.ts'
import { normalPath } from '../tools/paths.ts'
import type { ToolKind } from '../tools/table.ts'

export type SnipOptions = {
  /** The newest results stay whole, whatever they are. */
  readonly keep?: number
  readonly searches?: number
  /** Kinds of tools whose older results beyond `searches` go. */
  readonly kinds?: readonly ToolKind[]
  /** Of one file only the newest read stays, whatever lines it shows and whether it changed. */
  readonly newestRead?: boolean
  /** Leave out repeats of the same bytes; the earliest copy stays, so that the prefix stays cached. */
  readonly identical?: boolean
  /** Only from this share of the window on, `reserveTokens` taken off first. */
  readonly above?: number
  readonly reserveTokens?: Tokens
  readonly exempt?: readonly string[]
  readonly placeholder?: (result: Result, why: string, path: string | undefined) => string
}

const MIN_BYTES = 200

/**
 * Leave out results that something newer made worthless: reads superseded, repeats, old searches. Calls stay visible.
 *
 * @example
 * import { snip } from 'daypack/presets'
 * import { openDesk, request, step } from 'daypack-testing'
 *
 * const desk = openDesk()
 * const read = (output: string) => step({ tool: 'Read', input: { file_path: 'a.ts' }, output })
 * await desk.say(request('Look.'), ...read('old\n'.repeat(500)), ...read('new\n'.repeat(500)), request('And?'))
 * const plan = await desk.run([snip({ keep: 1 })], { isForced: true })
 * if (plan.after.tokens >= plan.before.tokens) throw new Error('it cuts')
 */
export function snip(options: SnipOptions = {}): Pass {
  const {
    keep = 3,
    searches = 3,
    kinds = ['search', 'list'],
    identical = true,
    newestRead = false,
    above = 0,
    exempt = [],
    placeholder = defaultNote,
  } = options
  return {
    name: 'snip',
    async propose(view, ctx) {
      const share = utilisation(ctx.budget, options.reserveTokens)
      if (share < above) return { why: `the window is only ${Math.round(share * 100)} % full`, edits: [] }
      const results = allResults(view, ctx.tools)
      const stale = findSuperseded(view, results, newestRead)
      if (identical) addRepeats(view, results, stale)
      addOutnumbered(results, kinds, searches, stale)
      const newest = new Set(results.slice(Math.max(0, results.length - keep)))
      const edits: Crop[] = []
      for (const [result, why] of [...stale].sort(([a], [b]) => a.position - b.position)) {
        if (newest.has(result) || isGone(result) || isExempt(result, exempt)) continue
        if (bytesOf(result.block.content) < MIN_BYTES && placeholder === defaultNote) continue
        const crop = await cropToNote(result, (path) => placeholder(result, why, path), ctx)
        if (crop) edits.push(crop)
      }
      return { why: `${edits.length} results superseded, repeated or outnumbered`, edits }
    },
  }
}

type Stale = Map<Result, string>

/** Reads whose lines a later read shows in full, or whose file was rewritten since. */
function findSuperseded(view: View, results: readonly Result[], newestRead: boolean): Stale {
  const stale: Stale = new Map()
  const reads = new Map<string, Result[]>()
  for (const result of results) {
    if (result.block.isError) continue
    const number = numberOf(view, result.item.seq)
    for (const path of result.facts.written) {
      for (const older of reads.get(normalPath(path)) ?? [])
        stale.set(older, `the file was written again in message ${number}`)
      reads.delete(normalPath(path))
    }
    const { kind, path } = result.facts
    if (kind !== 'read' || path === undefined) continue
    const known = reads.get(normalPath(path)) ?? []
    const covered = newestRead
      ? known
      : result.shown.crop
        ? []
        : known.filter((older) => covers(result, older) && !isSame(result, older))
    for (const older of covered) stale.set(older, `the file was read again in message ${number}`)
    reads.set(normalPath(path), [...known.filter((older) => !covered.includes(older)), result])
  }
  return stale
}

function addRepeats(view: View, results: readonly Result[], stale: Stale): void {
  const first = new Map<string, Result>()
  for (const result of results) {
    if (result.shown.crop || stale.has(result)) continue
    const known = first.get(bytesKey(result))
    if (known) stale.set(result, `the same output as in message ${numberOf(view, known.item.seq)}`)
    else first.set(bytesKey(result), result)
  }
}

function addOutnumbered(results: readonly Result[], kinds: readonly ToolKind[], searches: number, stale: Stale): void {
  const byTool = Map.groupBy(
    results.filter(({ facts }) => kinds.includes(facts.kind)),
    ({ tool }) => tool,
  )
  for (const group of byTool.values()) {
    for (const result of group.slice(0, Math.max(0, group.length - searches))) {
      if (!stale.has(result)) stale.set(result, `${searches} newer results of ${result.tool} follow`)
    }
  }
}

function covers(newer: Result, older: Result): boolean {
  const a = newer.facts.range
  const b = older.facts.range
  if (!a) return true
  if (!b) return false
  return a.from <= b.from && (a.to === undefined || (b.to !== undefined && a.to >= b.to))
}

function isSame(a: Result, b: Result): boolean {
  return bytesKey(a) === bytesKey(b) && !b.shown.crop
}

function bytesKey({ block: { content } }: Result): string {
  return isStored(content) ? content.ref : content.text
}

function isGone({ shown }: Result): boolean {
  return shown.crop?.keep.length === 0
}

function defaultNote(result: Result, why: string, path: string | undefined): string {
  return `[Left out: ${describe(result)}; ${why}. ${result.facts.kind === 'read' ? 'Read it again if needed' : `Full text: ${path}`}]`
}
