import type { Millis, Tokens } from '../model/json.ts'
import type { Billed } from '../model/usage.ts'
import { fingerprint, firstChange, type Fingerprint } from './fingerprint.ts'

export type Rupture = {
  readonly cause: 'model' | 'tools' | 'system' | 'message' | 'expired' | 'too-far-back' | 'unexplained'
  /** For `message`: which one, counted from 0. */
  readonly index?: number
  readonly expected: Tokens
  readonly read: Tokens
  readonly why: string
}

export type WatchOptions = {
  readonly ttlMs?: Millis
  readonly tolerance?: number
  /** Blocks before a breakpoint that the provider looks at; 0 when it has no such limit. */
  readonly lookBack?: number
}

type Sent = { readonly print: () => Fingerprint; readonly at: Millis; readonly cached: Tokens }

/**
 * Remembers the last request and says after each bill whether the cache broke without an epoch of ours.
 *
 * @example
 * import { watchCache } from 'daypack'
 *
 * const watch = watchCache()
 * for (const [at, system] of ['It is 10:00.', 'It is 10:01.'].entries()) {
 *   watch.sends({ system, messages: [{ role: 'user', content: 'Hello.' }] }, at * 60_000)
 *   const broken = watch.billed({ input: 5, cacheRead: 0, cacheWrite: 9_000, output: 50 })
 *   if (at === 1 && !broken) throw new Error('a clock in the system prompt breaks the cache')
 * }
 */
export function watchCache(options: WatchOptions = {}) {
  const { ttlMs = 5 * 60_000, tolerance = 0.05, lookBack = 20 } = options
  let before: Sent | undefined
  let sent: { print: () => Fingerprint; at: Millis } | undefined
  return {
    sends(request: unknown, at: Millis): void {
      // Callers push to the list they sent; hashes are made only when the cache broke.
      const body = withOwnList(request)
      sent = { print: () => fingerprint(body), at }
    },
    /** Its bill came in. `isEpoch`: we changed sent bytes ourselves, so a break is no surprise. */
    billed(billed: Billed, isEpoch = false): Rupture | undefined {
      const now = sent
      if (!now) return undefined
      const last = before
      before = { ...now, cached: billed.cacheRead + billed.cacheWrite }
      if (!last || isEpoch || last.cached === 0 || billed.cacheRead >= last.cached * (1 - tolerance)) return undefined
      return explain(last, now, { expected: last.cached, read: billed.cacheRead }, ttlMs, lookBack)
    },
  }
}

function explain(
  before: Sent,
  sent: { print: () => Fingerprint; at: Millis },
  figures: Pick<Rupture, 'expected' | 'read'>,
  ttlMs: Millis,
  lookBack: number,
): Rupture {
  const last = { ...before, print: before.print() }
  const now = { ...sent, print: sent.print() }
  const lost = `${figures.expected - figures.read} of ${figures.expected} cached tokens were paid again`
  if (last.print.model !== now.print.model) {
    return {
      ...figures,
      cause: 'model',
      why: `${lost}: the model changed from ${last.print.model ?? '?'} to ${now.print.model ?? '?'}, and caches are per model`,
    }
  }
  const { changed } = firstChange(last.print, now.print)
  if (changed?.what === 'message') {
    return {
      ...figures,
      cause: 'message',
      index: changed.index,
      why: `${lost}: message ${changed.index} is not what was sent before; append instead of changing it`,
    }
  }
  if (changed) {
    const advice =
      changed.what === 'tools'
        ? 'keep their order and number'
        : 'move what changes (dates, status) behind the conversation'
    return {
      ...figures,
      cause: changed.what,
      why: `${lost}: ${changed.what === 'tools' ? 'the tools' : 'the system prompt'} changed; ${advice}`,
    }
  }
  const idle = now.at - last.at
  if (idle > ttlMs)
    return {
      ...figures,
      cause: 'expired',
      why: `${lost}: ${Math.round(idle / 60_000)} minutes without a request, and the cache lives ${Math.round(ttlMs / 60_000)}`,
    }
  if (lookBack > 0 && now.print.parts.length - last.print.parts.length > lookBack / 2) {
    return {
      ...figures,
      cause: 'too-far-back',
      why: `${lost}: so much was added at once that no breakpoint found the old entry; place one in between`,
    }
  }
  return {
    ...figures,
    cause: 'unexplained',
    why: `${lost} although nothing sent changed: the provider dropped its entry`,
  }
}

function withOwnList(request: unknown): unknown {
  if (typeof request !== 'object' || request === null) return request
  const lists = Object.entries(request).filter(([, value]) => Array.isArray(value)) as [string, unknown[]][]
  return { ...request, ...Object.fromEntries(lists.map(([name, list]) => [name, [...list]])) }
}
