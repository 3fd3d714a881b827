import { fromDisk } from '../files/disk.ts'
import type { DayPlace } from '../model/driver.ts'
import type { Fold, Seq } from '../model/edit.ts'
import type { Json, Tokens } from '../model/json.ts'
import { textOf } from '../model/message.ts'
import { HEADINGS, markOf, quoted } from '../view/frame.ts'
import { isMessage, numberOf, requestSeq, type MessageNumber } from '../view/read.ts'
import type { Item, View } from '../view/view.ts'
import { compose, type Parts } from './fit/compose.ts'
import { composeMemo } from './fit/compose-memo.ts'
import type { HandoverOptions } from './fit/options.ts'
import type { HandoverContext } from './read/context.ts'
import type { Event } from './read/events.ts'
import { inside, isCovered, numbersOf, rangeOf, type Folding, type Run } from './read/folding.ts'
import { standingText } from './read/standing.ts'
import { texts } from './read/texts.ts'
import { askedAt, askedIn, askedText, withoutAsked } from './tell/asked.ts'
import { renderGuide, savedOutputs } from './tell/guide.ts'
import { withoutPolls } from './tell/polls.ts'
import { lastSteps } from './tell/restart.ts'
import { withoutOlderCopies } from './tell/older-copies.ts'
import { wantedLines } from './memo/wanted.ts'
import { aroundOf } from './weigh/around.ts'
import { handoverTokens, memoTokens, proposalChars, standingTokens, stepChars } from './weigh/room.ts'

export type { HandoverOptions } from './fit/options.ts'
export type { Run } from './read/folding.ts'

/** The fold of the last run, and whether it retells all that must not be lost: goal, constraints, decisions, the newest error. */
export type Handover = { readonly fold: Fold; readonly isWhole: boolean }

/** In less room than this no story can be told: it becomes a memo. */
const LEAST_FOR_STORY: Tokens = 600
/** The names of this many newest messages say what the agent is at. */
const RECENT = 12

/** The fold of the last run, with the whole hand-over in it. What it covers is archived first. */
export async function handover(
  view: View,
  ctx: HandoverContext,
  options: HandoverOptions,
  plan: Folding,
): Promise<Handover> {
  const { evidence, note } = plan
  const { events, standing: given } = evidence.timeline
  const [from, to] = rangeOf(view, plan.main)
  const [first, last] = numbersOf(view, plan.main)
  const covers = (number: MessageNumber): boolean => isCovered(view, plan, number)
  const around = aroundOf(view, ctx, options, plan)
  const steps = plan.restarts ? await stepsOf(view, plan.main, ctx, options) : NO_STEPS
  // What nobody has answered yet and standing instructions come first, whole; the rest shares what they leave.
  const unseen = around.fixed + ctx.count(steps.unseen)
  const instructions = [...given.values()].filter(({ seq }) => covers(seq))
  const whole = instructions.map(({ text }) => text).join('\n')
  const charsPerToken = whole.length / Math.max(1, ctx.count(whole))
  const most = Math.floor(standingTokens({ ...around, fixed: unseen }) * charsPerToken)
  const standing = await standingText(instructions, ctx, most)
  const room = handoverTokens({ ...around, fixed: unseen + ctx.count(standing) })
  const isMemo = options.summary === 'memo' || (ctx.asked && room < LEAST_FOR_STORY)
  const asked = askedIn(view, plan, proposalChars(room))
  const archived: DayPlace[] = []
  for (const run of plan.runs) archived.push(...((await ctx.archive?.(...rangeOf(view, run))) ?? []))
  const outputs = savedOutputs(view, ctx, covers)
  const placeOf = (seq: Seq): string =>
    seq < Math.min(steps.first, last + 1)
      ? `at [${seq}]`
      : plan.restarts
        ? 'in the last steps'
        : 'in the messages that follow'
  const noted = note?.text ?? ''
  const parts: Parts = {
    mark: markOf(view),
    folded: { from: first, to: last },
    standing,
    note: noted,
    wanted: ctx.instruction === undefined || noted !== '' ? '' : wantedLines(view, first, last, ctx.instruction, room),
    request: askedText(asked, proposalChars(room)),
    asked: askedAt(view, plan, asked),
    guide: renderGuide(archived, (seq) => numberOf(view, seq), outputs, ctx.reader.name, isMemo),
    steps: steps.text,
    unseen: steps.unseen,
    events: toTell(plan, placeOf)
      .filter((event) => covers(event.seq) && (event.seq < steps.first || event.kind === 'user'))
      .map(withoutAsked(asked)),
    noted: noted === '' ? 0 : numberOf(view, note?.through ?? 0),
    covers,
    tail: view.items.slice(plan.start).map(textShown).join('\n'),
    following: view.items.length - plan.start,
    edited: events.some((event) => event.changed.length > 0 && event.seq > last),
    recent: view.slots.slice(-RECENT).map((slot) => slot.message),
  }
  const files = ctx.readFile ? await fromDisk(evidence.files, ctx.readFile, ctx.signal) : evidence.files
  const made = isMemo
    ? { files: [], story: {}, ...composeMemo(parts, evidence, ctx, memoTokens(around)) }
    : { isWhole: true, essentials: [], ...(await compose(parts, { ...evidence, files }, ctx, options, room)) }
  const refs = [...new Set(outputs.map((output) => output.ref))]
  const data: Json = {
    folded: parts.folded,
    files: [...made.files],
    story: made.story,
    ...(isMemo && { essentials: [...made.essentials] }),
    ...(note && { narrative: note.data }),
  }
  const summary = {
    text: made.text,
    by: note?.by ?? 'extractive',
    ...(asked.request && { request: asked.request.seq }),
    ...(refs.length > 0 && { refs }),
    data,
  }
  return { fold: { op: 'fold', from, to, summary }, isWhole: made.isWhole }
}

