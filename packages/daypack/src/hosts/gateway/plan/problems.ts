import { inspect } from 'node:util'

const MOST_KINDS = 100
const MOST_SAID = 500

/** Trouble of our own: each kind is told once, and nothing of it reaches the agent. */
export function problemLog(onProblem?: (problem: string) => void) {
  const told = new Set<string>()

  return { tell, safely, all: () => [...told] }

  function tell(problem: unknown): void {
    const text = messageOf(problem).slice(0, MOST_SAID)
    if (told.has(text) || told.size >= MOST_KINDS) return
    told.add(text)
    onProblem?.(text)
  }

  async function safely<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      tell(error)
      return undefined
    }
  }
}

export type ProblemLog = ReturnType<typeof problemLog>

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : inspect(error)
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.message}${cause}`
}
