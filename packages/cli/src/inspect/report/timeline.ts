import {
  modelOf,
  project,
  type Entry,
  type Item,
  type Millis,
  type Models,
  type Seq,
  type Tokens,
  type Usage,
  type View,
} from 'daypack'
import { CACHE_SECONDS, extend, isRestart, promptTokens, savings } from 'daypack/internal'
import { NO_SUMS, partOf, sameUntil, type Sums } from './parts.ts'

export type RequestRow = {
  /** The last entry that was part of it. */
  readonly head: Seq
  readonly at: Millis
  /** '' where no bill named one. */
  readonly model: string
  readonly parts: Readonly<Sums>
  /** As counted, tools included. */
  readonly total: Tokens
  /** What was billed; estimated where no bill is in the log. */
  readonly usage: Usage
  readonly isBilled: boolean
  /** Tokens at its beginning that the request before had, too. */
  readonly same: Tokens
  /** What came from the cache, in our own count: can be drawn over `total`. */
  readonly cached: Tokens
  /** `total` with all that edits saved back in. */
  readonly unmanaged: Tokens
}

export type Timeline = {
  readonly entries: readonly Entry[]
  readonly view: View
  /** Those of the conversation in view: not of one that another list took the place of. */
  readonly rows: readonly RequestRow[]
  /** Models of one's own: their prices come first. */
  readonly models?: Models
}

/** How long an unused prompt stays cached. */
export function cacheMs(model: string, models?: Models): Millis {
  return (modelOf(model, models)?.cacheSeconds ?? CACHE_SECONDS) * 1_000
}

const EMPTY: View = project([])

type Point = { readonly at: Millis; readonly head: Seq; readonly saved: Tokens; readonly reply?: Entry; bill?: Usage }

/** Every request of a session, rebuilt from its log; fed in pieces while the log grows. */
export function timeline(models?: Models): {
  readonly now: () => Timeline
  readonly take: (more: readonly Entry[]) => void
} {
  const entries: Entry[] = []
  const rows: RequestRow[] = []
  let base = EMPTY
  let sent = EMPTY
  let shared = 0
  let waiting: Entry[] = []
  let points: Point[] = []
  const sums: Sums = { ...NO_SUMS }
  /** The last entry that says something, the newest request's, and the newest reply. */
  let content = 0
  let asked = 0
  let reply = 0
  let saved = savings()

  const flush = () => {
    const view = extend(base, waiting)
    const same = sameUntil(base, view)
    const from = Math.max(0, same)
    const alike = sent === base ? same : sameUntil(sent, view)
    let prefix = alike < 0 ? 0 : prefixTokens(sent, alike, rows.at(-1)?.head ?? 0)
    for (let at = from; at < base.items.length; at++) add(base.items[at], -1)
    sums.system += (view.system?.size.tokens ?? 0) - (base.system?.size.tokens ?? 0)
    let next = from
    for (const point of points) {
      for (; next < view.items.length && (view.items[next]?.seq ?? 0) <= point.head; next++) add(view.items[next], 1)
      rows.push(rowOf(point, prefix))
      shared = prefix
      prefix = shown()
    }
    if (points.length > 0) sent = view
    for (; next < view.items.length; next++) add(view.items[next], 1)
    base = view
    waiting = []
    points = []
  }

  const add = (item: Item | undefined, sign: 1 | -1) => {
    if (item) sums[partOf(item)] += sign * item.size.tokens
  }
  const shown = () => sums.system + sums.user + sums.agent + sums.results + sums.folds

  const rowOf = ({ at, head, saved, reply, bill }: Point, prefix: Tokens): RequestRow => {
    const before = rows.at(-1)
    const tools = bill ? Math.max(0, bill.counted.tokens - shown()) : (before?.parts.tools ?? 0)
    const total = shown() + tools
    const same = sameTokens(prefix, tools, total)
    const model = bill?.model ?? before?.model ?? ''
    const read = before !== undefined && at - before.at <= cacheMs(model, models) ? same : 0
    const output = reply?.kind === 'message' ? reply.sizes.reduce((sum, size) => sum + size.tokens, 0) : 0
    const estimate = { input: 0, cacheRead: read, cacheWrite: total - read, output, ...(model !== '' && { model }) }
    const usage = bill ?? { ...estimate, head, counted: { tokens: total, bytes: 0 } }
    return {
      head,
      at,
      model,
      parts: { ...sums, tools },
      total,
      usage,
      isBilled: bill !== undefined,
      same,
      cached: cachedOf(usage, total),
      unmanaged: total + saved,
    }
  }

  const billed = (bill: Usage) => {
    const point = points.at(-1)
    const row = rows.at(-1)
    if (point) point.bill = bill
    else if (row) {
      const tools = Math.max(0, bill.counted.tokens - (row.total - row.parts.tools))
      const total = row.total - row.parts.tools + tools
      const model = bill.model ?? row.model
      const known = { usage: bill, isBilled: true, model, total, parts: { ...row.parts, tools } }
      const unmanaged = total + row.unmanaged - row.total
      const same = sameTokens(shared, tools, total)
      rows[rows.length - 1] = { ...row, ...known, same, cached: cachedOf(bill, total), unmanaged }
    }
  }

  const take = (more: readonly Entry[]) => {
    for (const entry of more) {
      entries.push(entry)
      if (!isPlain(entry) && points.length > 0) flush()
      if (isRestart(entry)) {
        rows.length = 0
        saved = savings()
      }
      if (entry.kind === 'usage') {
        if (asked > 0 && asked >= contentAt(entries, entry.usage.head)) billed(entry.usage)
        else points.push({ at: entry.at, head: (asked = content), saved: saved.now(), bill: entry.usage })
      }
      const isReply = entry.kind === 'message' && entry.message.role === 'assistant' && entry.replaces === undefined
      if (isReply && content > asked && content !== reply)
        points.push({ at: entry.at, head: (asked = content), saved: saved.now(), reply: entry })
      if (isReply) reply = entry.seq
      saved.take(entry)
      waiting.push(entry)
      if (entry.kind === 'message' || entry.kind === 'edits') content = entry.seq
    }
  }
  return {
    take,
    now() {
      if (waiting.length > 0) flush()
      return { entries, view: base, rows, ...(models && { models }) }
    },
  }
}

function isPlain(entry: Entry): boolean {
  return entry.kind === 'usage' || (entry.kind === 'message' && entry.replaces === undefined)
}

function contentAt(entries: readonly Entry[], head: Seq): Seq {
  let at = Math.min(head, entries.length)
  while (at > 0 && entries[at - 1]?.kind !== 'message' && entries[at - 1]?.kind !== 'edits') at--
  return entries[at - 1]?.seq ?? 0
}

function prefixTokens(view: View, items: number, head: Seq): Tokens {
  let tokens = view.system?.size.tokens ?? 0
  for (let at = 0; at < items && (view.items[at]?.seq ?? 0) <= head; at++) tokens += view.items[at]?.size.tokens ?? 0
  return tokens
}

/** Tools come first on the wire: they are unchanged wherever the beginning is. */
function sameTokens(prefix: Tokens, tools: Tokens, total: Tokens): Tokens {
  return prefix === 0 ? 0 : Math.min(prefix + tools, total)
}

function cachedOf(usage: Usage, total: Tokens): Tokens {
  const prompt = promptTokens(usage)
  return prompt === 0 ? 0 : Math.round((usage.cacheRead / prompt) * total)
}
