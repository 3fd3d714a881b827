import type { Focus } from '../../files/regions.ts'
import { openTasks, type Evidence } from '../read/evidence.ts'
import type { Event } from '../read/events.ts'
import { identifiers } from '../text/identifiers.ts'

/** The newest events that say what comes next. */
const NEWEST = 14
/** How likely a name in them comes up next. Of names last mentioned `FADES` messages ago about half as many do, and ever fewer. */
const NEXT = 0.9
const FADES = 20
const FADE = 0.9
/** Lines around a place that belong to it. */
const NEAR = 4
const FAILED = 0.8
const FOUND = 0.2
const PLACE = /((?:[\w@.-]+\/)*[\w@-]+\.\w{1,8})(?::|\(|", line )(\d{1,6})/g

/**
 * What the talk is about to need: names in open tasks, the last wish and the newest words; lines that fail; places the last
 * searches found.
 */
export function focusOf(evidence: Evidence): Focus {
  const { spoken } = evidence
  const { events } = evidence.timeline
  const newest = events.slice(-NEWEST)
  const wish = events.findLast((event) => event.kind === 'user')
  const texts = [
    wish?.text ?? '',
    ...openTasks(evidence).map((task) => task.text),
    ...newest.filter(isSpoken).map((event) => event.text),
  ]
  const next = new Set(texts.flatMap(identifiers).map(lastWord))
  const places = placesIn(newest)
  return {
    name: (name) => {
      if (next.has(name)) return NEXT
      const last = spoken.get(name)
      return last === undefined ? 0 : NEXT * (1 + (evidence.count - last) / FADES) ** -FADE
    },
    spokenAt: (name) => spoken.get(name) ?? -1,
    place: (path, from, to) =>
      (places.get(fileName(path)) ?? []).reduce(
        (top, one) =>
          one.line >= from - NEAR && one.line <= to + NEAR && endsAlike(path, one.path)
            ? Math.max(top, one.weight)
            : top,
        0,
      ),
  }
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

type Place = { readonly path: string; readonly line: number; readonly weight: number }

/** Lines named by what failed and is not settled, and by searches; by the name of the file. */
function placesIn(events: readonly Event[]): Map<string, Place[]> {
  const found = new Map<string, Place[]>()
  for (const event of events) {
    const isFailure = event.state === 'failed' && event.settled === undefined
    if (!isFailure && event.kind !== 'search' && event.kind !== 'command') continue
    const weight = isFailure ? FAILED : FOUND
    for (const [, path = '', line] of (event.full ?? event.text).matchAll(PLACE)) {
      const file = fileName(path)
      found.set(file, [...(found.get(file) ?? []), { path, line: Number(line), weight }])
    }
  }
  return found
}

function endsAlike(path: string, told: string): boolean {
  return path === told || path.endsWith(`/${told}`) || told.endsWith(`/${path}`)
}

function isSpoken({ kind }: Event): boolean {
  return kind === 'agent' || kind === 'thought' || kind === 'user' || kind === 'plan'
}

function lastWord(name: string): string {
  return name.replace(/.*[^\w$]/, '')
}
