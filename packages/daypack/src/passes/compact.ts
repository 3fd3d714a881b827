import { isStored, type Ref } from '../model/block.ts'
import { blockId, type Crop, type Edit, type Fold, type Seq } from '../model/edit.ts'
import type { DayPlace } from '../model/driver.ts'
import type { Json, Tokens } from '../model/json.ts'
import { textOf } from '../model/message.ts'
import { filesInWork } from '../files/in-work.ts'
import { fileTool, type FileTool } from '../files/tools.ts'
import type { Evidence } from '../summary/evidence.ts'
import { renderGuide, type SavedOutput } from '../summary/guide.ts'
import { renderHandover, type HandoverParts } from '../summary/handover.ts'
import { evidenceOf } from '../summary/history.ts'
import { renderLedger } from '../summary/ledger.ts'
import { narrateAhead, narrative, type Narrative, type NarrativeOptions } from '../summary/narrative.ts'
import { namesIn } from '../summary/names.ts'
import { renderRequests } from '../summary/requests.ts'
import { hostWords } from '../summary/sentences.ts'
import { texts } from '../summary/texts.ts'
import { boundLoop, isMessage, requestSeq } from '../view/read.ts'
import type { Item, Slot, View } from '../view/view.ts'
import { cropResult } from './crop.ts'
import { terse } from './notices.ts'
import type { Pass, PassContext } from './pass.ts'
import { lastSteps } from './restart.ts'
import { resultsSince, type Result } from './results.ts'
import { splitTail, type SplitOptions } from './split.ts'

export type CompactOptions = SplitOptions & {
  /** What the hand-over tells besides its evidence. `false`: no sections at all. */
  readonly narrative?: false | NarrativeOptions
  /** Room for the evidence ledger; 0 leaves it out. */
  readonly ledgerBytes?: number
  /** Regions of files in work; `threshold` divided by the window is the least chance of an edit per character. */
  readonly files?: false | { readonly threshold?: number; readonly tools?: Readonly<Record<string, FileTool>> }
  /** Results in the tail are cut to this many characters, file reads to `readChars`. */
  readonly resultChars?: number
  readonly readChars?: number
  /** Results the model has not seen yet are cut to this instead. */
  readonly freshChars?: number
  /** Earlier requests, all together. */
  readonly requestChars?: number
  /** Instructions of the host from the first message. */
  readonly preambleChars?: number
  /** The rebuilt view takes at most this share of the usable window. */
  readonly viewShare?: number
}

const DEFAULT_TAIL = { share: 0.03, minTokens: 2000, maxTokens: 4000, minMessages: 2 }
const LEDGER_BYTES = 24_000
/** A small window has less room for names. */
const LEDGER_BYTES_PER_TOKEN = 0.5
const FILES_THRESHOLD = 3
/** Larger windows pay for less of their share: the threshold, as it is set for 64,000 tokens, grows with the window. */
const THRESHOLD_WINDOW = 64_000
const THRESHOLD_GROWTH = 0.75
const CHARS_PER_TOKEN = 3
/** The names of this many newest messages say what the agent is at. */
const RECENT = 12
const OUTPUTS = 8

/**
 * Fold nearly everything into one audited hand-over: sections, the latest request verbatim, earlier requests, evidence,
 * files in work; only a short tail stays as messages. Inside a loop whose reasoning is bound to its prefix the fold covers
 * everything and the last steps stand in it as text (INV-05).
 */
export function compact(given: CompactOptions = {}): Pass {
  const options = given.keepRecent === undefined && given.tail === undefined ? given : { ...AS_IT_WAS, ...given }
  return {
    name: 'compact',
    costly: true,
    async ahead(view, ctx) {
      if (options.narrative === false) return
      await narrateAhead(view, await gathered(view, ctx, options), ctx, options.narrative ?? {})
    },
    async propose(view, ctx) {
      const restarts = ctx.reasoning.binds && boundLoop(view.items) !== undefined
      const start = restarts ? view.items.length : tailStart(view, ctx, options)
      const runs = foldable(view, start)
      const main = runs.at(-1)
      if (!main) return { why: 'there is nothing to fold', edits: [] }
      const crops = await tailCrops(view, start, ctx, options)
      const evidence = await gathered(view, ctx, options)
      const told = options.narrative === false ? undefined : await narrative(view, evidence, ctx, options.narrative ?? {})
      const summary = await handover(view, ctx, options, { runs, main, start, crops, evidence, told, restarts })
      const edits: Edit[] = [...runs.slice(0, -1).map((run) => stub(view, run)), summary, ...crops.map(({ crop }) => crop)]
      return { why: `${start} of ${view.items.length} items folded${restarts ? ', restart form' : ''}${told ? `; ${told.why}` : ''}`, edits }
    },
  }
}

