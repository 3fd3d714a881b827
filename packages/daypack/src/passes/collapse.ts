import { isStored, textOf, type Ref } from '../model/message.ts'
import type { Fold } from '../model/edit.ts'
import { type Json, sumOf } from '../model/json.ts'
import { isRequest, numberOf } from '../view/read.ts'
import type { FoldedRun, Item, View } from '../view/view.ts'
import { describe, firstWords } from './describe.ts'
import type { Pass, PassContext } from './pass.ts'
import { allResults, type Result } from './results.ts'

export type CollapseOptions = {
  /** Completed turns that stay as they are, besides the one under way. */
  readonly keepTurns?: number
}

const BY = 'collapse'
const REQUEST_CHARS = 400
const ANSWER_CHARS = 200
const HEADING =
  '[Earlier turns, one line a step. The full text is kept: read the named file, or recall it by its number.]'

/**
 * Completed turns become one line a step, oldest first, until the view is under the low mark. No model is asked.
 *
 * @example
 * import { collapse } from 'daypack/presets'
 * import { openDesk, request, step } from 'daypack-testing'
 *
 * const desk = openDesk()
 * await desk.say(request('Look.'), ...step({ tool: 'bash', output: 'x '.repeat(3_000) }), request('And?'), request('Now?'))
 * const plan = await desk.run([collapse()], { isForced: true })
 * if (plan.after.tokens >= plan.before.tokens) throw new Error('it cuts')
 */
export function collapse(options: CollapseOptions = {}): Pass {
  const { keepTurns = 1 } = options
  return {
    name: BY,
    propose(view, ctx) {
      const results = Map.groupBy(allResults(view, ctx.tools), ({ position }) => position)
      const edits: Fold[] = []
      let used = ctx.budget.used.tokens
      for (const run of runs(view, keepTurns)) {
        const done: { lines: string[]; refs: Ref[] } = { lines: [], refs: [] }
        let end = run.from
        for (const turn of run.turns) {
          if (used <= ctx.budget.low.tokens && end > run.from) break
          const items = view.items.slice(turn.from, turn.to)
          const record = recordOf(view, items, turn.from, results, ctx)
          done.lines.push(...record.lines)
          done.refs.push(...record.refs)
          for (const item of items) used -= item.size.tokens
          used += ctx.count(record.lines.join('\n'))
          end = turn.to
        }
        const fold = end > run.from ? foldOf(view.items.slice(run.from, end), done) : undefined
        if (fold) edits.push(fold)
      }
      const folded = sumOf(edits, ({ from, to }) => numberOf(view, to) - numberOf(view, from) + 1)
      return { why: `${folded} messages of completed turns as one-liners`, edits }
    },
  }
}

type Stretch = { readonly from: number; readonly to: number }
type Run = { readonly from: number; readonly turns: readonly Stretch[] }

/** Stretches of completed turns with nothing in them that must stay: what is pinned, and folds of others. */
function runs(view: View, keepTurns: number): Run[] {
  const requests = view.items.flatMap((item, at) => (isRequest(item) ? [at] : []))
  const folds = view.items.flatMap((item, at) => (item.kind === 'fold' ? [at, at + 1] : []))
  const starts = new Set([0, ...requests, ...folds])
  const end = requests.at(-1 - keepTurns) ?? 0
  const found: { from: number; turns: Stretch[] }[] = []
  let open: { from: number; turns: Stretch[] } | undefined
  for (let at = 0; at < end;) {
    let to = at + 1
    while (!starts.has(to) && !isHeld(view.items[to] as Item)) to++
    // A turn with something pinned inside stays whole: its calls and results may be on both sides of the pin.
    if (!starts.has(at) || !starts.has(to) || isHeld(view.items[at] as Item)) open = undefined
    else {
      if (!open) found.push((open = { from: at, turns: [] }))
      open.turns.push({ from: at, to })
    }
    at = to
  }
  return found.filter(({ from, turns }) => turns.length > (isOwn(view.items[from] as Item) ? 1 : 0))
}

function isHeld(item: Item): boolean {
  return item.kind === 'fold' ? !isOwn(item) : item.pinned || item.message.role === 'system'
}

function isOwn(item: Item): item is FoldedRun {
  return item.kind === 'fold' && item.summary.by === BY
}

function recordOf(
  view: View,
  items: readonly Item[],
  from: number,
  results: ReadonlyMap<number, readonly Result[]>,
  ctx: PassContext,
): { lines: string[]; refs: Ref[] } {
  const lines: string[] = []
  const refs: Ref[] = []
  for (const [index, item] of items.entries()) {
    if (item.kind === 'fold') {
      lines.push(...linesOf(item))
      refs.push(...(item.summary.refs ?? []))
      continue
    }
    const text = textOf(item.message)
    const number = numberOf(view, item.seq)
    const isAnswer = item.message.role === 'assistant' && index === items.length - 1 && text !== ''
    if (isAnswer) lines.push(`${number}. Answer: ${firstWords(text, ANSWER_CHARS)}`)
    if (item.message.role === 'user' && isRequest(item))
      lines.push(`${number}. Request: ${firstWords(text, REQUEST_CHARS)}`)
    for (const result of results.get(from + index) ?? []) {
      const { content, isError } = result.block
      const place = isStored(content) ? ` → ${ctx.path(content.ref)}` : ''
      lines.push(`${number}. ${describe(result)}${isError ? ', failed' : ''}${place}`)
      if (isStored(content)) refs.push(content.ref)
    }
  }
  return { lines, refs }
}

function linesOf(fold: FoldedRun): string[] {
  const data = fold.summary.data as { readonly lines?: readonly Json[] } | undefined
  return data?.lines?.filter((line) => typeof line === 'string') ?? []
}

function foldOf(items: readonly Item[], record: { lines: string[]; refs: Ref[] }): Fold | undefined {
  const first = items[0]
  const last = items.at(-1)
  if (!first || !last) return undefined
  const { lines, refs } = record
  const to = last.kind === 'fold' ? last.to : last.seq
  const summary = {
    text: [HEADING, ...lines].join('\n'),
    by: BY,
    data: { lines },
    ...(refs.length > 0 && { refs: [...new Set(refs)] }),
  }
  return { op: 'fold', from: first.seq, to, summary }
}
