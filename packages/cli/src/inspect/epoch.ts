import type { Batch, View } from 'daypack'
import { numberOf } from 'daypack/internal'
import { renderLoss } from 'daypack/archive'
import type { EpochBatch, EpochEdit, EpochView } from 'daypack-inspector/api'
import { changesBetween, lossBetween } from './changes.ts'
import { blockId, placesIn } from './ids.ts'
import type { OpenSession } from './reader.ts'
import { plainWhy } from '../show/words.ts'
import { oneLine } from './text.ts'
import { epochsOf } from './report/epochs.ts'
import { moneyOf, type Money } from './report/money.ts'

export async function epochView(session: OpenSession, number: number, window: number): Promise<EpochView | undefined> {
  const epoch = epochsOf(session, window).find((each) => each.number === number)
  if (!epoch) return undefined
  const { batches, ...row } = epoch
  const money = moneyOf(session)
  const first = batches[0]?.seq ?? row.seq
  const before = session.viewAt(first - 1)
  const after = session.viewAt(row.seq)
  const loss = await lossBetween(session, before, after)
  return {
    ...row,
    before: before.size.tokens,
    after: after.size.tokens,
    currency: money.currency,
    batches: batchViews(batches, before, money),
    changes: await changesBetween(session, first - 1, row.seq),
    loss: {
      text: renderLoss(loss),
      names: loss.names.archived.slice(0, 200),
      files: loss.files.archived.slice(0, 200),
      requests: loss.requests.archived,
    },
    undoneBy: session.view.batches
      .filter((batch) => batch.active && batch.edits.some((edit) => edit.op === 'revert' && edit.seq === row.seq))
      .map((batch) => batch.seq),
  }
}

function batchViews(batches: readonly Batch[], before: View, money: Money): EpochBatch[] {
  const sizes = new Map(placesIn(before).map(({ shown }) => [shown?.id, shown?.size.tokens]))
  return batches.map(({ seq: batch, by, why, saved, active, edits }) => {
    const editView = (edit: Batch['edits'][number]): EpochEdit[] => {
      if (edit.op === 'revert') return []
      const { op, tokens: after } = edit
      const was = op === 'crop' ? (sizes.get(edit.block) ?? 0) : runTokens(before, edit.from, edit.to)
      const about =
        op === 'crop'
          ? { target: blockId(before, { id: edit.block }), what: oneLine(edit.note.text) || 'left out' }
          : {
              target: `${numberOf(before, edit.from)}–${numberOf(before, edit.to)}`,
              what: oneLine(edit.summary.text),
            }
      const saves = money.ofTokens(Math.max(0, was - after), 'cacheRead')
      return [{ batch, by, op, ...about, before: was, after, money: saves }]
    }
    return { seq: batch, by, why: plainWhy(why), saved, active, edits: edits.flatMap(editView) }
  })
}

function runTokens(view: View, from: number, to: number): number {
  const items = view.items.filter((item) => item.seq >= from && item.seq <= to)
  return items.reduce((sum, item) => sum + item.size.tokens, 0)
}
