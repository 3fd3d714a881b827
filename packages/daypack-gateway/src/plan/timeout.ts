import type { Millis } from 'daypack'

/** The result, or undefined when it takes longer; what is under way goes on without us. */
export async function within<T>(ms: Millis, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
  }
}

/** Ten seconds, and more for a large request: only what hangs takes so long. */
export function timeoutFor(bytes: number): Millis {
  return 10_000 + bytes / 5_000
}
