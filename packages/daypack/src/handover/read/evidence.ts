import { createFileModel, type FileModel } from '../../files/known.ts'
import { observeFiles } from '../../files/model.ts'
import type { ToolTable } from '../../tools/table.ts'
import type { MessageNumber } from '../../view/read.ts'
import type { Message } from '../../model/message.ts'
import { opened } from './envelope.ts'
import { createTale, observeTale, type Event, type Tale } from './events.ts'
import { namesIn } from './names.ts'
import { observeSpoken, type SpokenOf } from './spoken-of.ts'
import { createTrials, observeTrials, type Trials } from './trials.ts'

/** What a conversation leaves behind: gathered without a model, kept up message by message. */
export type Evidence = {
  /** Every name that occurred. */
  readonly names: Set<string>
  readonly files: FileModel
  /** What happened, in order. */
  readonly tale: Tale
  readonly spoken: SpokenOf
  /** Calls that failed, and what settled them. */
  readonly trials: Trials
  /** Messages taken in. */
  count: number
}

export function createEvidence(tools?: ToolTable): Evidence {
  return {
    names: new Set(),
    files: createFileModel(tools),
    tale: createTale(tools),
    spoken: new Map(),
    trials: createTrials(tools),
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
  observeSpoken(evidence.spoken, message, named, at)
  observeFiles(evidence.files, message, at, seq)
  observeTale(evidence.tale, message, seq, asked)
  observeTrials(evidence.trials, message, seq)
}

/** What the person asked, in their own words. */
export function requestsOf(evidence: Evidence): readonly Event[] {
  return evidence.tale.events.filter((event) => event.kind === 'user')
}
