import { clipSpeech, isPolite } from './clip.ts'
import type { Event } from './events.ts'

type Brief = { readonly text: string; readonly isPolite: boolean }

/** What chapters cut their words from: long enough for nearly all of them. */
const CHARS = 280

/**
 * Known by the identity of the event, which is never changed: a session of thousands of turns tells its old ones from what
 * was cut once, so that an epoch's work grows with what is new.
 */
const known = new WeakMap<Event, Brief>()

export function briefOf(event: Event): Brief {
  let brief = known.get(event)
  if (!brief) {
    const text = clipSpeech(event.text, CHARS, event.kind === 'user' ? 'wish' : 'outcome')
    known.set(event, (brief = { text, isPolite: isPolite(event.text) }))
  }
  return brief
}

/** Somebody's words in at most `max` characters, cut from the short form where that is enough. */
export function briefly(event: Event, max: number, as: 'wish' | 'outcome'): string {
  return clipSpeech(max < CHARS ? briefOf(event).text : event.text, max, as)
}
