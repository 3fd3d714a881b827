import type { Seq } from '../../model/edit.ts'
import { tasksOf, type Evidence } from '../read/evidence.ts'
import { emptySections, type Sections } from '../tell/sections.ts'
import { clip, flat } from '../text/clip.ts'
import { contextLines, errorLines } from './context.ts'
import { nextIn, progressIn } from './progress.ts'
import { talkOf, type Sentence } from './statements.ts'
import { constraintsIn, decisionsIn, goalIn } from './wishes.ts'

/** The longest line of a section; of context, where each holds several things. */
const LINE = 280
const CONTEXT_LINE = 700

export type Memo = {
  readonly sections: Sections
  /** How many of the first lines of `context` are unresolved errors, newest first. */
  readonly errors: number
  /** The decisions no summary may lose. */
  readonly choices: readonly string[]
}

/**
 * The six sections of the documents, from what was said and done alone: the goal from the first and the latest standing request,
 * constraints from what the user demands, progress from deeds and their outcome, decisions from choices, next steps from
 * open intentions, context from errors, names and figures. Only what `covers` says is folded is told; all of it is read.
 */
export function memoOf(evidence: Evidence, covers: (seq: Seq) => boolean = () => true): Memo {
  const { timeline } = evidence
  if (timeline.events.length === 0) return { sections: emptySections(), errors: 0, choices: [] }
  const talk = talkOf(timeline)
  const goal = goalIn(talk)
  const decisions = decisionsIn(talk)
  const constraints = constraintsIn(talk)
  const { done, inProgress, blocked } = progressIn(talk)
  const next = nextIn(talk)
  const told = [goal, constraints, done, inProgress, blocked, decisions, next].flat()
  const errors = errorLines(timeline, covers)
  const context = contextLines(talk, timeline, told, covers, errors)
  const lines = (own: readonly Sentence[]): string[] => [
    ...new Set(own.filter(({ seq }) => covers(seq)).map(({ text }) => clip(flat(text), LINE))),
  ]
  const tasks = (isDone: boolean): string[] =>
    tasksOf(evidence).flatMap(({ mark, text }) => ((mark === 'x') === isDone ? [clip(flat(text), LINE)] : []))
  return {
    errors: errors.length,
    choices: lines(decisions.filter(({ isChoice }) => isChoice)),
    sections: {
      goal: lines(goal),
      constraints: lines(constraints),
      done: [...lines(done), ...tasks(true).map((task) => `[x] ${task}`)],
      inProgress: lines(inProgress),
      blocked: lines(blocked),
      decisions: lines(decisions),
      next: [...lines(next), ...tasks(false)],
      context: [...errors, ...context.map((line) => clip(line, CONTEXT_LINE))],
    },
  }
}

/** What no summary may lose: goal, constraints, choices and the newest error. */
export function essentialsOf({ sections, errors, choices }: Memo): string[] {
  const { goal, constraints, context } = sections
  return [...goal, ...constraints, ...choices, ...context.slice(0, Math.min(1, errors))]
}
