import { inspect } from 'node:util'

const MOST_KINDS = 100
const MOST_SAID = 500

/** Trouble of our own: each kind is told once, whatever numbers it names, and nothing of it reaches the agent. */
export function problemLog(onProblem?: (problem: string) => void) {
  const told = new Map<string, string>()

  return { tell, safely, all: () => [...told.values()] }

  function tell(problem: unknown): void {
    const text = messageOf(problem).slice(0, MOST_SAID)
    const kind = text.replaceAll(/\d+/g, '0')
    if (told.has(kind) || told.size >= MOST_KINDS) return
    told.set(kind, text)
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
