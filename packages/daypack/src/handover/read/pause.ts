/** Lets whatever else waits run: an epoch never holds the event loop for long. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
