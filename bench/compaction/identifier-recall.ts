// Of the identifiers in the tool arguments the agent really wrote in the 60 messages after a compaction, and which had
// occurred before it: how many stand in a text?
import type { Message } from '../../packages/daypack/src/model/message.ts'
import { identifiers } from '../../packages/daypack/src/handover/text/identifiers.ts'
import { texts } from '../../packages/daypack/src/handover/read/texts.ts'
import type { Session } from './sessions.ts'

const AHEAD = 60

export type Find = (text: string) => Iterable<string>
export type Point = { session: Session; at: number; summary: string; history: Message[]; needed: Set<string> }

/** A second, plainer definition, so that nobody is measured only by the pattern that built the ledger. */
export function plainIdentifiers(text: string): Set<string> {
  const found = new Set<string>()
  for (const pattern of PATTERNS)
    for (const [name] of text.matchAll(pattern)) if (name.length >= 4 && name.length <= 200) found.add(name)
  return found
}

const PATTERNS = [
  /(?:~|\.{1,2})?(?:\/[\w.@+-]+){2,}/g,
  /\b[\w-]+\.(?:go|ts|tsx|js|mjs|json|jsonl|md|py|rs|sh|ya?ml|toml|txt|sql|html|css|java|c|h|cpp|rb)\b/g,
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g,
  /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b/g,
  /\b[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+\b/g,
  /\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g,
  /\b[a-z]+(?:[A-Z][a-z0-9]*)+\b/g,
  /\b(?:[A-Z][a-z0-9]+){2,}\b/g,
]

export function points(sessions: readonly Session[], find: Find = identifiers): Point[] {
  return sessions.flatMap((session) =>
    session.points.map(({ at, summary }) => {
      const history = session.messages.slice(0, at)
      const seen = new Set(history.flatMap((message) => texts(message)).flatMap((said) => [...find(said.text)]))
      const calls = session.messages
        .slice(at, at + AHEAD)
        .flatMap((message) => texts(message))
        .filter((said) => said.source === 'call')
      const needed = new Set(calls.flatMap((said) => [...find(said.text)]).filter((name) => seen.has(name)))
      return { session, at, summary, history, needed }
    }),
  )
}

/** Share over all points together, and the mean of the points' shares, in per cent. */
export function recall(all: readonly Point[], write: (point: Point) => string): { together: number; mean: number } {
  let [held, needed, shares, counted] = [0, 0, 0, 0]
  for (const point of all) {
    if (point.needed.size === 0) continue
    const text = write(point)
    const stands = [...point.needed].filter((name) => text.includes(name)).length
    held += stands
    needed += point.needed.size
    shares += stands / point.needed.size
    counted++
  }
  return { together: (100 * held) / needed, mean: (100 * shares) / counted }
}
