import { bytesOf } from '../model/message.ts'
import type { Crop, Edit, Seq } from '../model/edit.ts'
import { type Tokens, sumOf } from '../model/json.ts'
import { atoms, boundLoop, isMessage, openLoop, requestSeq } from '../view/read.ts'
import type { Item, ShownBlock, View } from '../view/view.ts'
import { cropResult, shownBytes, type Shape } from './crop.ts'
import { mediaNote } from './media.ts'
import { terse } from './notices.ts'
import type { Pass, PassContext } from './pass.ts'
import { allResults, type Result } from './results.ts'

/** Cut below the limit by this share, so that the next request does not have to be made to fit again. */
const AIM_SHARE = 0.75
const OLD_BYTES = 400
/** The newest results may fill this share of the usable window before they are cut themselves. */
const NEWEST_SHARE = 0.5
const BYTES_PER_TOKEN = 2
/** `slack`: a result that is hardly longer than what would stay of it is left alone. `tail`, `errors`: shares of what stays. */
type Form = { readonly slack: number; readonly tail: number; readonly errors: number }
const OLD: Form = { slack: 2, tail: 0, errors: 0 }
/** The model has not read the newest results yet: their end stays too, and the lines between that report an error. */
const NEWEST: Form = { slack: 1.2, tail: 0.3, errors: 0.1 }

/** The last resort for a request that can't be sent: crops old results, then folds old steps, then crops the newest. */
export function fit(): Pass {
  return {
    name: 'fit',
    fresh: true,
    async propose(view, ctx) {
      const over = overBy(ctx)
      if (over <= 0) return { why: 'it fits', edits: [] }
      const why = `${ctx.budget.used.tokens} of ${ctx.budget.usable} tokens, ${ctx.budget.used.bytes} of ${ctx.budget.maxBytes} bytes`
      const newest = await cropNewest(view, ctx)
      const left = over - savedTokens(newest)
      if (left <= 0 || ctx.tide === 'none') return { why, edits: newest.map(({ edit }) => edit) }
      const { restart } = await import('../handover/tell/restart.ts')
      if (ctx.reasoning.binds && boundLoop(view.items)) return { why, edits: [await restart(view, ctx)] }
      const crops = await cropOldest(view, ctx, left)
      const folds = await foldOldest(view, ctx, left - savedTokens(crops), crops)
      // What is left is in the newest call itself, or in the hand-over: only text can be made shorter there.
      if (folds.over > ctx.budget.usable * (1 - AIM_SHARE)) return { why, edits: [await restart(view, ctx)] }
      return { why, edits: [...newest.map(({ edit }) => edit), ...crops.map(({ edit }) => edit), ...folds.edits] }
    },
  }
}

type Saving = { readonly edit: Crop; readonly tokens: Tokens }

function savedTokens(savings: readonly Saving[]): Tokens {
  return sumOf(savings, ({ tokens }) => tokens)
}

function overBy({ budget }: PassContext): Tokens {
  const tooBig = budget.used.tokens > budget.usable || budget.used.bytes > budget.maxBytes
  if (!tooBig) return 0
  const tokens = budget.used.tokens - budget.usable * AIM_SHARE
  const bytes = budget.used.bytes - budget.maxBytes * AIM_SHARE
  const perByte = budget.used.tokens / Math.max(1, budget.used.bytes)
  return Math.max(tokens, bytes * perByte)
}

/** Results and attachments after the last assistant message, each cut to its share when together they are too big. */
async function cropNewest(view: View, ctx: PassContext): Promise<Saving[]> {
  const open = openLoop(view.items)
  const at = open && view.items.indexOf(open)
  const results = at === undefined ? [] : allResults(view, ctx.tools).filter(({ position }) => position > at)
  const total = sumOf(results, ({ shown }) => shown.size.tokens)
  const room = Math.max(0, Math.min(ctx.budget.usable * NEWEST_SHARE, ctx.budget.usable - fixedTokens(view, ctx)))
  const tooManyBytes = sumOf(results, ({ shown }) => shown.size.bytes) > ctx.budget.maxBytes * NEWEST_SHARE
  if (total <= room && !tooManyBytes) return []
  const share = Math.max(OLD_BYTES, Math.floor((room * BYTES_PER_TOKEN) / Math.max(1, results.length)))
  const savings: Saving[] = []
  for (const result of results) savings.push(...(await crops(result, share, ctx, NEWEST)))
  return savings
}

