import { clip, clipSpeech, flat } from './clip.ts'
import { requestsOf, type Evidence } from './evidence.ts'
import type { Event } from './events.ts'
import type { Sections } from './sections.ts'

/** The sections the documents print, written from the evidence alone: nothing stands as open that the log shows closed. */
export function extractSections(evidence: Evidence): Sections {
  const tasks = tasksOf(evidence.tale.events)
  return {
    goal: goal(evidence),
    constraints: requestsOf(evidence)
      .slice(1, -1)
      .toReversed()
      .map((event) => `“${clipSpeech(flat(event.text), 240)}” ${cite(event)}`),
    done: done(evidence, tasks),
    inProgress: tasks.filter((task) => task.mark === '~').map((task) => `[ ] ${clip(task.text, 200)}`),
    blocked: evidence.trials.open
      .slice(-4)
      .toReversed()
      .map(
        (trial) =>
          `${clip(callLine(evidence, trial.callSeq), 120)} fails: ${clip(flat(trial.outcome.lines[0] ?? ''), 160)} [${trial.seq}]`,
      ),
    decisions: conclusions(evidence),
    next: tasks.filter((task) => task.mark === ' ').map((task) => clip(task.text, 200)),
    context: [],
  }
}

/** What was asked first, what is asked now. */
function goal(evidence: Evidence): string[] {
  const requests = requestsOf(evidence)
  const first = requests.find((request) => request.text.length > 20) ?? requests[0]
  const latest = requests.at(-1)
  const items: string[] = []
  if (first) items.push(`First asked: “${clipSpeech(flat(first.text), 400)}” ${cite(first)}`)
  if (latest && latest !== first) items.push(`Asked last: “${clipSpeech(flat(latest.text), 400)}” ${cite(latest)}`)
  return items
}

function done(evidence: Evidence, tasks: readonly Task[]): string[] {
  const items = tasks
    .filter((task) => task.mark === 'x')
    .map((task) => `[x] ${clip(task.text, 160)}`)
    .toReversed()
  const changed = [
    ...new Set(evidence.tale.events.flatMap((event) => (event.state === 'ok' ? event.changed : []))),
  ].toReversed()
  if (changed.length > 0) {
    const names = changed.slice(0, 12).map((path) => path.split('/').at(-1) ?? path)
    const more = changed.length > names.length ? ` and ${changed.length - names.length} more` : ''
    items.push(`Changed ${changed.length} ${changed.length === 1 ? 'file' : 'files'}: ${names.join(', ')}${more}`)
  }
  return items
}

/** The agent's last words of each turn, newest first: what it concluded, in its own words. */
function conclusions(evidence: Evidence): string[] {
  const { events } = evidence.tale
  return events
    .filter((event, at) => event.kind === 'agent' && (events[at + 1]?.kind === 'user' || at === events.length - 1))
    .toReversed()
    .slice(0, 12)
    .map((event) => `${clipSpeech(flat(event.text), 280)} ${cite(event)}`)
}

/** Tasks of the newest list that are not done. */
export function openTasks(evidence: Evidence): Task[] {
  return tasksOf(evidence.tale.events).filter((task) => task.mark !== 'x')
}

type Task = { readonly mark: string; readonly text: string }

/** The newest task list the agent wrote. */
function tasksOf(events: readonly Event[]): Task[] {
  const list = events.findLast((event) => event.key === 'tasks' && event.state !== 'failed')
  return (list?.text.split('\n') ?? []).flatMap((line) => {
    const found = /^\[([x~ ])\] (.+)$/.exec(line)
    return found ? [{ mark: found[1] as string, text: found[2] as string }] : []
  })
}

function callLine(evidence: Evidence, seq: number): string {
  return flat(evidence.tale.events.findLast((event) => event.seq === seq && event.state === 'failed')?.head ?? 'a call')
}

function cite(event: Event): string {
  return `[${event.seq}]`
}
