import { intake, hashOf, type Intake } from '../log/intake.ts'
import type { SessionId } from '../model/driver.ts'
import type { Fold, Seq } from '../model/edit.ts'
import type { Entry, Draft } from '../model/entry.ts'
import type { Plan } from '../plan/plan.ts'
import type { View } from '../view/view.ts'
import { number } from '../view/project.ts'
import type { SessionParts } from './parts.ts'
import { sumOf } from '../model/json.ts'
import type { Message } from '../model/message.ts'

/** Folded messages are archived before the plan is appended; hosts may get the files in work behind it. */
export async function beforeFold(
  made: Plan,
  base: View,
  id: SessionId,
  parts: SessionParts,
  intakeBy: Intake,
): Promise<Entry[]> {
  const folds = foldsIn(made)
  if (folds.length === 0) return []
  for (const fold of folds) await parts.archive?.(id, base, fold.from, fold.to)
  return restoredFiles(made, parts, intakeBy)
}

export function foldsIn(made: Plan): Fold[] {
  return made.entries.flatMap((entry) =>
    entry.kind === 'edits' ? entry.edits.filter((edit) => edit.op === 'fold') : [],
  )
}

async function restoredFiles(made: Plan, { settings, counter }: SessionParts, intakeBy: Intake): Promise<Entry[]> {
  if (!settings.restore) return []
  const { restoreFiles } = await import('../handover/tell/restore.ts')
  const message = await restoreFiles(made.view, {
    tools: settings.tools,
    ...settings.restore,
    count: counter.count,
    window: made.budget.window,
  })
  if (!message) return []
  const draft = await intake(message, intakeBy, { origin: 'restored' })
  const size = sumOf(draft.sizes, ({ tokens }) => tokens)
  return made.budget.used.tokens + size > made.budget.high.tokens ? [] : number(made.view, [draft], settings.now())
}

export type Brief = () => Promise<Message | undefined>

const MARK = 'brief'

export async function briefDrafts(view: View, brief: Brief, by: Intake): Promise<Draft[]> {
  const known = briefSeq(view)
  if (view.slots.some(({ origin, seq }) => origin === 'caller' || seq === known)) return []
  const message = await brief()
  if (message === undefined) return []
  const seq = view.head + 1
  return [
    await intake(message, by, { origin: 'memory' }),
    { kind: 'mark', name: 'pin', data: { seq } },
    { kind: 'mark', name: MARK, data: { seq } },
  ]
}

export async function refreshBrief(view: View, brief: Brief, by: Intake): Promise<Draft[]> {
  const seq = briefSeq(view)
  const slot = view.slots.find((each) => each.seq === seq)
  const message = slot && (await brief())
  if (message === undefined || slot === undefined || hashOf(message) === slot.hash) return []
  return [await intake(message, by, { origin: 'memory', replaces: slot.seq })]
}

function briefSeq(view: View): Seq | undefined {
  return (view.marks.get(MARK)?.data as { seq?: Seq } | undefined)?.seq
}
