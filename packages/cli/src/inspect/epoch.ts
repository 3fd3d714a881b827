import { diff, render, type Batch, type Change, type Item, type View } from 'daypack'
import { keyOf, numberOf } from 'daypack/internal'
import { lossOf, renderLoss } from 'daypack/archive'
import type { DiffRow, EpochBatch, EpochEdit, EpochView } from 'daypack-inspector/api'
import { blockId, foldId, placesIn } from './ids.ts'
import type { OpenSession } from './reader.ts'
import { plainWhy } from '../show/words.ts'
import { labelOf, oneLine, previewOf } from './text.ts'
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
  const changes = diff(before, after)
  const { messages } = await render(after, { read: session.read })
  const loss = lossOf(before, after, messages)
  return {
    ...row,
    before: before.size.tokens,
    after: after.size.tokens,
    currency: money.currency,
    batches: batchViews(batches, before, money),
    was: first - 1,
    diff: await diffRows(before, after, changes, session, new Set(loss.requests.whole)),
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

async function diffRows(
  before: View,
  after: View,
  changes: readonly Change[],
  session: OpenSession,
  whole: ReadonlySet<number>,
): Promise<DiffRow[]> {
  const cropped = new Set(changes.flatMap((change) => ('block' in change ? [Number(change.block.split('.')[0])] : [])))
  const now = new Map(after.items.map((item) => [keyOf(item), item]))
  const rows: DiffRow[] = []
  const folded = after.items.filter(
    (item) => item.kind === 'fold' && !before.items.some((old) => keyOf(old) === keyOf(item)),
  )
  const told = new Set<Item>()
  for (const item of before.items) {
    const fold = folded.find((each) => each.kind === 'fold' && item.seq >= each.seq && item.seq <= each.to)
    if (fold && !told.has(fold)) {
      told.add(fold)
      rows.push(await rowOf('+', after, fold, 0, fold.size.tokens, session))
    }
    const next = now.get(keyOf(item))
    if (!next && whole.has(item.seq))
      rows.push({ ...(await rowOf('~', before, item, item.size.tokens, 0, session)), where: 'kept' })
    else if (!next) rows.push(await rowOf('-', before, item, item.size.tokens, 0, session))
    else
      rows.push(
        await rowOf(cropped.has(item.seq) ? '~' : ' ', after, next, item.size.tokens, next.size.tokens, session),
      )
  }
  return rows
}

async function rowOf(
  sign: DiffRow['sign'],
  view: View,
  item: Item,
  before: number,
  after: number,
  session: OpenSession,
): Promise<DiffRow> {
  const number = numberOf(view, item.seq)
  if (item.kind === 'fold') {
    const preview = oneLine(item.summary.text)
    return { sign, number, id: foldId(view, item), label: 'hand-over', before, after, preview }
  }
  const [block] = item.message.blocks
  const name = block && block.type !== 'text' ? ` ${labelOf(block)}` : ''
  const preview = block ? await previewOf(block, session) : ''
  return { sign, number, id: `${number}.0`, label: item.message.role + name, before, after, preview }
}