function fixedTokens(view: View, ctx: PassContext): Tokens {
  const latest = requestSeq(view)
  const kept = view.items.filter((item) => isMessage(item) && (item.pinned || item.seq === latest))
  return (view.system?.size.tokens ?? 0) + ctx.budget.extra.tokens + sumOf(kept, ({ size }) => size.tokens)
}

async function cropOldest(view: View, ctx: PassContext, over: Tokens): Promise<Saving[]> {
  const savings: Saving[] = []
  const end = lastAtom(view)
  for (const result of allResults(view, ctx.tools)) {
    if (savedTokens(savings) >= over || result.position >= end) break
    savings.push(...(await crops(result, OLD_BYTES, ctx, OLD)))
  }
  return savings
}

/** The result cut to so many bytes, and notes for its attachments. */
async function crops(result: Result, maxBytes: number, ctx: PassContext, form: Form): Promise<Saving[]> {
  const { shown, block } = result
  const { content } = block
  const savings: Saving[] = []
  if (bytesOf(content) > maxBytes * form.slack) {
    const [tail, errorBytes] = [form.tail, form.errors].map((share) => Math.floor(maxBytes * share))
    const head = Math.floor(maxBytes * (1 - form.tail))
    const shape: Shape = {
      head,
      tail: tail ?? 0,
      unit: 'bytes',
      wholeLines: true,
      errorBytes: errorBytes ?? 0,
      copies: true,
    }
    const edit = await cropResult(result, shape, terse, ctx)
    const left = edit ? shownBytes({ ...shown, crop: edit }, content) / shownBytes(shown, content) : 1
    if (edit) savings.push({ edit, tokens: ownTokens(shown) * (1 - left) })
  }
  for (const part of shown.attachments ?? []) {
    const edit = part.block.type === 'media' && !part.crop ? await mediaNote(part, part.block, ctx) : undefined
    if (edit) savings.push({ edit, tokens: part.size.tokens - ctx.count(edit.note.text) })
  }
  return savings
}

function ownTokens(shown: ShownBlock): Tokens {
  return shown.size.tokens - sumOf(shown.attachments ?? [], ({ size }) => size.tokens)
}

function lastAtom(view: View): number {
  return atoms(view.items).at(-1)?.from ?? 0
}

/** Runs of old atoms as one-line records, oldest first, until enough is saved. Pins and the latest request part the runs. */
async function foldOldest(
  view: View,
  ctx: PassContext,
  over: Tokens,
  cropped: readonly Saving[],
): Promise<{ edits: Edit[]; over: Tokens }> {
  const { recordOf } = await import('../handover/tell/record.ts')
  const { standingOf } = await import('../handover/read/standing.ts')
  const gone = new Map<Seq, Tokens>()
  for (const { edit, tokens } of cropped) {
    const seq = Number(edit.block.split('.')[0])
    gone.set(seq, (gone.get(seq) ?? 0) + tokens)
  }
  const latest = requestSeq(view)
  const end = lastAtom(view)
  const rules = new Set(standingOf(view.slots).map(({ seq }) => seq))
  const folds: Edit[] = []
  let run: Item[] = []
  let left = over
  const close = () => {
    const [first] = run
    const last = run.at(-1)
    if (first && last)
      folds.push({
        op: 'fold',
        from: first.seq,
        to: last.kind === 'fold' ? last.to : last.seq,
        summary: { text: textOf(run.map((item) => recordOf(view, item))), by: 'fit' },
      })
    run = []
  }
  for (const { from, to } of atoms(view.items.slice(0, end))) {
    if (left <= 0) break
    const items = view.items.slice(from, to)
    if (items.some((item) => isHeld(item, latest) || rules.has(item.seq))) close()
    else {
      run.push(...items)
      for (const item of items) left -= item.size.tokens - (gone.get(item.seq) ?? 0) - ctx.count(recordOf(view, item))
    }
  }
  close()
  return { edits: folds, over: left }
}

function isHeld(item: Item, latest: Seq | undefined): boolean {
  if (!isMessage(item)) return latest !== undefined && item.summary.request === latest
  return item.pinned || item.seq === latest || item.message.role === 'system'
}

function textOf(records: readonly string[]): string {
  return `Earlier steps, one line each (the originals are on record under their numbers):\n${records.filter(Boolean).join('\n')}`
}
