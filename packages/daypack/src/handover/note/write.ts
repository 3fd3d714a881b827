import { reasonOf } from '../../model/errors.ts'
import { askModel } from '../../model/wait.ts'
import { overflowOf } from '../../model/overflow.ts'
import type { Tokens } from '../../model/json.ts'
import type { Summarize } from '../../model/summarize.ts'
import { story } from '../fit/story.ts'
import type { HandoverContext } from '../read/context.ts'
import type { Event } from '../read/events.ts'
import type { Evidence } from '../read/evidence.ts'
import { CHARS_PER_TOKEN } from '../weigh/room.ts'
import { checkNote, type CheckedNote } from './check.ts'
import { prompt, question, systemIn } from './prompt.ts'

export type WriteOptions = {
  readonly summarize: Summarize
  /** What the note is written of: all since the one before it. */
  readonly events: readonly Event[]
  readonly evidence: Evidence
  readonly maxChars: number
  readonly maxTokens: Tokens
  readonly previous: string | undefined
  readonly signal: AbortSignal
  /** Names that may be stated although no message holds them. */
  readonly known: string
}

export type Written = {
  /** The accepted note; undefined: nothing acceptable came, and `problems` says why. */
  note?: CheckedNote
  readonly problems: string[]
  calls: number
  /** Tokens asked and answered, as counted. */
  tokens: Tokens
}

/** Of the model's window for all it reads. */
const WINDOW_SHARE = 0.8
const LEAST_ROOM: Tokens = 1000
const MOST_OVERFLOWS = 3
const TRIES = 2

/** Have a model write the sections: checked, once again with the list of faults, or not at all. */
export async function writeNote(
  { count, budget, instruction, language }: HandoverContext,
  options: WriteOptions,
): Promise<Written> {
  const { maxChars, maxTokens, previous, signal } = options
  const written: Written = { problems: [], calls: 0, tokens: 0 }
  const base = { maxChars, previous, instruction, language }
  const also = [previous, instruction, options.known].join('\n')
  const window = Math.floor(budget.window * WINDOW_SHARE) - maxTokens - count(question(base))
  let room = Math.max(LEAST_ROOM, window)
  for (let overflows = 0; overflows < MOST_OVERFLOWS; overflows++) {
    const told = toldIn(options.events, room)
    try {
      let issues: readonly string[] = []
      for (let attempt = 0; attempt < TRIES; attempt++) {
        const asked = { ...base, issues }
        // A request that was too long behind the conversation is not sent again: its story is.
        const answer = await ask(prompt(told, asked), overflows === 0 ? question(asked) : undefined)
        const note = checkNote(answer, options.evidence, { maxChars, also })
        if (note.issues.length === 0) return { ...written, note }
        issues = note.issues
        written.problems.push(...issues)
      }
      break
    } catch (error) {
      const overflow = overflowOf(error)
      written.problems.push(reasonOf(error))
      if (!overflow || signal.aborted) break
      room = Math.floor(Math.min(count(told), overflow.window === undefined ? room : overflow.window * 0.7) / 2)
    }
  }
  return written

  async function ask(text: string, behind: string | undefined): Promise<string> {
    written.calls++
    written.tokens += count(text)
    const system = systemIn(language)
    const call = { system, prompt: text, maxTokens, ...(behind !== undefined && { question: behind }), signal }
    const answer = await askModel(options.summarize, call)
    written.tokens += count(answer)
    return answer
  }
}

/** The story of it, for a model that has not read the conversation itself. */
export function toldIn(events: readonly Event[], maxTokens: Tokens): string {
  const maxChars = maxTokens * CHARS_PER_TOKEN
  return story(events, { maxChars, wholeChars: maxChars / 2, wholesChars: maxChars / 2 })
}
