import type { Seq } from '../model/edit.ts'
import type { Entry, Billed } from '../model/entry.ts'
import type { Millis, Tokens } from '../model/json.ts'
import { promptTokens } from '../plan/budget.ts'
import { modelOf, type Models } from '../tokens/models.ts'
import { amountOf, type Amount } from '../tokens/price.ts'

export type CostOptions = {
  readonly models?: Models
  /** How long the provider keeps an unused prompt. Default: as long as the model's maker does, else five minutes. */
  readonly ttlMs?: Millis
  /** With it, requests an unmanaged session could not have sent are counted. */
  readonly window?: Tokens
}

type Sums = {
  readonly requests: number
  readonly billed: Billed
  readonly cost: Amount
  /** What the same requests would have cost with the whole history in them. An estimate: see `asUnmanaged` below. */
  readonly unmanaged: Amount
}
type Stretch = Sums & { readonly epoch: number; readonly from: Seq }

export type CostReport = Sums & {
  readonly epochs: readonly Stretch[]
  /** Share of prompt tokens that came from the cache. */
  readonly cached: number
  /** Unmanaged requests that would not have fitted the window. */
  readonly overWindow: number
  /** Conversations under the same id before the caller started a new list; not included in the other figures. */
  readonly earlier?: { readonly requests: number; readonly cost: Amount }
}

export const CACHE_SECONDS = 300
const FREE: Amount = { tokens: 0, dollars: 0 }
const NOTHING: Sums = {
  requests: 0,
  billed: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 },
  cost: FREE,
  unmanaged: FREE,
}

/**
 * What a session cost, and what it would have cost unmanaged, per epoch. Unmanaged means: the same requests with all that
 * edits saved back in, scaled to billed tokens by the request's own ratio, the last prompt read from the cache while it lives,
 * where the provider caches at all.
 *
 * @example
 * import { cost } from 'daypack'
 * import { answer, openDesk, request } from 'daypack-testing'
 *
 * const desk = openDesk()
 * await desk.say(request('Hello.'))
 * desk.bill({ input: 20, cacheRead: 0, cacheWrite: 0, output: 5 })
 * await desk.say(answer('Hello to you.'))
 * if (cost(desk.entries).requests !== 1) throw new Error('one request was billed')
 */
export function cost(entries: readonly Entry[], options: CostOptions = {}): CostReport {
  const start = conversationStart(entries)
  const current = costOf(entries.slice(start), options)
  const before = start === 0 ? undefined : cost(entries.slice(0, start - 1), options)
  const requests = (before?.requests ?? 0) + (before?.earlier?.requests ?? 0)
  if (before === undefined || requests === 0) return current
  return {
    ...current,
    earlier: { requests, cost: before.earlier ? add(before.cost, before.earlier.cost) : before.cost },
  }
}

/** Index of the first entry after the newest rewind to nothing: there the caller began with another list. */
export function conversationStart(entries: readonly Entry[]): number {
  return entries.findLastIndex(isRestart) + 1
}

export function isRestart(entry: Entry): boolean {
  if (entry.kind !== 'mark' || entry.name !== 'rewind') return false
  return (entry.data as { after?: Seq } | undefined)?.after === 0
}

function costOf(entries: readonly Entry[], options: CostOptions): CostReport {
  const { models, window = Infinity } = options
  const stretches: Stretch[] = [{ ...NOTHING, epoch: 0, from: 1 }]
  let last: { prompt: Tokens; at: Millis; model: string | undefined } | undefined
  const saved = savings()
  let overWindow = 0
  let isCaching = false
  for (const entry of entries) {
    saved.take(entry)
    if (entry.kind === 'mark' && entry.name === 'epoch')
      stretches.push({ ...NOTHING, epoch: stretches.length, from: entry.seq })
    if (entry.kind !== 'usage') continue
    const { usage } = entry
    const model = usage.model
    const { price, cacheSeconds = CACHE_SECONDS } = modelOf(model, models) ?? {}
    const ttlMs = options.ttlMs ?? cacheSeconds * 1_000
    const actual = promptTokens(usage)
    const ratio = usage.counted.tokens > 0 ? actual / usage.counted.tokens : 1
    const prompt = Math.round(actual + saved.now() * ratio)
    isCaching ||= usage.cacheRead + usage.cacheWrite > 0
    const isWarm = isCaching && last !== undefined && entry.at - last.at <= ttlMs && last.model === model
    const read = isWarm ? Math.min(last?.prompt ?? 0, prompt) : 0
    if (prompt > window) overWindow++
    const whole: Billed = saved.isNothing() ? usage : asUnmanaged(usage, prompt, read)
    const at = stretches.length - 1
    const request = { requests: 1, billed: usage, cost: amountOf(usage, price), unmanaged: amountOf(whole, price) }
    stretches[at] = { ...(stretches[at] as Stretch), ...plus(stretches[at] as Stretch, request) }
    last = { prompt, at: entry.at, model }
  }
  const all = stretches.reduce(plus, NOTHING)
  const cached = all.billed.cacheRead / Math.max(1, promptTokens(all.billed))
  return { ...all, epochs: stretches, cached, overWindow }
}

export function savings(): {
  readonly take: (entry: Entry) => void
  readonly now: () => Tokens
  readonly isNothing: () => boolean
} {
  const each = new Map<Seq, Tokens>()
  let saved = 0
  return {
    take(entry) {
      if (entry.kind !== 'edits') return
      each.set(entry.seq, entry.saved)
      saved += entry.saved
      for (const edit of entry.edits) {
        if (edit.op !== 'revert') continue
        const tokens = each.get(edit.seq) ?? 0
        each.set(edit.seq, -tokens)
        saved -= tokens
      }
    },
    now: () => Math.max(0, saved),
    isNothing: () => each.size === 0,
  }
}

/** The same request with everything in it: what is not read from the cache is paid as the caller pays for it, written or not. */
function asUnmanaged(usage: Billed, prompt: Tokens, read: Tokens): Billed {
  const fresh = usage.input + usage.cacheWrite
  const input = fresh === 0 ? 0 : Math.round(((prompt - read) * usage.input) / fresh)
  return { input, cacheRead: read, cacheWrite: prompt - read - input, output: usage.output }
}

function plus(a: Sums, b: Sums): Sums {
  return {
    requests: a.requests + b.requests,
    billed: sum(a.billed, b.billed),
    cost: add(a.cost, b.cost),
    unmanaged: add(a.unmanaged, b.unmanaged),
  }
}

function sum(a: Billed, b: Billed): Billed {
  return {
    input: a.input + b.input,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    output: a.output + b.output,
  }
}

function add(a: Amount, b: Amount): Amount {
  const tokens = a.tokens + b.tokens
  return a.dollars === undefined || b.dollars === undefined ? { tokens } : { tokens, dollars: a.dollars + b.dollars }
}
