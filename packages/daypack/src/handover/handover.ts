import { fromDisk } from '../files/disk.ts'
import { isStored, textOf, type Ref } from '../model/message.ts'
import type { DayPlace } from '../model/driver.ts'
import type { Crop, Fold, Seq } from '../model/edit.ts'
import type { Json, Tokens } from '../model/json.ts'
import { toolOf, type ToolTable } from '../tools/table.ts'
import { isMessage, requestSeq } from '../view/read.ts'
import type { Item, View } from '../view/view.ts'
import { clip, flat } from './clip.ts'
import { checksOf, placeOf } from './checks.ts'
import { compose } from './compose.ts'
import type { HandoverContext, Narrative } from './context.ts'
import type { Evidence } from './evidence.ts'
import type { Event } from './events.ts'
import { HEADINGS, quoted, REQUEST } from '../view/frame.ts'
import { renderGuide, type SavedOutput } from './guide.ts'
import { answers, isWrapper, latestWish, proposalOf, wordsOf } from './latest.ts'
import { lastSteps } from './restart.ts'
import { CHARS_PER_TOKEN, handoverTokens, proposalChars, standingChars, stepChars } from './room.ts'
import type { Parts } from './shares.ts'
import { withoutRewritten } from './rewritten.ts'
import { texts } from './texts.ts'
import { settledAt } from './trials.ts'
import { wantedLines } from './wanted.ts'

export type HandoverOptions = {
  /** Regions of files in work; `threshold` divided by the window is the least chance of an edit per character. */
  readonly files?: false | { readonly threshold?: number; readonly tools?: ToolTable }
  /** The sections the documents print stand before the story. */
  readonly sections?: boolean
  /** Room for names that stand nowhere else; 0 leaves them out. */
  readonly nameBytes?: number
  /** `false`: what happened is not told; or what shows how things stand (git, tests, tasks) is told like anything else. */
  readonly story?: false
  readonly state?: false
  /** The rebuilt view takes at most this share of the usable window. */
  readonly viewShare?: number
  /** How much of the usual room the hand-over gets. Default 1. */
  readonly room?: number
}

/** Positions of items in a view, `to` exclusive. */
export type Run = { readonly from: number; readonly to: number }

/** What is folded and what it is folded into. */
export type Folding = {
  readonly runs: readonly Run[]
  /** The last of them: it carries the hand-over. */
  readonly main: Run
  /** Where the tail starts. */
  readonly start: number
  /** Crops of what stays. */
  readonly crops: readonly Crop[]
  readonly evidence: Evidence
  readonly note: Narrative | undefined
  readonly restarts: boolean
}

/** The fold of the last run, with the whole hand-over in it. What it covers is archived first. */
export async function handover(
  view: View,
  ctx: HandoverContext,
  options: HandoverOptions,
  plan: Folding,
): Promise<Fold> {
  const { runs, main, start, evidence, note } = plan
  const [from, to] = rangeOf(view, main)
  const covered = (seq: Seq): boolean => runs.some((run) => inside(view, run, seq))
  const latest = requestSeq(view)
  const request = view.slots.find((slot) => slot.seq === latest)
  const isFolded = request !== undefined && inside(view, main, request.seq)
  const asked = latestWish(view, evidence) ?? request
  const isAskedFolded = asked !== undefined && inside(view, main, asked.seq)
  const room = roomOf(view, ctx, options, plan)
  const proposal = proposalChars(room)
  const answered = isAskedFolded && proposal > 0 ? proposalOf(evidence.tale.events, asked.seq) : undefined
  const archived: DayPlace[] = []
  for (const run of runs) archived.push(...((await ctx.archive?.(...rangeOf(view, run))) ?? []))
  const steps = plan.restarts ? await stepsOf(view, main, ctx) : { text: '', seq: Infinity }
  const settled = settledAt(evidence.trials)
  const told = plan.restarts
    ? { to: steps.seq - 1, after: 'in the last steps' }
    : { to, after: 'in the messages that follow' }
  const outputs = savedOutputs(view, ctx, covered)
  const first = view.slots.find((slot) => slot.message.role === 'user' && slot.origin === 'caller')
  const parts: Parts = {
    folded: { from, to, messages: view.slots.filter((slot) => slot.seq >= from && slot.seq <= to).length },
    standing: first && covered(first.seq) ? clip(evidence.tale.standing, standingChars(ctx.budget.window)) : '',
    note: note?.text ?? '',
    wanted:
      ctx.instruction === undefined || (note?.text ?? '') !== ''
        ? ''
        : wantedLines(view, from, to, ctx.instruction, room),
    request: [
      ...(isAskedFolded
        ? [answered === undefined ? '' : answers(answered, proposal), wordsOf(asked)].filter(Boolean)
        : []),
      ...(isFolded && request.seq > (asked?.seq ?? 0) && !isWrapper(request)
        ? [`${REQUEST.notTheirs}\n${quoted(textOf(request.message))}`]
        : []),
      // The user said something beside the results since: what the turn is about stays whole all the same.
      ...(isFolded && asked !== undefined && request.seq < asked.seq
        ? [`${REQUEST.before}\n${textOf(request.message)}`]
        : []),
    ].join('\n\n'),
    guide: renderGuide(archived, outputs, ctx.readTool),
    steps: steps.text,
    events: withoutRewritten(evidence.tale.events)
      .filter((event) => covered(event.seq) && (event.seq < steps.seq || event.kind === 'user'))
      .map((event) => {
        const success = event.state === 'failed' ? settled.get(event.seq) : undefined
        return success === undefined ? event : { ...event, settled: { ...success, place: placeOf(success.seq, told) } }
      })
      .map(at(isAskedFolded ? asked.seq : undefined, answered)),
    checks: checksOf(evidence.tale.events, told),
    noted: (note?.text ?? '') === '' ? 0 : (note?.through ?? 0),
    covers: covered,
    tail: view.items.slice(start).map(textShown).join('\n'),
    following: view.items.length - start,
    edited: evidence.tale.events.some((event) => event.changed.length > 0 && event.seq > to),
    asked: isAskedFolded
      ? {
          seq: asked.seq,
          isWorkedOn: evidence.tale.events.some((event) => event.seq > asked.seq && covered(event.seq)),
        }
      : undefined,
    recent: view.slots.slice(-RECENT).map((slot) => slot.message),
  }
  const files = ctx.readFile ? await fromDisk(evidence.files, ctx.readFile, ctx.signal) : evidence.files
  const made = compose(parts, { ...evidence, files }, ctx, options, room)
  const refs = [...new Set(outputs.map((output) => output.ref))]
  const data: Json = {
    folded: parts.folded,
    files: [...made.files],
    story: made.story,
    ...(note && { narrative: note.data }),
  }
  return {
    op: 'fold',
    from,
    to,
    summary: {
      text: made.text,
      by: note?.by ?? 'extractive',
      ...(isFolded && { request: request.seq }),
      ...(refs.length > 0 && { refs }),
      data,
    },
  }
}

