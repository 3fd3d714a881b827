import { DaypackError, type CompactionResult, type Session } from 'daypack'
import { count } from './words.ts'

export type UndoCommands = { readonly undo: (batch: number) => string; readonly list: string }

/** Undoes the newest epoch or a batch; the lines say what changed and how to take that back. */
export async function undoBatch(
  session: Session,
  seq: number | undefined,
  commands: UndoCommands,
): Promise<CompactionResult & { readonly lines: readonly string[] }> {
  if (seq !== undefined && !session.view.batches.some((batch) => batch.seq === seq))
    throw new DaypackError('not-found', `There is no batch ${seq}; ${commands.list} lists them.`)
  const result = await session.undo(seq === undefined ? {} : { seq })
  return { ...result, lines: linesOf(result, session, seq, commands) }
}

function linesOf(
  { before, after, changes, why }: CompactionResult,
  { view }: Session,
  seq: number | undefined,
  { undo }: UndoCommands,
) {
  const by = view.batches.findLast(
    ({ active, edits }) =>
      active && edits.some((edit) => edit.op === 'revert' && (seq === undefined || edit.seq === seq)),
  )
  const redo = by === undefined ? [] : [`To redo it: ${undo(by.seq)}`]
  if (why !== 'undone')
    return seq === undefined ? [`Nothing was undone: ${why}.`] : [`Batch ${seq} was undone before.`, ...redo]
  const shown =
    changes.length === 0
      ? 'what is shown stays the same, because newer folds cover it'
      : `${before.tokens} → ${after.tokens} tokens, ${count(changes.length, 'place')} changed`
  return [`Undone${seq === undefined ? '' : ` batch ${seq}`}: ${shown}.`, ...redo]
}
