import { isObject, type Millis, type Tokens } from '../model/json.ts'
import type { Billed } from '../model/entry.ts'
import { createHash } from 'node:crypto'

export type Rupture = {
  readonly cause: 'model' | 'tools' | 'system' | 'message' | 'expired' | 'too-far-back' | 'unexplained'
  /** For `message`: which one, counted from 0. */
  readonly index?: number
  readonly expected: Tokens
  readonly read: Tokens
  readonly why: string
}

export type WatchOptions = { readonly ttlMs?: Millis }

/** The share of what was cached that may be missing from a bill. */
const TOLERANCE = 0.05
/** Blocks before a breakpoint that providers look at. */
const LOOK_BACK = 20

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
export function watchCache({ ttlMs = 5 * 60_000 }: WatchOptions = {}) {
  let before: Sent | undefined
  let sent: Omit<Sent, 'cached'> | undefined
  return {
    sends(request: unknown, at: Millis): void {
      // Copied because callers push to the list they sent; hashed only if the cache broke.
      const body = withOwnList(request)
      sent = { print: () => fingerprint(body), at }
    },
    /** Its bill came in. `isEpoch`: we changed sent bytes ourselves, so a break is no surprise. */
    billed(billed: Billed, isEpoch = false): Rupture | undefined {
      const now = sent
      if (!now) return undefined
      const last = before
      before = { ...now, cached: billed.cacheRead + billed.cacheWrite }
      if (!last || isEpoch || last.cached === 0 || billed.cacheRead >= last.cached * (1 - TOLERANCE)) return undefined
      return explain(last, now, { expected: last.cached, read: billed.cacheRead }, ttlMs)
    },
  }
}

function explain(
  before: Sent,
  sent: Omit<Sent, 'cached'>,
  figures: Pick<Rupture, 'expected' | 'read'>,
  ttlMs: Millis,
): Rupture {
  const [cause, why, index] = causeOf(before, sent, ttlMs)
  const paid = `${figures.expected - figures.read} of ${figures.expected} cached tokens were paid again`
  return { ...figures, cause, ...(index !== undefined && { index }), why: paid + why }
}

type Cause = readonly [cause: Rupture['cause'], why: string, index?: number]

function causeOf(before: Sent, sent: Omit<Sent, 'cached'>, ttlMs: Millis): Cause {
  const [last, now] = [before.print(), sent.print()]
  const changed = firstChange(last, now)
  const minutes = (ms: Millis) => Math.round(ms / 60_000)
  const idle = sent.at - before.at
  const models = `from ${last.model ?? '?'} to ${now.model ?? '?'}`
  if (last.model !== now.model) return ['model', `: the model changed ${models}, and caches are per model`]
  if (changed?.what === 'message') {
    const { index } = changed
    return ['message', `: message ${index} is not what was sent before; append instead of changing it`, index]
  }
  if (changed) return [changed.what, CHANGED[changed.what]]
  const lived = `: ${minutes(idle)} minutes without a request, and the cache lives ${minutes(ttlMs)} minutes`
  if (idle > ttlMs) return ['expired', lived]
  return now.parts.length - last.parts.length > LOOK_BACK / 2
    ? ['too-far-back', TOO_FAR_BACK]
    : ['unexplained', ' although nothing sent changed: the provider dropped its entry']
}

const CHANGED = {
  tools: ': the tools changed; keep their order and number',
  system: ': the system prompt changed; move what changes (dates, status) behind the conversation',
}
const TOO_FAR_BACK = ': so much was added at once that no breakpoint found the old entry; place one in between'

function withOwnList(request: unknown): unknown {
  if (typeof request !== 'object' || request === null) return request
  const lists = Object.entries(request).filter(([, value]) => Array.isArray(value)) as [string, unknown[]][]
  return { ...request, ...Object.fromEntries(lists.map(([name, list]) => [name, [...list]])) }
}

type Part = {
  readonly what: 'tools' | 'system' | 'message'
  readonly index: number
  readonly hash: string
}
type Fingerprint = { readonly model?: string; readonly parts: readonly Part[] }

/** Works on the body of any of the wires; cache markers do not count, they may move. */
function fingerprint(request: unknown): Fingerprint {
  const body = isObject(request) ? request : {}
  const parts: Part[] = []
  const system = body['system'] ?? body['instructions'] ?? body['systemInstruction'] ?? body['system_instruction']
  if (body['tools'] !== undefined) parts.push(part('tools', 0, body['tools']))
  if (system !== undefined) parts.push(part('system', 0, system))
  const list = body['messages'] ?? body['input'] ?? body['contents']
  for (const [index, message] of (Array.isArray(list) ? list : list === undefined ? [] : [list]).entries())
    parts.push(part('message', index, message))
  const model = body['model']
  return typeof model === 'string' ? { model, parts } : { parts }
}

/** The first part that is no longer what it was. */
function firstChange(before: Fingerprint, after: Fingerprint): Part | undefined {
  return before.parts.find(({ what, hash }, at) => after.parts[at]?.what !== what || after.parts[at]?.hash !== hash)
}

function part(what: Part['what'], index: number, value: unknown): Part {
  const text = JSON.stringify(value, (key: string, inner: unknown) => (MARKERS.has(key) ? undefined : inner)) ?? ''
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  return { what, index, hash }
}

const MARKERS = new Set(['cache_control', 'prompt_cache_breakpoint'])
