import type { Answer, Consolidated, Forgotten, MemoryStatus, Reason } from 'daypack/memory'
import { count, linesOf } from './words.ts'

export function hitLines({ hits, status }: Answer): string[] {
  const reason = status.searched.files === 0 ? NO_NOTES : status.reason
  const found = hits.flatMap(({ citation, score, date, text }) => [
    `${citation}  ${score.toFixed(2)}${date === undefined ? '' : `  ${date}`}`,
    ...text.split('\n').map((line) => `    ${line}`),
  ])
  return linesOf(found, found.length === 0 && 'Nothing found.', reason !== '' && reason)
}

const NO_NOTES =
  'There is nothing to search yet: daypack memory add "…" writes the first note, and Markdown files below memory/ count too.'

export function reasonLines(reasons: readonly Reason[]): string[] {
  if (reasons.length === 0) return ['No line of the notes says so.']
  return reasons.flatMap(({ citation, text, by, struck, notes, quotes, others }) => [
    `${citation}  ${by}${struck ? ', holds no longer' : ''}`,
    `    ${text}`,
    ...notes.map((note) => `    noted in ${note}`),
    ...quotes.map((quote) => `    ${quote.role} in ${quote.session}#${quote.seq}: “${quote.text}”`),
    ...others.map((other) => `    from ${other}`),
  ])
}

export function statusLines(status: MemoryStatus): string[] {
  const { index, calls, refused, quoted, tombstones, nextConsolidation: next } = status
  const { newest } = index.scopes.notes
  const { state, model, covered, of } = index.vectors
  const scopes = Object.entries(index.scopes).map(
    ([scope, { files, units }]) => `${scope} ${count(files, 'file')}, ${count(units, 'piece')}`,
  )
  return linesOf(
    `Index: ${index.store}, ${index.index.state}; ${scopes.join('; ')}`,
    `Compared with the notes: ${time(status.reconciledAt)}${newest === undefined ? '' : `; newest note indexed: ${time(newest)}`}`,
    `Vectors: ${state}${model === undefined ? '' : ` (${model}), ${covered} of ${of}`}`,
    `Watching: ${status.watching ? 'every two seconds' : 'off (a command looks once and ends)'}; waiting: ${status.pendingIndexing} to index, ${status.pendingFlushes} to write`,
    tombstones > 0 && `Forgotten: ${tombstones} marks keep what was forgotten from coming back`,
    calls.count > 0 && `Own calls to a model: ${calls.count}, about ${calls.tokens} tokens`,
    status.asked.map(
      ({ text }) => `You asked to forget: ${text}. To confirm: daypack memory forget ${JSON.stringify(text)}`,
    ),
    refused > 0 && `Refused: ${count(refused, 'line')} written by a model that nothing said supports`,
    quoted > 0 && `In your own sentence: ${count(quoted, 'line')} that a model had worded further than you said`,
    next !== undefined && `Next consolidation: ${time(next)}`,
    status.left.slice(-5).map(({ line, why }) => `Not merged: ${line} (${why})`),
    status.failures.map((failure) => `Failed: ${failure}`),
  )
}

function time(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
}

export function consolidatedLines(result: Consolidated, id: string | undefined): string[] {
  const { state, days, diff, untrusted, left } = result
  const from = count(days.length, 'finished day')
  if (state === 'nothing-due')
    return ["Nothing to do: no finished day has anything new. Today's log is merged after midnight."]
  const moved = 'What is over was taken out of MEMORY.md:'
  return linesOf(
    state === 'unchanged'
      ? `MEMORY.md stays as it is: nothing new in ${from} matters beyond its day.`
      : [days.length === 0 ? moved : `MEMORY.md was brought up to date from ${from}:`, diff],
    untrusted > 0 && `From tools and documents: ${count(untrusted, 'statement')}, left in the day logs.`,
    left.map(({ text, why }) => `Left out: ${text} (${why})`),
    state === 'changed' && id !== undefined && `To undo: daypack memory revert ${id}`,
  )
}

type How = { readonly dryRun: boolean; readonly everywhere: boolean }

export function forgottenLines({ lines, archive, left }: Forgotten, { dryRun, everywhere }: How): string[] {
  const places = linesOf(
    archive.messages > 0 &&
      `${count(archive.messages, 'message')} of sessions and the archive (${archive.sessions.join(', ')})`,
    archive.results > 0 && count(archive.results, 'offloaded result'),
  )
  const traces = everywhere
    ? 'Still there, in signed reasoning or fragments that cannot be edited; delete these files to get rid of it:'
    : 'Still in files outside the notes; --everywhere also removes it from session logs, archive and results:'
  return linesOf(
    lines.length === 0
      ? 'Nothing in the notes matches.'
      : `${dryRun ? 'Would forget' : 'Forgot'} ${count(lines.length, 'line')}:`,
    lines.map(({ citation, text }) => `  ${citation}  ${text}`),
    places.length > 0 && `${dryRun ? 'Would take it out of' : 'Taken out of'} ${places.join(' and ')}.`,
    left.length > 0 && [traces, ...left.map(({ file, times }) => `  ${file} (${times})`)],
  )
}