/** The last steps as text, and the message they begin with: the story ends before it. */
async function stepsOf(view: View, { from, to }: Run, ctx: HandoverContext): Promise<{ text: string; seq: Seq }> {
  const steps = await lastSteps(view.items.slice(from, to), ctx, stepChars(ctx.budget.usable))
  return { text: steps.text, seq: view.items[from + steps.from]?.seq ?? Infinity }
}

/** The names of this many newest messages say what the agent is at. */
const RECENT = 12
const OUTPUTS = 8

/** The latest request stands whole elsewhere: the story only says when it came. */
function at(latest: Seq | undefined, answered: Event | undefined): (event: Event) => Event {
  return (event) => {
    if (event === answered) return { ...event, text: '(what the latest request answers, below with it)' }
    return event.kind === 'user' && event.seq === latest
      ? { ...event, text: '(the latest request, whole below)' }
      : event
  }
}

function roomOf(view: View, ctx: HandoverContext, options: HandoverOptions, { runs, start, crops }: Folding): Tokens {
  const isFolded = (position: number): boolean =>
    position < start && runs.some((run) => position >= run.from && position < run.to)
  const cropped = new Map<string, Crop>(crops.map((crop) => [crop.block, crop]))
  let kept = 0
  let folded = 0
  let told = 0
  for (const [position, item] of view.items.entries()) {
    if (isFolded(position) && isMessage(item)) folded += item.size.tokens
    else if (isFolded(position)) told += item.size.tokens
    else kept += shownTokens(item, cropped)
  }
  const { window, usable, extra } = ctx.budget
  const fixed = extra.tokens + (view.system?.size.tokens ?? 0)
  const { viewShare, room } = options
  return handoverTokens({
    window,
    usable,
    fixed,
    kept,
    // The documents' summaries are made anew each time, from all that is folded.
    ...(options.sections ? { folded: folded + told, told: 0 } : { folded, told }),
    asked: ctx.asked,
    ...(viewShare !== undefined && { viewShare }),
    ...(room !== undefined && { room }),
  })
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
  const quote = isFolded ? `\n\n${HEADINGS.latest}\n${textOf(request.message)}` : ''
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

function textShown(item: Item): string {
  return isMessage(item)
    ? texts(item.message)
        .map((said) => said.text)
        .join('\n')
    : item.summary.text
}

type Output = SavedOutput & { readonly ref: Ref }

/** The newest results that are kept as blobs: read again by path. */
function savedOutputs(view: View, ctx: HandoverContext, covered: (seq: Seq) => boolean): Output[] {
  const found: Output[] = []
  for (const slot of view.slots.toReversed()) {
    if (found.length >= OUTPUTS) break
    for (const block of slot.message.blocks) {
      if (block.type !== 'tool-result' || !isStored(block.content) || toolOf(block.tool, ctx.tools)?.does === 'read')
        continue
      if (!covered(slot.seq)) continue
      const { ref, bytes } = block.content
      found.push({ ref, path: ctx.path(ref), what: `${flat(block.tool)}, ${bytes} bytes, of [${slot.seq}]` })
    }
  }
  return found.slice(0, OUTPUTS)
}
