import { toolOf, type ToolTable } from '../tools/table.ts'
import type { Crop, Edit, Seq } from '../model/edit.ts'
import { blockId, isMessage, openLoop, reasonsInTurn, requestSeq } from '../view/read.ts'
import { type Tokens, sumOf } from '../model/json.ts'
import type { Evidence } from '../handover/read/evidence.ts'
import type { Item, Slot, View } from '../view/view.ts'
import { cropResult } from './crop.ts'
import type { HandoverOptions, Run } from '../handover/handover.ts'
import type { NarrativeOptions } from '../handover/note/note.ts'
import { CHARS_PER_TOKEN, noteChars } from '../handover/weigh/room.ts'
import { terse } from './notices.ts'
import type { Pass, PassContext } from './pass.ts'
import { resultsSince } from './results.ts'
import { splitTail, type SplitOptions } from './split.ts'

export type CompactOptions = SplitOptions &
  HandoverOptions & {
    /** The note of a model, where there is one. `false`: none. */
    readonly narrative?: false | NarrativeOptions
    /** Results in the tail are cut to this many characters, file reads to `readChars`. */
    readonly resultChars?: number
    readonly readChars?: number
  }

/** Of a short conversation the user wants folded only this share stays as messages. */
const ASKED_TAIL = 0.25
const DEFAULT_TAIL = { share: 0.03, minTokens: 1000, maxTokens: 2500, minMessages: 2 }

/**
 * Fold nearly everything into one hand-over: the story in order, files in work, the latest request verbatim, and a model's
 * note where there is one; only a short tail stays as messages. Inside an open loop that carries reasoning the fold covers
 * everything and the last steps become text in it (the restart form), so that no signed block follows bytes it was not
 * made with, whatever the provider checks.
 *
 * @example
 * import { compact } from 'daypack/presets'
 * import { answer, openDesk, request } from 'daypack-testing'
 *
 * const desk = openDesk()
 * for (let turn = 0; turn < 20; turn++) await desk.say(request(`Part ${turn}?`), answer('words '.repeat(200)))
 * await desk.run([compact()], { isForced: true })
 * if (desk.view.items[0]?.kind !== 'fold') throw new Error('a hand-over replaces the beginning')
 */
export function compact(given: CompactOptions = {}): Pass {
  const options = given.keepRecent === undefined && given.tail === undefined ? given : { ...MEMO_DEFAULTS, ...given }
  return {
    name: 'compact',
    costly: true,
    async propose(view, ctx) {
      const restarts = openLoop(view.items) !== undefined && reasonsInTurn(view)
      const start = restarts ? view.items.length : Math.min(tailStart(view, ctx, options), unseenStart(view))
      const runs = foldable(view, start)
      const main = runs.at(-1)
      if (!main) return { why: 'there is nothing to fold', edits: [] }
      const crops = await tailCrops(view, start, ctx, options)
      // Loaded when something is folded for the first time: most of the library is behind it.
      const { handover, stub } = await import('../handover/handover.ts')
      const { narrative, UNUSED_NOTE } = await import('../handover/note/note.ts')
      const evidence = await gatherEvidence(view, ctx, options)
      const asked = ctx.asked ? shortNote(view, runs, options, ctx.budget.window) : options
      const note =
        asked.narrative === false
          ? undefined
          : await narrative(view, evidence, ctx, asked.narrative ?? {}, asked.summary === 'memo')
      const { fold, isWhole } = await handover(view, ctx, asked, { runs, main, start, crops, evidence, note, restarts })
      const paid = {
        ...(note?.model === 'answered' && { remember: { name: UNUSED_NOTE, data: note.data } }),
        ...(note?.model && { model: note.model }),
      }
      if (ctx.asked && !isWhole) return { why: NOTHING_GAINED, edits: [], ...paid }
      const edits: Edit[] = [...runs.slice(0, -1).map((run) => stub(view, run)), fold, ...crops]
      const why = `${start} of ${view.items.length} items folded${restarts ? ', restart form' : ''}${note ? `; ${note.why}` : ''}`
      return { why, edits, isOneFold: true, ...paid }
    },
  }
}

async function gatherEvidence(view: View, ctx: PassContext, options: CompactOptions): Promise<Evidence> {
  const { evidenceOf } = await import('../handover/read/history.ts')
  return evidenceOf(view.slots, (slot, index) => readStored(slot, index, ctx), fileTools(ctx, options))
}

function fileTools(ctx: PassContext, options: CompactOptions): ToolTable {
  return (options.files ? options.files.tools : undefined) ?? ctx.tools
}

