import type { Ref } from '../model/message.ts'
import type { BlobInfo, BlobStore } from '../model/driver.ts'
import { type Awaitable, type Millis, sumOf } from '../model/json.ts'

export type RetentionPolicy = {
  /** A blob may go this long after its own time and its last reference, whichever is later. */
  readonly maxAgeMs?: Millis
  /** Between the mark and the deletion; never less than a day. */
  readonly graceMs?: Millis
  /** How long the trash keeps what was deleted. */
  readonly trashMs?: Millis
  /** Above this the oldest unreferenced blobs are marked before their time. Default: no cap. */
  readonly maxBytes?: number
}

export type References = {
  /** Blobs that a live view, a summary or a note points at: they stay, however old. */
  readonly live: ReadonlySet<Ref>
  /** When something last pointed at a blob that nothing points at now. */
  readonly lastSeen?: ReadonlyMap<Ref, Millis>
}

export type RetentionPlan = {
  readonly mark: readonly Ref[]
  readonly unmark: readonly Ref[]
  readonly drop: readonly { readonly ref: Ref; readonly why: string }[]
}

/** Asking reads every log, so it is not done for each single deletion. */
const ASK_AGAIN_EVERY = 32
const HOUR = 3_600_000
const DAY = 24 * HOUR
const DEFAULTS = { maxAgeMs: 5 * DAY, graceMs: DAY, trashMs: 7 * DAY, maxBytes: Infinity }

export function planRetention(
  blobs: readonly BlobInfo[],
  marks: ReadonlyMap<Ref, Millis>,
  references: References,
  policy: RetentionPolicy,
  now: Millis,
): RetentionPlan {
  const { graceMs, maxAgeMs } = withDefaults(policy)
  const expired = expiredBlobs(blobs, references, policy, now)
  const due = (ref: Ref) => now - (marks.get(ref) ?? now) >= graceMs
  return {
    mark: [...expired.keys()].filter((ref) => !marks.has(ref)),
    unmark: [...marks.keys()].filter((ref) => !expired.has(ref)),
    drop: [...expired].flatMap(([ref, why]) =>
      marks.has(ref) && due(ref) ? [{ ref, why: whyText(why, maxAgeMs) }] : [],
    ),
  }
}

export type Retention = {
  /** Mark, delete what was marked long enough, empty the trash. One sweep at a time; a second call joins the first. */
  sweep(): Promise<RetentionPlan>
  /** Sweep now and then every hour, until `stop`. Errors go to `onError`. */
  start(): void
  /** Tell that bytes were stored: crossing the cap sweeps at once. */
  stored(bytes: number): void
  /** Resolves when nothing runs any more. */
  stop(): Promise<void>
}

export type RetentionOptions = {
  readonly blobs: BlobStore
  readonly policy?: RetentionPolicy
  /** Given the time of the oldest blob: a session untouched since before that refers to none. */
  readonly references: (oldest: Millis) => Awaitable<References>
  readonly now: () => Millis
  readonly every: (ms: Millis, run: () => void) => () => void
  readonly onError?: (error: unknown) => void
  /** Runs with every sweep: compresses what is not in use. */
  readonly tidy?: () => Promise<unknown>
}

export function createRetention(options: RetentionOptions): Retention {
  const { blobs, policy = {}, references, now, every, onError = () => undefined, tidy } = options
  const { maxAgeMs, maxBytes, trashMs } = withDefaults(policy)
  let running: Promise<RetentionPlan> | undefined
  let cancel: (() => void) | undefined
  let stopped = false
  /** Bytes held, as far as known: counted at each sweep, added to in between. */
  let held = 0

  const sweepOnce = async (): Promise<RetentionPlan> => {
    const found: BlobInfo[] = []
    for await (const info of blobs.list()) found.push(info)
    held = sumOf(found, ({ bytes }) => bytes)
    const marks = await blobs.marked()
    const young = found.every(({ at }) => now() - at < maxAgeMs)
    if (young && held <= maxBytes && marks.size === 0) {
      // Nothing can be due, whoever points at it: asking would read every log and note for nothing.
      await blobs.purge(now() - trashMs)
      return { mark: [], unmark: [], drop: [] }
    }
    const oldest = found.reduce((least, { at }) => Math.min(least, at), Infinity)
    const first = await references(oldest)
    const plan = planRetention(found, marks, first, policy, now())
    for (const ref of plan.unmark) await blobs.unmark(ref)
    for (const ref of plan.mark) await blobs.mark(ref, now())
    const dropped: { ref: Ref; why: string }[] = []
    let again = first
    for (const [index, each] of plan.drop.entries()) {
      // Ask again: something may have referred to it in the meantime.
      if (index % ASK_AGAIN_EVERY === 0) again = await references(oldest)
      if (again.live.has(each.ref) || lastSeen(again, each.ref) > lastSeen(first, each.ref)) continue
      if (await blobs.drop(each.ref, each.why, now())) dropped.push(each)
    }
    await blobs.purge(now() - trashMs)
    return { ...plan, drop: dropped }
  }

  const sweepAndTidy = async (): Promise<RetentionPlan> => {
    try {
      return await sweepOnce()
    } finally {
      await tidy?.()
    }
  }

  const sweep = () => {
    running ??= sweepAndTidy().finally(() => {
      running = undefined
    })
    return running
  }
  const sweepQuietly = () => {
    if (!stopped) sweep().catch(onError)
  }

  return {
    sweep,
    start() {
      if (stopped || cancel !== undefined) return
      cancel = every(HOUR, sweepQuietly)
      sweepQuietly()
    },
    stored(bytes) {
      const before = held
      held += bytes
      if (before <= maxBytes && held > maxBytes) sweepQuietly()
    },
    async stop() {
      stopped = true
      cancel?.()
      await running?.catch(() => undefined)
    },
  }
}

type Why = { readonly age: Millis } | { readonly over: number }

function expiredBlobs(
  blobs: readonly BlobInfo[],
  references: References,
  policy: RetentionPolicy,
  now: Millis,
): Map<Ref, Why> {
  const { maxAgeMs, maxBytes } = withDefaults(policy)
  const needed = ({ ref, at }: BlobInfo) => Math.max(at, lastSeen(references, ref))
  const free = blobs.filter(({ ref }) => !references.live.has(ref)).toSorted((a, b) => needed(a) - needed(b))
  let total = sumOf(blobs, ({ bytes }) => bytes)
  const expired = new Map<Ref, Why>()
  for (const blob of free) {
    const age = now - needed(blob)
    if (age >= maxAgeMs) expired.set(blob.ref, { age })
    else if (total > maxBytes) expired.set(blob.ref, { over: total - maxBytes })
    else break
    total -= blob.bytes
  }
  return expired
}

function lastSeen(references: References, ref: Ref): Millis {
  return references.lastSeen?.get(ref) ?? -Infinity
}

function whyText(why: Why, maxAgeMs: Millis): string {
  return 'over' in why
    ? `the blobs were ${why.over} bytes over their cap, and nothing pointed at this one`
    : `not needed for ${Math.floor(why.age / HOUR)} hours (kept for ${Math.floor(maxAgeMs / HOUR)})`
}

function withDefaults(policy: RetentionPolicy): Required<RetentionPolicy> {
  const given = { ...DEFAULTS, ...policy }
  return { ...given, graceMs: Math.max(given.graceMs, DAY) }
}
