import type { Entry } from 'daypack'
import type { EpochRow, Outline } from 'daypack-inspector/api'
import { moneyOf, unmanagedTokens } from './money.ts'
import { PARTS } from './parts.ts'
import type { OpenSession } from './reader.ts'
import type { RequestRow } from './timeline.ts'

/** What the page needs to draw a session, before anything of its text. */
export function outlineOf(session: OpenSession, window: number): Outline {
  const { rows, view, entries } = session
  const epochs = epochsOf(session)
  const money = moneyOf(rows)
  const unmanaged = unmanagedTokens(entries, rows)
  const byRequest = new Map(epochs.map((epoch) => [epoch.request, epoch.number]))
  const column = (of: (row: RequestRow, index: number) => number) => rows.map(of)
  const messages = view.items.filter((item) => item.kind === 'message')
  return {
    session: session.id,
    head: view.head,
    messages: view.slots.length,
    window: windowOf(entries) ?? window,
    marks: marksOf(entries),
    estimated: rows.some((row) => !row.isBilled),
    currency: money.currency,
    requests: {
      head: column((row) => row.head),
      at: column((row) => row.at),
      model: rows.map((row) => row.model),
      parts: Object.fromEntries(PARTS.map((part) => [part, column((row) => row.parts[part])])) as never,
      total: column((row) => row.total),
      cached: column((row) => cachedOf(row)),
      cost: column((row) => rounded(money.of(row))),
      unmanaged: unmanaged,
      epoch: column((_, index) => byRequest.get(index) ?? 0),
    },
    epochs,
    last: {
      tokens: view.size.tokens,
      items: view.items.length,
      folds: view.items.length - messages.length,
      cropped: messages.reduce((sum, item) => sum + item.blocks.filter((block) => block.crop).length, 0),
    },
  }
}

/** Cached tokens in our own count, so that they can be drawn over it. */
export function cachedOf({ usage, total }: RequestRow): number {
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite
  return prompt === 0 ? 0 : Math.round((usage.cacheRead / prompt) * total)
}

export function epochsOf({ view, rows }: OpenSession): EpochRow[] {
  const groups = Map.groupBy(
    view.batches.filter((batch) => batch.epoch !== undefined && batch.edits.some((edit) => edit.op !== 'revert')),
    (batch) => batch.epoch ?? 0,
  )
  return [...groups].map(([, group], index) => {
    const seq = group.at(-1)?.seq ?? 0
    return {
      number: index + 1,
      seq,
      at: group[0]?.at ?? 0,
      saved: group.reduce((sum, batch) => sum + batch.saved, 0),
      edits: group.reduce((sum, batch) => sum + batch.edits.length, 0),
      by: [...new Set(group.map((batch) => batch.by))],
      isUndone: group.every((batch) => !batch.active),
      request: rows.findIndex((row) => row.head >= seq),
    }
  })
}

/** Where the last epoch came, and how far down it went. */
function marksOf(entries: readonly Entry[]): number[] {
  const mark = entries.findLast((entry) => entry.kind === 'mark' && entry.name === 'epoch')
  const data = mark?.kind === 'mark' ? (mark.data as { before?: unknown; after?: unknown } | undefined) : undefined
  return [data?.before, data?.after].filter((value) => typeof value === 'number')
}

/** A provider's error may have taught a smaller window. */
function windowOf(entries: readonly Entry[]): number | undefined {
  const mark = entries.findLast((entry) => entry.kind === 'mark' && entry.name === 'window')
  const tokens = mark?.kind === 'mark' ? (mark.data as { tokens?: unknown } | undefined)?.tokens : undefined
  return typeof tokens === 'number' ? tokens : undefined
}

/** With the estimated bills where the log has none, as the library's cost report takes them. */
export function billedEntries(entries: readonly Entry[], rows: readonly RequestRow[]): readonly Entry[] {
  if (rows.every((row) => row.isBilled)) return entries
  const bills = rows.filter((row) => !row.isBilled)
  const made: Entry[] = []
  let next = 0
  for (const entry of entries) {
    made.push(entry)
    const row = bills[next]
    if (row && row.head <= entry.seq) {
      made.push({ seq: entry.seq, at: row.at, kind: 'usage', usage: row.usage })
      next++
    }
  }
  return made
}

function rounded(value: number): number {
  return Number(value.toPrecision(7))
}
