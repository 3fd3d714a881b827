import type { Evidence } from './evidence.ts'

export type Task = { readonly mark: string; readonly text: string }

/** Tasks of the newest list that are not done. */
export function openTasks(evidence: Evidence): Task[] {
  return tasksOf(evidence).filter((task) => task.mark !== 'x')
}

/** The newest task list the agent wrote. */
export function tasksOf({ tale }: Evidence): Task[] {
  const list = tale.events.findLast((event) => event.key === 'tasks' && event.state !== 'failed')
  return (list?.text.split('\n') ?? []).flatMap((line) => {
    const found = /^\[([x~ ])\] (.+)$/.exec(line)
    return found ? [{ mark: found[1] as string, text: found[2] as string }] : []
  })
}
