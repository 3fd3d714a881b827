import { readBody, type Body } from '../../../wire/body.ts'
import { sameStart } from '../../../wire/field.ts'

/** Conversations whose newest body is kept: agents resend everything, and only what is new is read. */
const MOST = 256
const MOST_ALIKE = 8
const MOST_BYTES = 128 * 1024 * 1024

export function bodyCache(): (of: string, bytes: Uint8Array) => Body | undefined {
  const newest = new Map<string, readonly Body[]>()
  let held = 0
  return (of, bytes) => {
    const known = newest.get(of) ?? []
    const before = closest(bytes, known)
    const body = readBody(bytes, before ?? known[0])
    drop(of)
    // One that shares little is another agent's: it goes on from its own.
    if (body) keep(of, [body, ...known.filter((one) => one !== before)].slice(0, MOST_ALIKE))
    for (const old of newest.keys())
      if (old !== of && (newest.size > MOST || held > MOST_BYTES)) drop(old)
      else break
    return body
  }

  function keep(of: string, bodies: readonly Body[]): void {
    newest.set(of, bodies)
    held += sizeOf(bodies)
  }

  function drop(of: string): void {
    held -= sizeOf(newest.get(of) ?? [])
    newest.delete(of)
  }
}

function sizeOf(bodies: readonly Body[]): number {
  return bodies.reduce((sum, body) => sum + body.length, 0)
}

function closest(bytes: Uint8Array, known: readonly Body[]): Body | undefined {
  let best: Body | undefined
  let most = 0
  for (const body of known) {
    const same = sameStart(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), body.source)
    if (same > most && same >= body.length / 2) [best, most] = [body, same]
  }
  return best
}
