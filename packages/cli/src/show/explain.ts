import { DaypackError, type Entry, type Explanation, type CompactionResult, type Session } from 'daypack'
import { count, epochReason, linesOf, plainWhy } from './words.ts'

export function explainLines(
  { messages, shown, epochs, fresh, last }: Explanation,
  window: number,
  entries: readonly Entry[],
): string[] {
  const reasonFor = (batches: Explanation['epochs'][number]['batches'] = []) =>
    epochReason(entries, batches.at(-1)?.seq ?? 0, window)
  const because = (reason: string | undefined) => (reason === undefined ? '' : `, because ${reason}`)
  const sent = linesOf(
    count(shown.messages, 'message'),
    shown.folds > 0 && count(shown.folds, 'hand-over'),
    shown.cropped > 0 && count(shown.cropped, 'shortened part'),
  )
  return linesOf(
    `${count(messages, 'message')} in the log. Sent to the model: ${sent.join(', ')}; ${shown.tokens} tokens.`,
    fresh.batches > 0 &&
      `Shortened before they were first sent, ${fresh.batches === 1 ? 'once' : `${fresh.batches} times`}: ${fresh.saved} tokens saved.`,
    epochs.flatMap((epoch, index) => [
      `Epoch ${index + 1} at ${new Date(epoch.at).toISOString()}${because(reasonFor(epoch.batches))}${epoch.isUndone ? '; undone' : ''}:`,
      ...epoch.batches.map(
        ({ seq, by, why, edits, saved }) =>
          `  batch ${seq}, ${by}: ${plainWhy(why)} (${count(edits, 'edit')}, ${count(saved, 'token')} saved)`,
      ),
    ]),
    epochs.length === 0 && 'No epoch yet: everything is shown as it came.',
    last && `The last request: ${lastLine(last, reasonFor(epochs.at(-1)?.batches))}.`,
    last?.skipped.map((skip) => `  left alone by ${skip.by}: ${skip.why}`),
  )
}

function lastLine({ tide, why }: NonNullable<Explanation['last']>, reason: string | undefined): string {
  if (tide === 'none' || reason === undefined) return `nothing already sent was changed; ${why}`
  return `an epoch, because ${reason}; ${why.replace(/^asked for; /, '')}`
}

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
  return { ...result, lines: undoneLines(result, session, seq, commands) }
}

function undoneLines(
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
