import type { Explanation } from 'daypack'

/** An explanation as lines of text. */
export function explainLines({ messages, shown, epochs, fresh, last }: Explanation): string[] {
  return [
    `${messages} messages in the log; shown: ${shown.messages} messages, ${shown.folds} summaries, ${shown.cropped} cut blocks, ${shown.tokens} tokens.`,
    ...(fresh.batches > 0
      ? [`Before they were first sent, ${fresh.batches} batches of cuts saved ${fresh.saved} tokens.`]
      : []),
    ...epochs.flatMap((epoch, index) => [
      `Epoch ${index + 1} at ${new Date(epoch.at).toISOString()}${epoch.isUndone ? ', undone' : ''}:`,
      ...epoch.batches.map(
        (batch) =>
          `  batch ${batch.seq}, ${batch.by}: ${batch.why} (${batch.edits} edits, ${batch.saved} tokens saved)`,
      ),
    ]),
    ...(epochs.length === 0 ? ['No epoch yet: everything is shown as it came.'] : []),
    ...(last
      ? [
          `The last request: ${last.tide === 'none' ? 'nothing already sent was moved' : `an epoch (${last.tide})`}; ${last.why}.`,
        ]
      : []),
    ...(last?.skipped ?? []).map((skip) => `  left alone by ${skip.by}: ${skip.why}`),
  ]
}
