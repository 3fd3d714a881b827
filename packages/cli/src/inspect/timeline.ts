import { extend, project, type Entry, type Item, type Usage, type View } from 'daypack'
import { NO_SUMS, partOf, sameUntil, type Sums } from './parts.ts'

/** One request as the log tells of it. */
export type RequestRow = {
  /** The last entry that was part of it. */
  readonly head: number
  readonly at: number
  readonly model: string
  readonly parts: Sums
  /** As counted, tools included. */
  readonly total: number
  /** What was billed; estimated where no bill is in the log. */
  readonly usage: Usage
  readonly isBilled: boolean
  /** Tokens at its beginning that the request before had, too. */
  readonly same: number
}

export type Timeline = {
  readonly entries: readonly Entry[]
  readonly view: View
  readonly rows: readonly RequestRow[]
}

const TTL_MS = 5 * 60_000
const EMPTY: View = project([])

/**
 * Every request of a session, rebuilt from its log: the view before each reply. Fed in pieces while the log grows; costs
 * what is new.
 */
export function timeline(): { readonly now: () => Timeline; readonly take: (more: readonly Entry[]) => void } {
  const entries: Entry[] = []
  const rows: RequestRow[] = []
  let waiting: Entry[] = []
  let sent = EMPTY
  let sums: Sums = { ...NO_SUMS }
  let content = 0
  let lastReply: Entry | undefined
  let tail = EMPTY

  const advance = (view: View) => {
    const same = sameUntil(sent, view)
    for (const item of sent.items.slice(Math.max(0, same))) sums[partOf(item)] -= item.size.tokens
    for (const item of view.items.slice(Math.max(0, same))) sums[partOf(item)] += item.size.tokens
    sums.system += (view.system?.size.tokens ?? 0) - (sent.system?.size.tokens ?? 0)
    sent = view
    return same
  }

  const request = (at: number, head: number, reply: Entry | undefined, bill: (Usage & { at: number }) | undefined) => {
    const view = extend(sent, waiting)
    waiting = []
    const before = rows.at(-1)
    const old = sent
    const same = advance(view)
    const tools = bill ? Math.max(0, bill.counted.tokens - view.size.tokens) : (before?.parts.tools ?? 0)
    sums = { ...sums, tools }
    const prefix = same < 0 ? 0 : tools + prefixTokens(old, same)
    const total = view.size.tokens + tools
    const isWarm = before !== undefined && at - before.at <= TTL_MS
    const read = isWarm ? Math.min(prefix, total) : 0
    const output = reply?.kind === 'message' ? reply.sizes.reduce((sum, size) => sum + size.tokens, 0) : 0
    const estimate = { input: 0, cacheRead: read, cacheWrite: total - read, output }
    const usage = bill ?? { ...estimate, head, counted: { tokens: total, bytes: view.size.bytes } }
    rows.push({
      head,
      at,
      model: bill?.model ?? before?.model ?? '',
      parts: { ...sums },
      total,
      usage,
      isBilled: bill !== undefined,
      same: prefix,
    })
  }

  const rebill = (bill: Usage & { at: number }) => {
    const row = rows.at(-1)
    if (!row) return
    const tools = Math.max(0, bill.counted.tokens - sent.size.tokens)
    sums = { ...sums, tools }
    const total = sent.size.tokens + tools
    rows[rows.length - 1] = {
      ...row,
      usage: bill,
      isBilled: true,
      model: bill.model ?? row.model,
      total,
      parts: { ...sums },
    }
  }

  const take = (more: readonly Entry[]) => {
    for (const entry of more) {
      entries.push(entry)
      if (entry.kind === 'usage') {
        const bill = { ...entry.usage, at: entry.at }
        const isOfLast = rows.length > 0 && (rows.at(-1)?.head ?? 0) >= contentAt(entries, bill.head)
        if (isOfLast) rebill(bill)
        else request(entry.at, content, undefined, bill)
        waiting.push(entry)
        continue
      }
      const isReply = entry.kind === 'message' && entry.message.role === 'assistant' && entry.replaces === undefined
      if (isReply && content > (rows.at(-1)?.head ?? 0) && content !== lastReply?.seq) {
        request(entry.at, content, entry, undefined)
      }
      if (isReply) lastReply = entry
      waiting.push(entry)
      if (entry.kind !== 'mark') content = entry.seq
    }
    tail = extend(sent, waiting)
  }
  return { take, now: () => ({ entries, view: tail, rows }) }
}

/** The last entry up to `head` that says something. */
function contentAt(entries: readonly Entry[], head: number): number {
  let at = Math.min(head, entries.length)
  while (at > 0 && entries[at - 1]?.kind !== 'message' && entries[at - 1]?.kind !== 'edits') at--
  return entries[at - 1]?.seq ?? 0
}

function prefixTokens(view: View, items: number): number {
  let tokens = view.system?.size.tokens ?? 0
  for (let at = 0; at < items; at++) tokens += (view.items[at] as Item).size.tokens
  return tokens
}