/** What happened, each failure with what settled it, without what was written anew or only waited for. */
function toTell({ evidence }: Folding, placeOf: (seq: Seq) => string): Event[] {
  return withoutPolls(withoutOlderCopies(evidence.timeline.events)).map((event) =>
    event.settled ? { ...event, settled: { ...event.settled, place: placeOf(event.settled.seq) } } : event,
  )
}

type Steps = { readonly text: string; readonly unseen: string; readonly first: MessageNumber }
const NO_STEPS: Steps = { text: '', unseen: '', first: Infinity }

/** The last steps as text, and the message they begin with: the story ends before it. */
async function stepsOf(
  view: View,
  { from, to }: Run,
  ctx: HandoverContext,
  { files, summary }: HandoverOptions,
): Promise<Steps> {
  const hasFiles = files !== false && summary !== 'memo'
  const steps = await lastSteps(view.items.slice(from, to), ctx, stepChars(ctx.budget.usable), undefined, hasFiles)
  const seq = view.items[from + steps.from]?.seq
  return { text: steps.text, unseen: steps.unseen, first: seq === undefined ? Infinity : numberOf(view, seq) }
}

function textShown(item: Item): string {
  return isMessage(item)
    ? texts(item.message)
        .map((said) => said.text)
        .join('\n')
    : item.summary.text
}

/** A fold before a pin: it only says that it is one, and quotes the latest request if that is in it. */
export function stub(view: View, run: Run): Fold {
  const [from, to] = rangeOf(view, run)
  const latest = requestSeq(view)
  const request = view.slots.find((slot) => slot.seq === latest)
  const isFolded = request !== undefined && inside(view, run, numberOf(view, request.seq))
  const quote = isFolded ? `\n\n${HEADINGS.latest} ${markOf(view)}\n${quoted(textOf(request.message))}` : ''
  const [first, last] = numbersOf(view, run)
  const text = `[Messages ${first}-${last} are folded; the hand-over below tells of them.]${quote}`
  return { op: 'fold', from, to, summary: { text, by: 'extractive', ...(isFolded && { request: request.seq }) } }
}
