import { reasonOf } from '../model/errors.ts'
import type { Edit, Seq } from '../model/edit.ts'
import type { Draft, EditsEntry, Entry } from '../model/entry.ts'
import type { Json, Millis, Size } from '../model/json.ts'
import { fit } from '../passes/fit.ts'
import type { Budget, Pass, PassContext, Tide, Timing } from '../passes/pass.ts'
import type { Reader } from '../tools/reader.ts'
import type { ReadText } from '../view/render.ts'
import { waitFor } from '../model/wait.ts'
import { extend } from '../view/project.ts'
import { boundLoop } from '../view/read.ts'
import type { View } from '../view/view.ts'
import { TextNotLoaded } from '../view/items.ts'
import { firstChangedSeq, budgetOn, exceeds, isTooBig, lastEpoch, type Limits } from './budget.ts'
import { tideOf, type Policy, type Abandoned, type Conditions } from './policy.ts'
import { overlap, firstSeqOf, measureEdit } from './measure-edit.ts'
import { countTry, FAILURE_LIMIT, isResting, type Failures } from '../model/breaker.ts'
import { failuresIn, failuresMark, modelOf, modelRests } from './failures.ts'

/** Everything the planner needs to know that is not in the view: data and rules, no I/O. */
export type PlannerInput = {
  readonly passes: readonly Pass[]
  readonly timing: Timing
  readonly policy: Policy
  readonly limits: Limits
  readonly conditions: Conditions
  /** The last message known to have been sent, when that is more than the log tells. */
  readonly sent: Seq
  readonly now: Millis
  /** The part of the pass context that does not change while planning. */
  readonly facts: Pick<PassContext, 'idleMs' | 'reasoning' | 'tools' | 'language' | 'instruction'> & {
    /** Asked only when a pass names the tool: it is looked for in what the request offers and the model called. */
    readonly reader: () => Reader
  }
}

/** Apart from these a plan is a pure function of the view and the input. */
export type Effects = Pick<
  PassContext,
  'count' | 'read' | 'slice' | 'store' | 'path' | 'archive' | 'summarize' | 'hasRead' | 'readFile' | 'signal'
> & { readonly readText: ReadText }

export type Skip = { readonly by: string; readonly why: string }

export type Plan = {
  readonly head: Seq
  readonly tide: Tide
  /** Why it is an epoch, or why not. */
  readonly why: string
  readonly entries: readonly Entry[]
  readonly skipped: readonly Skip[]
  readonly before: Size
  readonly after: Size
  readonly budget: Budget
  readonly view: View
  readonly givenUp?: string
  readonly unfit?: { readonly overTokens: number; readonly overBytes: number }
}

/** An epoch that cuts less than this is not worth its cache break. */
const LEAST_CUT = 0.2
/** A pass may ask a model several times, each within its own time; one that takes longer than all of that is skipped. */
const PASS_MS: Millis = 15 * 60_000
const NO_SHORTER = 'a summary would be no shorter than the messages it stands for'

function foldsIn(edits: readonly Edit[]): number {
  return edits.filter((edit) => edit.op === 'fold').length
}

/** Free edits to unsent blocks first; with the tide one epoch down to the low mark; then whatever must fit. */
export async function plan(view: View, input: PlannerInput, effects: Effects): Promise<Plan> {
  const work = new Work(view, input, effects)
  const isEager = input.timing === 'eager'
  const cheap = input.passes.filter((pass) => !pass.costly)
  const costly = input.passes.filter((pass) => pass.costly)
  for (const pass of cheap) if (isEager || pass.fresh) await work.run(pass, 'none', { freshOnly: !isEager })
  if (isTooBig(work.budget())) await work.run(fit(), 'none', { freshOnly: true })
  const { tide, why } = tideOf(work.view, work.budget(), input.conditions, input.policy.exact)
  if (tide !== 'none') await work.epoch(isEager ? costly : [...cheap, ...costly], tide, why)
  if (isTooBig(work.budget())) await work.run(fit(), 'pressure')
  return work.plan(tide, why)
}

class Work {
  readonly base: View
  view: View
  private readonly input: PlannerInput
  private readonly effects: Effects
  private entries: Entry[] = []
  private readonly skipped: Skip[] = []
  private lastFailure: Skip | undefined
  private readonly fresh: Seq
  private epochNumber: number | undefined
  private givenUp: string | undefined
  private declined: string | undefined
  private remembered: Draft[] = []
  /** How often costly passes and their models failed in a row: the log keeps it. */
  private failures: Failures = {}

