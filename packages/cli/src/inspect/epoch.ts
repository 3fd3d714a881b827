import type { Batch, View } from 'daypack'
import { numberOf, epochGroups } from 'daypack/internal'
import { renderLoss } from 'daypack/archive'
import type { EpochBatch, EpochEdit, EpochView, EpochRow } from 'daypack-inspector/api'
import { changesBetween, lossBetween } from './changes.ts'
import { blockId, placesIn } from './ids.ts'
import type { OpenSession } from './reader.ts'
import { plainWhy, epochReason } from '../show/words.ts'
import { oneLine } from './text.ts'
import { moneyOf, type Money } from './report/money.ts'
import type { Timeline } from './report/timeline.ts'

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

export type Epoch = EpochRow & { readonly batches: readonly Batch[] }

/** Every epoch of a timeline, in order. */
export function epochsOf({ view, rows, entries }: Timeline, window: number): Epoch[] {
  return [...epochGroups(view).values()].map((batches, index) => {
    const seq = batches.at(-1)?.seq ?? 0
    return {
      number: index + 1,
      seq,
      at: batches[0]?.at ?? 0,
      saved: batches.reduce((sum, batch) => sum + batch.saved, 0),
      edits: batches.reduce((sum, batch) => sum + batch.edits.length, 0),
      why: epochReason(entries, seq, window) ?? batches[0]?.why ?? '',
      isUndone: batches.every((batch) => !batch.active),
      request: rows.findIndex((row) => row.head >= seq),
      batches,
    }
  })
}
