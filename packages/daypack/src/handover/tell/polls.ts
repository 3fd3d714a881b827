import { POLL } from '../read/call/programs.ts'
import type { Event } from '../read/events.ts'
import { factsIn } from '../text/facts.ts'

/** Words before a call that only waits; longer ones, and those with figures, names or reasons, say something. */
const REMARK = 300

/** Without calls that waited for a program and brought nothing, and without the remarks that went with them. */
export function withoutPolls(events: readonly Event[]): Event[] {
  const idle = new Set<Event>()
  for (const [at, event] of events.entries()) {
    if (event.text !== '' || !POLL.test(event.head)) continue
    idle.add(event)
    const before = events[at - 1]
    if (
      before?.kind === 'agent' &&
      before.seq === event.seq &&
      before.text.length < REMARK &&
      factsIn(before.text) === 0
    )
      idle.add(before)
  }
  return events.filter((event) => !idle.has(event))
}