  constructor(view: View, input: PlannerInput, effects: Effects) {
    this.base = view
    this.view = view
    this.input = input
    this.effects = effects
    const sent = Math.max(view.sent, input.sent)
    this.fresh = Math.min(sent + 1, firstChangedSeq(view, sent))
  }

  budget(): Budget {
    const { limits, conditions, policy } = this.input
    return budgetOn(this.view, limits, policy, conditions.isCold || conditions.isSwitch, this.base)
  }

  async run(pass: Pass, tide: Tide, options: { freshOnly?: boolean } = {}): Promise<boolean> {
    const { count, readText } = this.effects
    const ctx = contextOf(this.input, this.effects, {
      tide,
      budget: this.budget(),
      fresh: this.fresh,
      modelRests: pass.costly === true && modelRests(this.failures, pass, this.input.conditions.isForced),
    })
    try {
      const proposal = await waitFor(pass.propose(this.view, ctx), { signal: ctx.signal, ms: PASS_MS })
      if (proposal.model) this.failures = countTry(this.failures, modelOf(pass), proposal.model === 'failed')
      if (pass.costly && proposal.edits.length === 0 && this.input.conditions.isForced) this.declined = proposal.why
      if (proposal.remember) this.remembered.push({ kind: 'mark', ...proposal.remember })
      let edits: EditsEntry['edits'][number][] = []
      let saved = 0
      for (const edit of proposal.edits) {
        if (options.freshOnly && firstSeqOf(edit) < this.fresh) continue
        // Each edit is measured on the view as it is: of two overlapping folds only one would be shown.
        const meetsAnother = edit.op === 'fold' && edits.some((other) => other.op === 'fold' && overlap(edit, other))
        const measured = meetsAnother
          ? { refused: 'it meets another fold of the same proposal' }
          : await measureEdit(this.view, edit, count, readText, proposal.isOneFold && edit.op === 'fold')
        if ('refused' in measured) this.skipped.push({ by: pass.name, why: `${describe(edit)}: ${measured.refused}` })
        else {
          edits.push(measured.edit)
          saved += measured.saved.tokens
        }
      }
      if (proposal.isOneFold && (saved <= 0 || foldsIn(edits) < foldsIn(proposal.edits))) {
        this.skipped.push({ by: pass.name, why: NO_SHORTER })
        edits = []
      }
      if (edits.length === 0) {
        if (pass.costly && proposal.edits.length > 0 && this.input.conditions.isForced) this.declined = NO_SHORTER
        return true
      }
      const movesSent = edits.some((edit) => firstSeqOf(edit) < this.fresh)
      if (movesSent && this.breaksBoundReasoning(edits)) {
        this.skipped.push({ by: pass.name, why: 'the open loop carries reasoning bound to the bytes before it' })
        return true
      }
      const epoch = movesSent ? { epoch: (this.epochNumber ??= this.view.head + 1) } : {}
      this.push({ kind: 'edits', by: pass.name, why: proposal.why, edits, saved, ...epoch })
      return true
    } catch (error) {
      if (error instanceof TextNotLoaded) throw error
      this.lastFailure = { by: pass.name, why: `it failed: ${reasonOf(error).replace(/\.$/, '')}` }
      this.skipped.push(this.lastFailure)
      return false
    }
  }

  /** These edits would change bytes before the reasoning of the open loop, and the provider would reject it. */
  private breaksBoundReasoning(edits: EditsEntry['edits']): boolean {
    const bound = this.input.facts.reasoning.binds ? boundLoop(this.view.items) : undefined
    if (!bound) return false
    return !edits.some((edit) => edit.op === 'fold' && edit.from <= bound.seq && edit.to >= bound.seq)
  }