type Run = { readonly from: number; readonly to: number }
type TailCrop = { readonly crop: Crop; readonly result: Result }

function gathered(view: View, ctx: PassContext, options: CompactOptions): Promise<Evidence> {
  return evidenceOf(view.slots, (slot, index) => readStored(slot, index, ctx), fileTools(options))
}

function fileTools(options: CompactOptions): Readonly<Record<string, FileTool>> | undefined {
  return options.files ? options.files.tools : undefined
}

function tailStart(view: View, ctx: PassContext, options: CompactOptions): number {
  const tail = { ...DEFAULT_TAIL, ...options.tail }
  const limit = Math.min(tail.maxTokens, Math.max(tail.minTokens, ctx.budget.window * tail.share))
  return splitTail(view.items, limit, { ...options, tail }, (item) => afterCrop(item, options))
}

/** Tokens of an item once its results are cropped, nearly. */
function afterCrop(item: Item, options: CompactOptions): Tokens {
  if (!isMessage(item)) return item.size.tokens
  const { readChars = READ_CHARS, resultChars = RESULT_CHARS } = options
  return item.blocks.reduce((sum, { block, size }) => {
    if (block.type !== 'tool-result') return sum + size.tokens
    const chars = fileTool(block.tool)?.does === 'read' ? readChars : resultChars
    return sum + Math.min(size.tokens, chars / CHARS_PER_TOKEN)
  }, 0)
}

/** Stretches before the tail with nothing in them that must stay where it is. */
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

/** Pins and system; and a latest request with pictures, which no text could stand for. */
function isHeld(item: Item, latest: Seq | undefined): boolean {
  if (!isMessage(item)) return false
  if (item.pinned || item.message.role === 'system') return true
  return item.seq === latest && item.message.blocks.some((block) => block.type === 'media')
}

/** A tail the caller chose stays as it was, and its hand-over is written anew every time: the way of the documents. */
const AS_IT_WAS: CompactOptions = { resultChars: Infinity, readChars: Infinity, freshChars: Infinity, narrative: { everyTokens: 0 } }

const RESULT_CHARS = 4000
const READ_CHARS = 8000
const FRESH_CHARS = 8000
const FRESH_READ_CHARS = 60_000

/** Results in the tail, cut to their limits; what the model has not seen yet is cut less. */
async function tailCrops(view: View, start: number, ctx: PassContext, options: CompactOptions): Promise<TailCrop[]> {
  const first = view.items[start]
  if (!first) return []
  const { resultChars = RESULT_CHARS, readChars = READ_CHARS, freshChars = FRESH_CHARS } = options
  const crops: TailCrop[] = []
  for (const result of resultsSince(view, first.seq)) {
    const isRead = result.facts.kind === 'read'
    const isFresh = result.item.seq >= ctx.fresh
    const freshRead = Math.max(readChars, Math.min(FRESH_READ_CHARS, ctx.budget.usable * 0.2 * CHARS_PER_TOKEN))
    const limit = Math.floor(isFresh ? (isRead ? freshRead : freshChars) : isRead ? readChars : resultChars)
    if (result.shown.size.bytes <= limit) continue
    const tail = isRead ? 0 : Math.floor(limit * 0.3)
    const crop = await cropResult(result, { head: limit - tail, tail, unit: 'chars', wholeLines: true }, terse, ctx)
    if (crop) crops.push({ crop, result })
  }
  return crops
}

