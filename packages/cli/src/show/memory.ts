import type { Answer, Consolidated, Forgotten, MemoryStatus, Reason } from 'daypack/memory'
import { safe } from '../chat/show.ts'
import { count } from './words.ts'

export function hitLines({ hits, status }: Answer): string[] {
  const reason = status.searched.files === 0 ? NO_NOTES : status.reason
  return [
    ...hits.flatMap((hit) => [
      `${hit.citation}  ${hit.score.toFixed(2)}${hit.date === undefined ? '' : `  ${hit.date}`}`,
      ...safe(hit.text)
        .split('\n')
        .map((line) => `    ${line}`),
    ]),
    ...(hits.length === 0 ? ['Nothing found.'] : []),
    ...(reason === '' ? [] : [reason]),
  ]
}

export function reasonLines(reasons: readonly Reason[]): string[] {
  if (reasons.length === 0) return ['No line of the notes says so.']
  return reasons.flatMap(({ citation, text, by, struck, notes, quotes, others }) => [
    `${citation}  ${by}${struck ? ', holds no longer' : ''}`,
    `    ${safe(text)}`,
    ...notes.map((note) => `    noted in ${note}`),
    ...quotes.map((quote) => `    ${quote.role} in ${quote.session}#${quote.seq}: “${safe(quote.text)}”`),
    ...others.map((other) => `    from ${safe(other)}`),
  ])
}

const NO_NOTES =
  'There is nothing to search yet: daypack memory add "…" writes the first note, and Markdown files below memory/ count too.'

export function statusLines(status: MemoryStatus): string[] {
  const { index } = status
  const newest = index.scopes.notes.newest
  return [
    `Index: ${index.store}, ${index.index.state}; ${Object.entries(index.scopes)
      .map(([scope, { files, units }]) => `${scope} ${count(files, 'file')}, ${count(units, 'piece')}`)
      .join('; ')}`,
    `Compared with the notes: ${time(status.reconciledAt)}${newest === undefined ? '' : `; newest note indexed: ${time(newest)}`}`,
    `Vectors: ${index.vectors.state}${index.vectors.model === undefined ? '' : ` (${index.vectors.model}), ${index.vectors.covered} of ${index.vectors.of}`}`,
    `Watching: ${status.watching ? 'every two seconds' : 'off (a command looks once and ends)'}; waiting: ${status.pendingIndexing} to index, ${status.pendingFlushes} to write`,
    ...(status.tombstones > 0
      ? [`Forgotten: ${status.tombstones} marks keep what was forgotten from coming back`]
      : []),
    ...(status.calls.count > 0
      ? [`Own calls to a model: ${status.calls.count}, about ${status.calls.tokens} tokens`]
      : []),
    ...status.asked.map(
      ({ text }) => `You asked to forget: ${text}. To confirm: daypack memory forget ${JSON.stringify(text)}`,
    ),
    ...(status.refused > 0
      ? [`Refused: ${count(status.refused, 'line')} written by a model that nothing said supports`]
      : []),
    ...(status.quoted > 0
      ? [`In your own sentence: ${count(status.quoted, 'line')} that a model had worded further than you said`]
      : []),
    ...(status.nextConsolidation === undefined ? [] : [`Next consolidation: ${time(status.nextConsolidation)}`]),
    ...status.left.slice(-5).map(({ line, why }) => `Not merged: ${line} (${why})`),
    ...status.failures.map((failure) => `Failed: ${failure}`),
  ]
}

function time(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
}

export function consolidatedLines(
  { state, days, diff, untrusted, left }: Consolidated,
  id: string | undefined,
): string[] {
  const from = count(days.length, 'finished day')
  const rest = [
    ...(untrusted > 0 ? [`From tools and documents: ${count(untrusted, 'statement')}, left in the day logs.`] : []),
    ...left.map((each) => `Left out: ${safe(each.text)} (${each.why})`),
  ]
  switch (state) {
    case 'nothing-due':
      return ["Nothing to do: no finished day has anything new. Today's log is merged after midnight."]
    case 'unchanged':
      return [`MEMORY.md stays as it is: nothing new in ${from} matters beyond its day.`, ...rest]
    case 'changed':
      return [
        days.length === 0
          ? 'What is over was moved from MEMORY.md to memory/topics/past.md:'
          : `MEMORY.md was brought up to date from ${from}:`,
        safe(diff),
        ...rest,
        ...(id === undefined ? [] : [`To undo: daypack memory revert ${id}`]),
      ]
  }
}

export function forgottenLines(
  { lines, archive, left }: Forgotten,
  { dryRun, everywhere }: { readonly dryRun: boolean; readonly everywhere: boolean },
): string[] {
  const places = [
    ...(archive.messages > 0
      ? [`${count(archive.messages, 'message')} of sessions and the archive (${archive.sessions.join(', ')})`]
      : []),
    ...(archive.results > 0 ? [count(archive.results, 'offloaded result')] : []),
  ]
  return [
    lines.length === 0
      ? 'Nothing in the notes matches.'
      : `${dryRun ? 'Would forget' : 'Forgot'} ${count(lines.length, 'line')}:`,
    ...lines.map((line) => `  ${line.citation}  ${safe(line.text)}`),
    ...(places.length > 0 ? [`${dryRun ? 'Would take it out of' : 'Taken out of'} ${places.join(' and ')}.`] : []),
    ...(left.length > 0
      ? [
          everywhere
            ? 'Still there, in signed reasoning or fragments that cannot be edited; delete these files to get rid of it:'
            : 'Still in files outside the notes; --everywhere also removes it from session logs, archive and results:',
          ...left.map((trace) => `  ${trace.file} (${trace.times})`),
        ]
      : []),
  ]
}