  async epoch(passes: readonly Pass[], tide: Tide, why: string): Promise<void> {
    const start = { view: this.view, entries: [...this.entries] }
    const before = this.budget()
    const failures = (this.failures = failuresIn(this.view))
    let hasFailed = false
    this.remembered = []
    for (const pass of passes) {
      if (!exceeds(this.budget().used, this.budget().low) && !this.input.conditions.isForced) break
      if (pass.costly && this.isBroken(pass)) continue
      const done = await this.run(pass, tide)
      if (pass.costly) this.failures = countTry(this.failures, pass.name, !done)
      if (pass.costly && !done) hasFailed = true
      if (this.effects.signal?.aborted) break
    }
    const after = this.budget()
    const changed = this.entries.length > start.entries.length
    const gained = before.used.tokens - after.used.tokens
    if (changed && (isTooBig(before) || (this.takesAnyGain && gained > 0) || cutsEnough(before, after))) {
      const sizes = { before: before.used.tokens, after: after.used.tokens, usable: before.usable }
      this.push(mark('epoch', { tide, why, ...sizes }))
    } else {
      this.view = start.view
      this.entries = start.entries
      this.epochNumber = undefined
      const failed = hasFailed ? this.lastFailure : undefined
      this.givenUp = failed
        ? `given up: ${failed.by}: ${failed.why}`
        : changed
          ? `given up: it would have cut ${gained} of ${before.used.tokens} tokens`
          : (this.declined ?? `nothing in these ${before.used.tokens} tokens could be made shorter`)
      this.skipped.push({ by: 'epoch', why: this.givenUp })
      if (!this.input.conditions.isForced) this.push(mark('abandoned', this.abandoned(before, hasFailed)))
      for (const made of this.remembered) this.push(made)
    }
    if (this.failures !== failures) this.push(failuresMark(this.failures))
  }

  private get takesAnyGain(): boolean {
    return this.input.conditions.isForced || (this.input.policy.exact ?? false)
  }

  /** A failed model is counted separately, not as an epoch that gained too little. */
  private abandoned(budget: Budget, hasFailed: boolean): Abandoned {
    const last = this.view.marks.get('abandoned')
    const isRepeat = last !== undefined && last.seq > (lastEpoch(this.view)?.seq ?? 0)
    const before = isRepeat ? (last.data as Abandoned).times : 0
    return { used: budget.used.tokens, usable: budget.usable, times: hasFailed ? before : before + 1 }
  }

  private isBroken(pass: Pass): boolean {
    const isBroken = isResting(this.failures, pass.name) && !this.input.conditions.isForced
    if (isBroken)
      this.skipped.push({ by: pass.name, why: `it failed ${FAILURE_LIMIT} times in a row: resting until asked` })
    return isBroken
  }

  private push(draft: Draft): void {
    const entry: Entry = { seq: this.view.head + 1, at: this.input.now, ...draft }
    this.view = extend(this.view, [entry])
    this.entries.push(entry)
  }

  plan(tide: Tide, why: string): Plan {
    const budget = this.budget()
    const { window, maxOutput } = this.input.limits
    // What fits by our own count is sent, whatever past bills suggest: only the provider knows.
    const overTokens = Math.max(0, budget.used.tokens - Math.max(budget.usable, window - maxOutput))
    const overBytes = Math.max(0, budget.used.bytes - budget.maxBytes)
    return {
      head: this.base.head,
      tide,
      why,
      entries: this.entries,
      skipped: this.skipped,
      before: this.base.size,
      after: this.view.size,
      budget,
      view: this.view,
      ...(this.givenUp !== undefined && { givenUp: this.givenUp }),
      ...(overTokens + overBytes > 0 && { unfit: { overTokens, overBytes } }),
    }
  }
}

export function contextOf(
  { facts, now, timing, conditions }: PlannerInput,
  effects: Effects,
  here: Pick<PassContext, 'tide' | 'budget' | 'fresh' | 'modelRests'>,
): PassContext {
  const { reader, ...rest } = facts
  return {
    ...rest,
    ...effects,
    ...here,
    now,
    timing,
    asked: conditions.isForced,
    get reader() {
      return reader()
    },
  }
}

function mark(name: string, data: Json): Draft {
  return { kind: 'mark', name, data }
}

function cutsEnough(before: Budget, after: Budget): boolean {
  const cut = (a: number, b: number) => a - b >= a * LEAST_CUT
  return cut(before.used.tokens, after.used.tokens) || cut(before.used.bytes, after.used.bytes)
}

function describe(edit: { op: string; block?: string; from?: Seq; to?: Seq }): string {
  return edit.op === 'crop' ? `crop of ${edit.block}` : edit.op === 'fold' ? `fold of ${edit.from}–${edit.to}` : edit.op
}
