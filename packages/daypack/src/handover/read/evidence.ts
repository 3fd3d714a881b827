import { createKnownFiles, type KnownFiles } from '../../files/known.ts'
import { observeFiles } from '../../files/model.ts'
import type { ToolTable } from '../../tools/table.ts'
import type { MessageNumber } from '../../view/read.ts'
import type { Message } from '../../model/message.ts'
import { identifiers } from '../text/identifiers.ts'
import { opened } from './envelope.ts'
import { createTimeline, observeTimeline, type Timeline } from './events.ts'
import { namesIn, type Named } from './texts.ts'
import { thoughtOf } from './thought.ts'

/** What a conversation leaves behind: gathered without a model, kept up message by message. */
export type Evidence = {
  /** Every name that occurred. */
  readonly names: Set<string>
  readonly files: KnownFiles
  /** What happened, in order. */
  readonly timeline: Timeline
  /** Names that were spoken of, searched for or thought about, not merely seen, and when last. */
  readonly spoken: Map<string, number>
  /** Messages taken in. */
  count: number
}

export function createEvidence(tools?: ToolTable): Evidence {
  return {
    names: new Set(),
    files: createKnownFiles(tools),
    timeline: createTimeline(tools),
    spoken: new Map(),
    count: 0,
  }
}

/** The evidence of a whole conversation. */
export function gather(messages: readonly Message[], tools?: ToolTable): Evidence {
  const evidence = createEvidence(tools)
  for (const [index, message] of messages.entries()) observe(evidence, message, index + 1)
  return evidence
}

/** Take in the next message, known by its number in the conversation. `asked: false`: it is not the person's (memory, restored files). */
export function observe(evidence: Evidence, given: Message, seq: MessageNumber, asked = true): void {
  const at = evidence.count++
  const message = opened(given)
  const named = namesIn(message)
  for (const said of named) for (const name of said.names) evidence.names.add(name)
  for (const name of spokenIn(message, named)) evidence.spoken.set(name, at)
  observeFiles(evidence.files, message, at, seq)
  observeTimeline(evidence.timeline, message, seq, asked)
}

/** A call's argument of this length asks for something; a longer one is text that was written. */
const ASKED = 300

function spokenIn(message: Message, named: readonly Named[]): Set<string> {
  const said = named.filter(({ source, chars }) => source !== 'result' && (source !== 'call' || chars <= ASKED))
  const thought = message.blocks.flatMap((block) => identifiers(thoughtOf(block)))
  return new Set([...said.flatMap((one) => one.names), ...thought].map((name) => /[\w$]+$/.exec(name)?.[0] ?? name))
}

export type Task = { readonly mark: string; readonly text: string }

/** Tasks of the newest list that are not done. */
export function openTasks(evidence: Evidence): Task[] {
  return tasksOf(evidence).filter((task) => task.mark !== 'x')
}

/** The newest task list the agent wrote. */
export function tasksOf({ timeline }: Evidence): Task[] {
  const list = timeline.events.findLast((event) => event.key === 'tasks' && event.state !== 'failed')
  return [...(list?.text ?? '').matchAll(/^\[([x~ ])\] (.+)$/gm)].map(([, mark = '', text = '']) => ({ mark, text }))
}
