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
/** What the talk is about to need: names in open tasks, the last wish and the newest words. */
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
  return {
    name: (name) => {
      if (next.has(name)) return NEXT
      const last = spoken.get(name)
      return last === undefined ? 0 : NEXT * (1 + (evidence.count - last) / FADES) ** -FADE
    },
    spokenAt: (name) => spoken.get(name) ?? -1,
  }
}

function isSpoken({ kind }: Event): boolean {
  return kind === 'agent' || kind === 'thought' || kind === 'user' || kind === 'plan'
}

function lastWord(name: string): string {
  return /[\w$]+$/.exec(name)?.[0] ?? name
}
