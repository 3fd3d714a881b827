import { DaypackError } from './errors.ts'
import type { Awaitable, Millis } from './json.ts'
import type { Summarize } from './summarize.ts'

/** The longest wait for foreign code, unless a shorter one is given. */
const MOST_MS: Millis = 300_000
/** More than any model writes in one answer. */
const MOST_CHARS = 1_000_000

type Limit = { readonly signal?: AbortSignal | undefined; readonly ms?: Millis }

/** Waits for foreign code until it is done, the signal aborts or the time is up, whether or not it honours the signal. */
export async function waitFor<T>(work: Awaitable<T>, { signal, ms = MOST_MS }: Limit = {}): Promise<T> {
  const limits: (() => void)[] = []
  const late = new Promise<never>((_, reject) => {
    const timer = setTimeout(
      () => reject(new DaypackError('unreachable', `No answer came within ${ms} ms; it was given up.`)),
      ms,
    )
    limits.push(() => clearTimeout(timer))
    if (!signal) return
    const stop = (): void => reject(signal.reason as Error)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    limits.push(() => signal.removeEventListener('abort', stop))
  })
  try {
    return await Promise.race([work, late])
  } finally {
    for (const lift of limits) lift()
    late.catch(() => {})
    // Work given up on may still reject later; without a handler that would be an unhandled rejection.
    if (work instanceof Promise) work.catch(() => {})
  }
}

/** One call to the caller's model: no longer than its signal allows; anything but text counts as an empty answer. */
export async function askModel(summarize: Summarize, ask: Parameters<Summarize>[0]): Promise<string> {
  const answer: unknown = await waitFor(summarize(ask), { signal: ask.signal })
  return typeof answer === 'string' ? answer.slice(0, MOST_CHARS) : ''
}

/** The text of an HTTP response, cut off after a number of bytes: a response may never end. */
export async function readText(response: Response, mostBytes = 128 * 1024 * 1024): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > mostBytes)
      throw new DaypackError('unreachable', `The answer has more than ${mostBytes} bytes; it was given up.`)
    text += decoder.decode(piece, { stream: true })
  }
  return text + decoder.decode()
}
