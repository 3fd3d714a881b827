/** How much text is processed before yielding, a few milliseconds; each item counts as `ITEM_BYTES` more. */
const SLICE_BYTES = 60_000
const ITEM_BYTES = 1_000

/** Await the result after each item of long work: it yields to the event loop now and then. First started, first finished. */
export function slicer(): (bytes: number) => Promise<void> {
  const order = ++started
  let done = 0
  return async (bytes) => {
    done += ITEM_BYTES + bytes
    if (done < SLICE_BYTES) return
    done = 0
    await pause(order)
  }
}

type Waiting = { readonly order: number; readonly resume: () => void }
const waiting: Waiting[] = []
let started = 0

/** Lets other tasks run; then one continues at a time, the lowest `order` first. */
export function pause(order = 0): Promise<void> {
  return new Promise((resume) => {
    if (waiting.push({ order, resume }) === 1) setImmediate(resumeFirst)
  })
}

function resumeFirst(): void {
  const first = waiting.reduce((best, one) => (one.order < best.order ? one : best), waiting[0] as Waiting)
  waiting.splice(waiting.indexOf(first), 1)
  first.resume()
  if (waiting.length > 0) setImmediate(resumeFirst)
}