type Plan = {
  readonly runs: readonly Run[]
  readonly main: Run
  readonly start: number
  readonly crops: readonly TailCrop[]
  readonly evidence: Evidence
  readonly told: Narrative | undefined
  readonly restarts: boolean
}

async function handover(view: View, ctx: PassContext, options: CompactOptions, plan: Plan): Promise<Fold> {
  const { runs, main, start, evidence, told } = plan
  const [from, to] = rangeOf(view, main)
  const covered = (seq: Seq | undefined) => seq !== undefined && runs.some((run) => inside(view, run, seq))
  const latest = requestSeq(view)
  const request = view.slots.find((slot) => slot.seq === latest)
  const isFolded = request !== undefined && inside(view, main, request.seq)
  const archived: DayPlace[] = []
  for (const run of runs) archived.push(...((await ctx.archive?.(...rangeOf(view, run))) ?? []))
  const tail = view.items.slice(start)
  const tailText = tail.map(textShown).join('\n')
  const outputs = savedOutputs(view, ctx)
  const steps = plan.restarts ? (await lastSteps(view.items.slice(main.from, main.to), ctx, stepChars(ctx, options))).text : ''
  const fixed: Omit<HandoverParts, 'ledger' | 'files'> = {
    folded: { from, to, messages: view.slots.filter((slot) => slot.seq >= from && slot.seq <= to).length },
    preamble: preamble(view, covered, options.preambleChars ?? PREAMBLE_CHARS),
    narrative: told?.text ?? '',
    request: isFolded ? textOf(request.message) : '',
    requests: renderRequests(evidence.requests.filter((one) => one.seq !== latest && covered(one.seq)), options.requestChars ?? REQUEST_CHARS),
    guide: renderGuide(archived, outputs, ctx.readTool),
    steps,
  }
  const { text, data } = assemble(view, ctx, options, plan, fixed, tailText)
  const refs = [...new Set(outputs.map((output) => output.ref))]
  return {
    op: 'fold',
    from,
    to,
    summary: {
      text,
      by: told?.by ?? 'extractive',
      ...(isFolded && { request: request.seq }),
      ...(refs.length > 0 && { refs }),
      data,
    },
  }
}

const REQUEST_CHARS = 6000
const PREAMBLE_CHARS = 4000
const VIEW_SHARE = 0.56

/** Evidence and files fill what the view may take; when the first try is too long they give way, files first. */
function assemble(
  view: View,
  ctx: PassContext,
  options: CompactOptions,
  plan: Plan,
  fixed: Omit<HandoverParts, 'ledger' | 'files'>,
  tailText: string,
): { text: string; data: Json } {
  const { evidence, told, start, crops } = plan
  const { window, usable, extra } = ctx.budget
  const cropped = new Map(crops.map(({ crop, result }) => [result.shown.id, crop]))
  const kept = view.items.filter((_, at) => at >= start || !plan.runs.some((run) => at >= run.from && at < run.to))
  const tail = kept.reduce((sum, item) => sum + shownTokens(item, cropped), 0)
  const room = usable * (options.viewShare ?? VIEW_SHARE) - extra.tokens - (view.system?.size.tokens ?? 0) - tail
  const base = ctx.count(renderHandover({ ...fixed, ledger: '', files: '' }))
  let left = Math.max(400, room - base)
  const said = `${renderHandover({ ...fixed, ledger: '', files: '' })}\n${tailText}`
  const recent = new Set(view.slots.slice(-RECENT).flatMap((slot) => namesIn(slot.message).flatMap((one) => one.names)))
  for (let attempt = 0; ; attempt++) {
    const ledgerBytes = Math.min(options.ledgerBytes ?? LEDGER_BYTES, window * LEDGER_BYTES_PER_TOKEN, left * 0.6 * CHARS_PER_TOKEN)
    const threshold = ((options.files ? options.files.threshold : undefined) ?? FILES_THRESHOLD) * Math.max(0.8, (window / THRESHOLD_WINDOW) ** THRESHOLD_GROWTH)
    const files =
      options.files === false
        ? { text: '', paths: [], regions: 0 }
        : filesInWork(evidence.files, {
            now: evidence.count,
            recent,
            threshold: threshold / window,
            maxChars: Math.max(0, left * CHARS_PER_TOKEN - ledgerBytes),
            shown: said,
          })
    const ledger = ledgerBytes >= 200 ? renderLedger(evidence, { maxBytes: Math.floor(ledgerBytes), shown: `${said}\n${files.text}` }) : ''
    const text = renderHandover({ ...fixed, ledger, files: files.text })
    const used = ctx.count(text)
    if (used <= room || attempt >= 4 || left <= 400) {
      const { folded } = fixed
      return { text, data: { folded, files: [...files.paths], ...(told && { narrative: told.data }) } }
    }
    left = Math.max(400, left * Math.min(0.85, room / used))
  }
}

