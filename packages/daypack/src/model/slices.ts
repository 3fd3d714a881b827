/** So much text is worked through before others may run: a few milliseconds, an item counting as some text. */
const SLICE_BYTES = 60_000
const ITEM_BYTES = 1_000

/** For long work, awaited after each item: nothing holds the event loop for long. */
export function slicer(): (bytes: number) => Promise<void> {
  let done = 0
  return async (bytes) => {
    done += ITEM_BYTES + bytes
    if (done < SLICE_BYTES) return
    done = 0
    await pause()
  }
}

/** Lets whatever else waits run. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
