import { isStored, type Ref } from '../model/block.ts'
import type { Crop, Fold, Seq } from '../model/edit.ts'
import type { DayPlace } from '../model/driver.ts'
import type { Json, Tokens } from '../model/json.ts'
import { textOf } from '../model/message.ts'
import { filesInWork } from '../files/in-work.ts'
import { toolOf, type ToolTable } from '../tools/table.ts'
import type { Evidence } from './evidence.ts'
import { renderGuide, type SavedOutput } from './guide.ts'
import { renderHandover, type HandoverParts } from './handover.ts'
import { identifiers } from './identifiers.ts'
import { renderLedger } from './ledger.ts'
import { namesIn } from './names.ts'
import { renderRequests } from './requests.ts'
import { hostWords } from './sentences.ts'
import { texts } from './texts.ts'
import { isMessage, requestSeq } from '../view/read.ts'
import type { Item, View } from '../view/view.ts'
import type { Narrative } from './note/narrative.ts'
import type { HandoverContext } from './context.ts'
import { lastSteps } from './restart.ts'

export type RebuildOptions = {
  /** Room for the evidence ledger: less in a small window, more in a large one; 0 leaves it out. */
  readonly ledgerBytes?: number
  /** Regions of files in work; `threshold` divided by the window is the least chance of an edit per character. */
  readonly files?: false | { readonly threshold?: number; readonly tools?: ToolTable }
  /** Earlier requests, all together. */
  readonly requestChars?: number
  /** Instructions of the host from the first message. */
  readonly preambleChars?: number
  /** The rebuilt view takes at most this share of the usable window. */
  readonly viewShare?: number
}

/** Positions of items in a view, `to` exclusive. */
export type Run = { readonly from: number; readonly to: number }

const LEDGER_BYTES = 20_000
/** The numbers here are those of this window. */
const USUAL_WINDOW = 64_000
/** A small window has less room for names; for each token above the usual window there is a little more. */
const LEDGER_BYTES_PER_TOKEN = 0.45
const LEDGER_GROWTH = 0.06
const FILES_THRESHOLD = 2.5
/** Below the usual window every region counts more: the threshold sinks with the window. */
const THRESHOLD_GROWTH = 0.35
export const CHARS_PER_TOKEN = 3
/** The names of this many newest messages say what the agent is at. */
const RECENT = 12
const OUTPUTS = 8
const STEP_CHARS = 8_000
/** Of what it folds a hand-over asked for by the user takes at most this. */
const ASKED_SHARE = 0.6

/** What is folded and what it is folded into. */
export type Rebuild = {
  readonly runs: readonly Run[]
  readonly main: Run
  readonly start: number
  /** Crops of what stays. */
  readonly crops: readonly Crop[]
  readonly evidence: Evidence
  readonly told: Narrative | undefined
  readonly restarts: boolean
}

