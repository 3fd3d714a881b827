import { readBody, sameStart, type Body } from 'daypack/internal'

/** Names under which bodies are looked for; agents that share one go on each from their own body. */
const MOST = 1_024
const MOST_ALIKE = 8

/**
 * Agents send everything again: only what is new is read. Bodies are found here for as long as somebody holds them, as an
 * agent that is awake holds its newest one.
 */
export function bodyCache(): (of: string, bytes: Uint8Array) => Body | undefined {
  const newest = new Map<string, readonly WeakRef<Body>[]>()
  return (of, bytes) => {
    const known = (newest.get(of) ?? []).flatMap((ref) => ref.deref() ?? [])
    const before = closest(bytes, known)
    const body = readBody(bytes, before ?? known[0])
    newest.delete(of)
    // One that shares little is another agent's: it goes on from its own.
    if (body) {
      const alike = [body, ...known.filter((one) => one !== before)].slice(0, MOST_ALIKE)
      newest.set(
        of,
        alike.map((one) => new WeakRef(one)),
      )
    }
    if (newest.size > MOST) newest.delete(newest.keys().next().value ?? '')
    return body
  }
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
