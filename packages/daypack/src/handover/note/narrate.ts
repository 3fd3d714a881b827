import { reasonOf } from '../../model/errors.ts'
import { askModel } from '../../model/foreign.ts'
import type { Tokens } from '../../model/json.ts'
import type { Count, Summarize } from '../../model/summarize.ts'
import type { PromptLanguage } from '../../model/summarize.ts'
import { prompt, question, systemIn, type AskOptions } from './ask.ts'
import { audit, type Audit, type AuditOptions } from './audit.ts'
import type { Evidence } from '../read/evidence.ts'
import { overflowOf } from './overflow.ts'
import { fitSections, renderSections, type Sections } from '../tell/sections.ts'
import { chunkRecords, fitRecords, type TranscriptRecord } from './transcript.ts'

export type NarrateOptions = {
  readonly summarize: Summarize
  readonly count: Count
  readonly records: readonly TranscriptRecord[]
  readonly evidence: Evidence
  /** Tokens the summarizer can read. */
  readonly window: Tokens
  readonly maxChars: number
  readonly maxTokens: Tokens
  /** Calls that may still be made. */
  readonly maxCalls: number
  readonly previous?: string
  readonly instruction?: string
  readonly language?: PromptLanguage
  /** A question finds the model with the conversation read: it is asked once, however long that was. */
  readonly hasRead?: boolean
  readonly signal?: AbortSignal
  /** Names that may be stated although no message holds them. */
  readonly known?: string
  readonly toolText?: () => string
  /** A history longer than the summarizer's window is read in parts. */
  readonly onProgress?: (part: { readonly index: number; readonly of: number }) => void
}

export type Narrated = {
  /** The accepted sections; undefined: nothing acceptable came, and `problems` says why. */
  readonly sections?: Sections
  readonly problems: readonly string[]
  readonly invented: readonly string[]
  readonly unproven: readonly string[]
  readonly calls: number
  /** Tokens asked and answered, as counted. */
  readonly tokens: Tokens
}

const MOST_PARTS = 6
const SHRINKS = 3

/** Have a model write the sections: in parts if it must, audited, once again with the list of faults, or not at all. */
export async function narrate(options: NarrateOptions): Promise<Narrated> {
  const spent = { calls: 0, tokens: 0 }
  const problems: string[] = []
  let room = Math.max(
    1000,
    Math.floor(options.window * 0.8) - options.maxTokens - options.count(question(asking(options, options.previous))),
  )
  for (let shrink = 0; shrink < SHRINKS; shrink++) {
    try {
      // A request that was too long is not sent again: what it held is then read in parts.
      const hasRead = shrink === 0 && options.hasRead === true
      const done = await inParts({ ...options, hasRead }, room, spent, problems)
      return { ...done, problems, ...spent }
    } catch (error) {
      const overflow = overflowOf(error)
      problems.push(reasonOf(error))
      if (!overflow || options.signal?.aborted || spent.calls >= options.maxCalls) break
      room = Math.floor(Math.min(room, overflow.window === undefined ? room : overflow.window * 0.7) / 2)
    }
  }
  return { problems, invented: [], unproven: [], ...spent }
}

type Spent = { calls: number; tokens: Tokens }

async function inParts(
  options: NarrateOptions,
  room: Tokens,
  spent: Spent,
  problems: string[],
): Promise<Pick<Narrated, 'sections' | 'invented' | 'unproven'>> {
  const parts = options.hasRead
    ? [options.records]
    : chunkRecords(options.records, room, options.count).slice(-MOST_PARTS)
  const invented: string[] = []
  const unproven: string[] = []
  let previous = options.previous
  let sections: Sections | undefined
  for (const [index, part] of parts.entries()) {
    const of = parts.length
    options.onProgress?.({ index: index + 1, of })
    const ask: AskOptions = {
      ...asking(options, previous),
      ...(options.instruction !== undefined && { instruction: options.instruction }),
      ...(of > 1 && { part: { index: index + 1, of } }),
    }
    const checked = await accepted(options, part, room, ask, of === 1, spent, problems)
    if (!checked) return { invented, unproven }
    sections = checked.sections
    previous = renderSections(fitSections(sections, options.maxChars * 2))
    invented.push(...checked.invented)
    unproven.push(...checked.unproven)
  }
  return {
    ...(sections && { sections }),
    invented: [...new Set(invented)],
    unproven: [...new Set(unproven)],
  }
}

/** One part: the answer, or the answer to the second try. */
async function accepted(
  options: NarrateOptions,
  part: readonly TranscriptRecord[],
  room: Tokens,
  ask: AskOptions,
  isWhole: boolean,
  spent: Spent,
  problems: string[],
): Promise<Audit | undefined> {
  const { summarize, count, maxTokens, signal, evidence } = options
  const transcript = fitRecords(part, room, count)
  let issues: readonly string[] = []
  for (let attempt = 0; attempt < 2; attempt++) {
    if (spent.calls >= options.maxCalls) {
      problems.push('The cap on own model calls is reached.')
      return undefined
    }
    const asked: AskOptions = issues.length > 0 ? { ...ask, issues } : ask
    const text = prompt(transcript, asked)
    spent.calls++
    spent.tokens += count(text)
    const call = {
      system: systemIn(options.language),
      prompt: text,
      maxTokens,
      ...(isWhole && { question: question(asked) }),
      ...(signal && { signal }),
    }
    const answer = await askModel(summarize, call)
    spent.tokens += count(answer)
    const checks: AuditOptions = {
      maxChars: options.maxChars,
      also: `${ask.previous ?? ''}\n${ask.instruction ?? ''}\n${options.known ?? ''}`,
      ...(options.toolText && { toolText: options.toolText }),
    }
    const result = audit(answer, evidence, checks)
    if (result.issues.length === 0) return result
    issues = result.issues
    problems.push(...issues)
  }
  return undefined
}

/** What every part is asked alike. */
function asking({ maxChars, language }: NarrateOptions, previous: string | undefined): AskOptions {
  return {
    maxChars,
    ...(previous && { previous }),
    ...(language && { language }),
  }
}