/** The fold of the last run, with the whole hand-over in it. What it covers is archived first. */
export async function handover(
  view: View,
  ctx: HandoverContext,
  options: RebuildOptions,
  plan: Rebuild,
): Promise<Fold> {
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
  const steps = plan.restarts ? (await lastSteps(view.items.slice(main.from, main.to), ctx, stepChars(ctx))).text : ''
  const fixed: Omit<HandoverParts, 'ledger' | 'files'> = {
    folded: { from, to, messages: view.slots.filter((slot) => slot.seq >= from && slot.seq <= to).length },
    preamble: preamble(view, covered, options.preambleChars ?? PREAMBLE_CHARS),
    narrative: told?.text ?? '',
    request: isFolded ? textOf(request.message) : '',
    requests: renderRequests(
      evidence.requests.filter((one) => one.seq !== latest && covered(one.seq)),
      options.requestChars ?? REQUEST_CHARS,
    ),
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

export const REQUEST_CHARS = 6000
export const PREAMBLE_CHARS = 4000
const VIEW_SHARE = 0.56

/** Evidence and files fill what the view may take; when the first try is too long they give way, files first. */
function assemble(
  view: View,
  ctx: HandoverContext,
  options: RebuildOptions,
  plan: Rebuild,
  fixed: Omit<HandoverParts, 'ledger' | 'files'>,
  tailText: string,
): { text: string; data: Json } {
  const { evidence, told, start, crops } = plan
  const { window, usable, extra } = ctx.budget
  const cropped = new Map(crops.map((crop) => [crop.block, crop]))
  const kept = view.items.filter((_, at) => at >= start || !plan.runs.some((run) => at >= run.from && at < run.to))
  const tail = kept.reduce((sum, item) => sum + shownTokens(item, cropped), 0)
  const whole = usable * (options.viewShare ?? VIEW_SHARE) - extra.tokens - (view.system?.size.tokens ?? 0) - tail
  const folded = sum(view.items.filter((_, at) => plan.runs.some((run) => at >= run.from && at < run.to)))
  const room = ctx.asked ? Math.min(whole, folded * ASKED_SHARE) : whole
  const base = ctx.count(renderHandover({ ...fixed, ledger: '', files: '' }))
  let left = Math.max(400, room - base)
  const said = `${renderHandover({ ...fixed, ledger: '', files: '' })}\n${tailText}`
  const recent = new Set(view.slots.slice(-RECENT).flatMap((slot) => namesIn(slot.message).flatMap((one) => one.names)))
  for (let attempt = 0; ; attempt++) {
    const ledgerBytes = Math.min(roomForNames(options, window), left * 0.6 * CHARS_PER_TOKEN)
    const threshold =
      ((options.files ? options.files.threshold : undefined) ?? FILES_THRESHOLD) *
      Math.min(1, (window / USUAL_WINDOW) ** THRESHOLD_GROWTH)
    const files =
      options.files === false
        ? { text: '', paths: [], regions: 0 }
        : filesInWork(evidence.files, {
            now: evidence.count,
            recent,
            threshold: threshold / window,
            maxChars: Math.max(0, left * CHARS_PER_TOKEN - ledgerBytes),
            shown: said,
            names: identifiers,
          })
    const ledger =
      ledgerBytes >= 200
        ? renderLedger(evidence, { maxBytes: Math.floor(ledgerBytes), shown: `${said}\n${files.text}` })
        : ''
    const text = renderHandover({ ...fixed, ledger, files: files.text })
    const used = ctx.count(text)
    if (used <= room || attempt >= 4 || left <= 400) {
      const data = { folded: fixed.folded, ...(told && { narrative: told.data }) }
      // What the user wants folded must not become longer by it: the sections alone then, and where the rest is.
      if (ctx.asked && used >= folded) return { text: bare(fixed), data: { ...data, files: [] } }
      return { text, data: { ...data, files: [...files.paths] } }
    }
    left = Math.max(400, left * Math.min(0.85, room / used))
  }
}

function bare(fixed: Omit<HandoverParts, 'ledger' | 'files'>): string {
  return renderHandover({ ...fixed, preamble: '', requests: '', ledger: '', files: '' })
}

function roomForNames({ ledgerBytes = LEDGER_BYTES }: RebuildOptions, window: Tokens): number {
  if (ledgerBytes === 0) return 0
  return Math.min(ledgerBytes + Math.max(0, window - USUAL_WINDOW) * LEDGER_GROWTH, window * LEDGER_BYTES_PER_TOKEN)
}

function sum(items: readonly Item[]): Tokens {
  return items.reduce((total, item) => total + item.size.tokens, 0)
}

function shownTokens(item: Item, cropped: ReadonlyMap<string, Crop>): Tokens {
  if (!isMessage(item)) return item.size.tokens
  return item.blocks.reduce((sum, shown) => {
    const crop = cropped.get(shown.id)
    const keep = crop?.keep.reduce((bytes, span) => bytes + span.to - span.from, 0)
    return sum + (keep === undefined ? shown.size.tokens : Math.ceil(keep / CHARS_PER_TOKEN))
  }, 0)
}

/** A fold before a pin: it only says that it is one, and quotes the latest request if that is in it. */
export function stub(view: View, run: Run): Fold {
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
  return isMessage(item)
    ? texts(item.message)
        .map((said) => said.text)
        .join('\n')
    : item.summary.text
}

function stepChars(ctx: HandoverContext): number {
  return Math.min(ctx.budget.usable * 0.25 * CHARS_PER_TOKEN, STEP_CHARS)
}

type Output = SavedOutput & { readonly ref: Ref }

/** The newest results that are kept as blobs: read again by path. */
function savedOutputs(view: View, ctx: HandoverContext): Output[] {
  const found: Output[] = []
  const calls = new Map<string, string>()
  for (const slot of view.slots) {
    for (const block of slot.message.blocks) {
      if (block.type === 'tool-call') calls.set(block.callId, callLine(block.tool, block.input))
      if (block.type !== 'tool-result' || !isStored(block.content) || toolOf(block.tool, ctx.tools)?.does === 'read')
        continue
      const { ref, bytes } = block.content
      found.push({
        ref,
        path: ctx.path(ref),
        what: `${calls.get(block.callId) ?? block.tool}, ${bytes} bytes [seq ${slot.seq}]`,
      })
    }
  }
  return found.slice(-OUTPUTS).toReversed()
}

function callLine(tool: string, input: Json): string {
  const values = texts({ role: 'assistant', blocks: [{ type: 'tool-call', callId: '', tool, input }] })
  const telling = values[0]?.text.replaceAll(/\s+/g, ' ') ?? ''
  return `${tool} ${telling.length > 80 ? `${telling.slice(0, 80).replace(/[\uD800-\uDBFF]$/, '')}…` : telling}`.trim()
}
