import { heldAfter, mean, type Result, type Tenth } from './measured.ts'

/**
 * Shares of what must be held at the end; `edits`: edit lines beside those of fresh sessions; `level`: size and cost of a
 * late turn beside those of an early one.
 */
const GOALS = { rules: 1, decisions: 0.9, state: 0.95, edits: 0.95, level: 1.25 }

export function isMissed(result: Result): boolean {
  const { rules, decisions, files, tasks } = heldAfter(result, Infinity)
  const { size, cost } = levelOf(result)
  const lines = (pick: (one: Tenth) => number) => result.tenths.reduce((sum, one) => sum + pick(one), 0)
  return (
    rules < GOALS.rules ||
    decisions < GOALS.decisions ||
    Math.min(files, tasks) < GOALS.state ||
    lines(({ held }) => held) < lines(({ heldAlone }) => heldAlone) * GOALS.edits ||
    Math.max(size, cost) > GOALS.level
  )
}

/** The last three tenths beside the second to fourth: what a tenth holds differs too much for one alone. */
export function levelOf({ tenths }: Result): { readonly size: number; readonly cost: number } {
  const of = (pick: (one: Result['tenths'][number]) => number[]) =>
    mean(tenths.slice(-3).flatMap(pick)) / mean(tenths.slice(1, 4).flatMap(pick))
  return { size: of(({ views }) => [...views]), cost: of(({ cost, alone }) => (alone > 0 ? [cost / alone] : [])) }
}
