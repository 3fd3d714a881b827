export type RelayOptions = {
  /** Sees every piece when it has been handed on, and before the next is asked for. */
  readonly onBytes: (bytes: Uint8Array) => void
  readonly onEnd: () => void
  /** What an observer threw: it sees no more, and the bytes go on. Must not throw. */
  readonly onProblem: (problem: unknown) => void
  /** Sent when nothing came for this long, between two events only. */
  readonly ping?: { readonly text: string; readonly everyMs: number }
}

export async function* relay(
  source: AsyncIterable<Uint8Array>,
  { onBytes, onEnd, onProblem, ping }: RelayOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces = source[Symbol.asyncIterator]()
  const silence = ping && waits(ping.everyMs)
  let isBetween = true
  let isOver = false
  let handed: Uint8Array | undefined
  let isBlind = false
  const look = (observe: () => void) => {
    try {
      if (!isBlind) observe()
    } catch (problem) {
      isBlind = true
      onProblem(problem)
    }
  }
  const lookAtPiece = () => {
    const piece = handed
    handed = undefined
    if (piece) look(() => onBytes(piece))
  }
  try {
    for (let next = pieces.next(); ;) {
      const piece = silence && isBetween ? await Promise.race([next, silence.next()]) : await next
      if (piece === 'silent') {
        yield new TextEncoder().encode(ping?.text)
        continue
      }
      if (piece.done) break
      isBetween = endsEvent(piece.value, isBetween)
      handed = piece.value
      yield piece.value
      lookAtPiece()
      next = pieces.next()
    }
    isOver = true
    look(onEnd)
  } finally {
    silence?.stop()
    lookAtPiece()
    if (!isOver) void pieces.return?.()?.catch(() => {})
  }
}

function waits(ms: number): { next(): Promise<'silent'>; stop(): void } {
  let resolve: (silent: 'silent') => void = () => {}
  const timer = setTimeout(() => resolve('silent'), ms)
  return {
    next() {
      timer.refresh()
      return new Promise((done) => (resolve = done))
    },
    stop: () => clearTimeout(timer),
  }
}

const LF = 10
const CR = 13

function endsEvent(bytes: Uint8Array, before: boolean): boolean {
  if (bytes.length === 0) return before
  const end = [...bytes.subarray(-4)].filter((byte) => byte !== CR)
  return end.at(-1) === LF && end.at(-2) === LF
}