function shownTokens(item: Item, cropped: ReadonlyMap<string, Crop>): Tokens {
  if (!isMessage(item)) return item.size.tokens
  return item.blocks.reduce((sum, shown) => {
    const crop = cropped.get(shown.id)
    const keep = crop?.keep.reduce((bytes, span) => bytes + span.to - span.from, 0)
    return sum + (keep === undefined ? shown.size.tokens : Math.ceil(keep / CHARS_PER_TOKEN))
  }, 0)
}

function stub(view: View, run: Run): Fold {
  const [from, to] = rangeOf(view, run)
  const latest = requestSeq(view)
  const request = view.slots.find((slot) => slot.seq === latest)
  const isFolded = request !== undefined && inside(view, run, request.seq)
  const quote = isFolded ? `\n\n# Latest request of the user, verbatim\n${textOf(request.message)}` : ''
  const text = `[Messages ${from}-${to} are folded; the hand-over below tells of them.]${quote}`
  return { op: 'fold', from, to, summary: { text, by: 'extractive', ...(isFolded && { request: request.seq }) } }
}

function rangeOf(view: View, run: Run): [Seq, Seq] {
  const last = view.items[run.to - 1]
  return [view.items[run.from]?.seq ?? 0, last?.kind === 'fold' ? last.to : (last?.seq ?? 0)]
}

function inside(view: View, run: Run, seq: Seq): boolean {
  const [from, to] = rangeOf(view, run)
  return seq >= from && seq <= to
}

/** What the host said around the first request: project instructions, environment. Kept only while that message is folded. */
function preamble(view: View, covered: (seq: Seq) => boolean, maxChars: number): string {
  const first = view.slots.find((slot) => slot.message.role === 'user' && slot.origin === 'caller')
  return first && covered(first.seq) ? hostWords(textOf(first.message), maxChars) : ''
}

function textShown(item: Item): string {
  return isMessage(item) ? texts(item.message).map((said) => said.text).join('\n') : item.summary.text
}

function stepChars(ctx: PassContext, options: CompactOptions): number {
  const { readChars = READ_CHARS } = options
  return Math.min(ctx.budget.usable * 0.25 * CHARS_PER_TOKEN, readChars * 3)
}

type Output = SavedOutput & { readonly ref: Ref }

/** The newest results that are kept as blobs: read again by path. */
function savedOutputs(view: View, ctx: PassContext): Output[] {
  const found: Output[] = []
  const calls = new Map<string, string>()
  for (const slot of view.slots) {
    for (const block of slot.message.blocks) {
      if (block.type === 'tool-call') calls.set(block.callId, callLine(block.tool, block.input))
      if (block.type !== 'tool-result' || !isStored(block.content) || fileTool(block.tool)?.does === 'read') continue
      const { ref, bytes } = block.content
      found.push({ ref, path: ctx.path(ref), what: `${calls.get(block.callId) ?? block.tool}, ${bytes} bytes [seq ${slot.seq}]` })
    }
  }
  return found.slice(-OUTPUTS).toReversed()
}

function callLine(tool: string, input: Json): string {
  const values = texts({ role: 'assistant', blocks: [{ type: 'tool-call', callId: '', tool, input }] })
  const telling = values[0]?.text.replaceAll(/\s+/g, ' ') ?? ''
  return `${tool} ${telling.length > 80 ? `${telling.slice(0, 80).replace(/[\uD800-\uDBFF]$/, '')}…` : telling}`.trim()
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

