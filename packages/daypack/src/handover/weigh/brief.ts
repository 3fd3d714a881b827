import { clip, clipSpeech, clipUnits, flat, isPolite, unitsOf, type Unit } from '../text/clip.ts'
import type { Event } from '../read/events.ts'

type Brief = { readonly text: string; readonly units: readonly Unit[]; readonly isPolite: boolean }

/** What chapters cut their words from: long enough for nearly all of them. */
const CHARS = 280

/**
 * Known by the identity of the event, which is never changed: a session of thousands of turns tells its old ones from what
 * was cut and weighed once, so that an epoch's work grows with what is new.
 */
const known = new WeakMap<Event, Brief>()

export function briefOf(event: Event): Brief {
  let brief = known.get(event)
  if (!brief) {
    const text = clipSpeech(event.text, CHARS, asOf(event))
    known.set(event, (brief = { text, units: unitsOf(text, asOf(event)), isPolite: isPolite(event.text) }))
  }
  return brief
}

/** Somebody's words in at most `max` characters, cut from the short form where that is enough. */
export function briefly(event: Event, max: number): string {
  if (max >= CHARS) return clipSpeech(event.text, max, asOf(event))
  const { text, units } = briefOf(event)
  if (text.length <= max) return text
  return max < 16 ? clip(flat(text), max) : clipUnits(units, max, asOf(event))
}

/** Of the user what they wanted, of the agent what came out. */
function asOf(event: Event): 'wish' | 'outcome' {
  return event.kind === 'user' ? 'wish' : 'outcome'
}
