import { type Entry } from 'daypack'
import { PARTS, type Outline } from 'daypack-inspector/api'
import type { OpenSession } from './reader.ts'
import { epochsOf } from './epoch.ts'
import { moneyOf } from './report/money.ts'
import type { RequestRow } from './report/timeline.ts'

export function outlineOf(session: OpenSession, window: number): Outline {
  const { rows, view, entries } = session
  const taught = windowOf(entries) ?? window
  const epochs = epochsOf(session, taught).map(({ batches: _, ...epoch }) => epoch)
  const money = moneyOf(session)
  const byRequest = new Map(epochs.map((epoch) => [epoch.request, epoch.number]))
  const column = (of: (row: RequestRow, index: number) => number) => rows.map(of)
  const messages = view.items.filter((item) => item.kind === 'message')
  return {
    session: session.id,
    head: view.head,
    messages: view.slots.length,
    window: taught,
    estimated: rows.some((row) => !row.isBilled),
    currency: money.currency,
    requests: {
      head: column((row) => row.head),
      at: column((row) => row.at),
      model: rows.map((row) => row.model),
      parts: Object.fromEntries(PARTS.map((part) => [part, column((row) => row.parts[part])])) as never,
      total: column((row) => row.total),
      cached: column((row) => row.cached),
      cost: column((row) => shorten(money.of(row))),
      unmanaged: column((row) => row.unmanaged),
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

/** A provider's error may have taught a smaller window. */
function windowOf(entries: readonly Entry[]): number | undefined {
  const mark = entries.findLast((entry) => entry.kind === 'mark' && entry.name === 'window')
  const tokens = mark?.kind === 'mark' ? (mark.data as { tokens?: unknown } | undefined)?.tokens : undefined
  return typeof tokens === 'number' ? tokens : undefined
}

function shorten(value: number): number {
  return Number(value.toPrecision(7))
}
