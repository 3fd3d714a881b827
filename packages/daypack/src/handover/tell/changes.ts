import { DEFINES } from '../../files/defines.ts'
import type { Event } from '../read/events.ts'
import { clip } from '../text/clip.ts'

const BREAK = ' ⏎ '
const BREAKS = / ⏎ |\n/

/** Shorter lines stand in many places; of fewer lines than this all are told. */
const TELLING = 12
const FEW = 4
const MOSTLY = 0.8
const SIGNATURE = 110

/** A change of many lines that stand among the files: what it defines is enough. `shown`: the lines of the files, trimmed. */
export function briefly(event: Event, shown: ReadonlySet<string>): Event {
  if (event.kind !== 'change' || event.state === 'failed' || event.state === 'rejected') return event
  const own = linesIn(event.text).filter((line) => line.length >= TELLING && !/^− |…$/.test(line))
  if (own.length < FEW || own.filter((line) => shown.has(line)).length < own.length * MOSTLY) return event
  const defined = own.filter((line) => DEFINES.test(line))
  const told = (defined.length > 0 ? defined : own.slice(0, 1)).map((line) => clip(line, SIGNATURE))
  return { ...event, text: `＋ ${told.join(BREAK)} … (as it stands below)` }
}

/** Without the sign before those that came. */
function linesIn(text: string): string[] {
  return text.split(BREAKS).map((line) => line.replace(/^＋ /, '').trim())
}