function tailStart(view: View, ctx: PassContext, options: CompactOptions): number {
  const tail = { ...DEFAULT_TAIL, ...options.tail }
  const usual = Math.min(tail.maxTokens, Math.max(tail.minTokens, ctx.budget.window * tail.share))
  const sizeOf = (item: Item) => afterCrop(item, ctx, options)
  if (!ctx.asked) return splitTail(view.items, usual, { ...options, tail }, sizeOf)
  const said = view.size.tokens - (view.system?.size.tokens ?? 0)
  const { keepRecent } = options
  const few = Math.max(1, Math.floor(view.items.length / 4))
  const split = {
    tail: { ...tail, minMessages: Math.min(tail.minMessages, few), minTurns: 0 },
    ...(keepRecent !== undefined && { keepRecent: Math.min(keepRecent, few) }),
  }
  return splitTail(view.items, Math.min(usual, said * ASKED_TAIL), split, sizeOf)
}

/** Where what the model has not answered yet begins: it is neither folded nor cut. The end where it never answered. */
function unseenStart({ items }: View): number {
  const last = items.findLastIndex((item) => !isMessage(item) || item.message.role === 'assistant')
  return last < 0 ? items.length : last + 1
}

const NOTHING_GAINED =
  'a summary that keeps goal, constraints, decisions and the newest error would be no shorter than these messages'

const LEAST_NOTE = 600

/** For what the user wants folded: the note takes its share of what is folded, so that a short talk becomes shorter too. */
function shortNote(view: View, runs: readonly Run[], options: CompactOptions, window: Tokens): CompactOptions {
  const folded = runs.flatMap((run) => view.items.slice(run.from, run.to))
  const tokens = sumOf(folded, (item) => item.size.tokens)
  const chars = tokens * CHARS_PER_TOKEN
  const { narrative: told } = options
  return {
    ...options,
    ...(told !== false && {
      narrative: {
        ...told,
        chars: Math.min(told?.chars ?? noteChars(window), Math.max(LEAST_NOTE, chars * 0.4)),
      },
    }),
  }
}

function afterCrop(item: Item, ctx: PassContext, options: CompactOptions): Tokens {
  if (!isMessage(item)) return item.size.tokens
  const { readChars = READ_CHARS, resultChars = RESULT_CHARS } = options
  return sumOf(item.blocks, ({ block, size }) => {
    if (block.type !== 'tool-result') return size.tokens
    const chars = toolOf(block.tool, ctx.tools)?.does === 'read' ? readChars : resultChars
    return Math.min(size.tokens, chars / CHARS_PER_TOKEN)
  })
}

function foldable(view: View, end: number): Run[] {
  const latest = requestSeq(view)
  const runs: Run[] = []
  let from: number | undefined
  for (let at = 0; at <= end; at++) {
    const item = at < end ? view.items[at] : undefined
    const stays = item === undefined || isHeld(item, latest)
    if (!stays) from ??= at
    else if (from !== undefined) {
      runs.push({ from, to: at })
      from = undefined
    }
  }
  return runs
}

/** Pins and system; and a latest request with pictures, which no text could replace. */
function isHeld(item: Item, latest: Seq | undefined): boolean {
  if (!isMessage(item)) return false
  if (item.pinned || item.message.role === 'system') return true
  return item.seq === latest && item.message.blocks.some((block) => block.type === 'media')
}

/** A tail the caller chose stays unchanged, and its hand-over is rewritten every time, as the documents say. */
const MEMO_DEFAULTS: CompactOptions = {
  resultChars: Infinity,
  readChars: Infinity,
  narrative: { everyTokens: 0 },
  summary: 'memo',
}

const RESULT_CHARS = 4000
const READ_CHARS = 8000

/** Results in the tail, cut to their limits; what the model has not answered yet stays as it came in. */
async function tailCrops(view: View, start: number, ctx: PassContext, options: CompactOptions): Promise<Crop[]> {
  const first = view.items[start]
  if (!first) return []
  const { resultChars = RESULT_CHARS, readChars = READ_CHARS } = options
  const unseen = view.items[unseenStart(view)]?.seq ?? Infinity
  const crops: Crop[] = []
  for (const result of resultsSince(view, first.seq, ctx.tools)) {
    const isRead = result.facts.kind === 'read'
    const limit = Math.floor(isRead ? readChars : resultChars)
    if (result.item.seq >= unseen) continue
    if (result.shown.size.bytes <= limit) continue
    const tail = isRead ? 0 : Math.floor(limit * 0.3)
    const crop = await cropResult(result, { head: limit - tail, tail, unit: 'chars', wholeLines: true }, terse, ctx)
    if (crop) crops.push(crop)
  }
  return crops
}

async function readStored(slot: Slot, index: number, ctx: PassContext): Promise<string | undefined> {
  const block = slot.message.blocks[index]
  const size = slot.sizes[index]
  if (!block || !size) return undefined
  try {
    return await ctx.read({ id: blockId(slot.seq, index), block, size, full: size })
  } catch {
    return undefined
  }
}
