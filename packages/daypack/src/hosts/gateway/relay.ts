export type RelayOptions = {
  /** Sees every piece before it goes on; must not throw. */
  onBytes(bytes: Uint8Array): void
  /** The answer is whole. */
  onEnd(): void
  /** Sent when nothing came for this long, between two events only. */
  readonly ping?: { readonly text: string; readonly everyMs: number }
}

/** The same bytes at the same time, watched on their way. A client that leaves cancels the source. */
export function relayed(source: ReadableStream<Uint8Array>, options: RelayOptions): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  const { ping } = options
  let timer: NodeJS.Timeout | undefined
  let isBetween = true
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (!ping) return
        const bytes = new TextEncoder().encode(ping.text)
        timer = setInterval(() => isBetween && controller.enqueue(bytes), ping.everyMs)
      },
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) {
            clearInterval(timer)
            options.onEnd()
            controller.close()
            return
          }
          timer?.refresh()
          isBetween = endsEvent(value, isBetween)
          options.onBytes(value)
          controller.enqueue(value)
        } catch (error) {
          clearInterval(timer)
          controller.error(error)
        }
      },
      async cancel(reason) {
        clearInterval(timer)
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

const LF = 10
const CR = 13

/** Does the stream stand between two events after these bytes? */
function endsEvent(bytes: Uint8Array, before: boolean): boolean {
  if (bytes.length === 0) return before
  const end = [...bytes.subarray(-4)].filter((byte) => byte !== CR)
  return end.at(-1) === LF && end.at(-2) === LF
}
