import { askModel } from '../../model/wait.ts'
import type { Summarize } from '../../passes/pass.ts'
import { normalForm } from '../text/normal.ts'
import { check, type Ground } from '../evidence/check.ts'
import { isWeighed } from '../evidence/relation.ts'
import type { Statement } from '../notes/statement.ts'
import { type Operation, OPERATIONS_SCHEMA, operationsIn } from './operations.ts'
import { isPast } from './expiry.ts'
import { ANSWER, type PromptParts, promptOf, TASK } from './prompt.ts'

const MAX_TOKENS = 4_000

/** What a model would write, and what of it nothing bears out. */
export type Choice = {
  readonly items: readonly Statement[]
  readonly refused: readonly Refused[]
  /** How many lines say more than was said: the user's sentence stands in for them. */
  readonly quoted?: number
  /** Lines the user asked to forget: their ids. */
  readonly forget?: readonly string[]
  /** What an agent has written by itself. */
  readonly written?: readonly string[]
}

export type Refused = { readonly line: string; readonly why: string }

/** One question. Undefined: the answer was no use, and rules stand in. Empty: there is nothing to write. */
export async function writeByModel(
  parts: PromptParts,
  summarize: Summarize,
  signal?: AbortSignal,
): Promise<Choice | undefined> {
  const reply = await askModel(summarize, {
    system: `${TASK}\n\n${ANSWER}`,
    prompt: promptOf(parts),
    maxTokens: MAX_TOKENS,
    schema: OPERATIONS_SCHEMA,
    ...(signal === undefined ? {} : { signal }),
  })
  const outcomes = operationsIn(reply)?.map((operation) => judge(operation, parts))
  if (outcomes === undefined) return undefined
  const forget = outcomes.flatMap((outcome) => outcome.forget ?? [])
  return {
    items: outcomes.flatMap(({ item }) => item ?? []),
    refused: outcomes.flatMap(({ line, item, why }) => (item === undefined && why !== undefined ? { line, why } : [])),
    quoted: outcomes.filter(({ item, why }) => item !== undefined && why !== undefined).length,
    ...(forget.length > 0 && { forget }),
  }
}

/** What becomes of one operation: a line, a wish to forget, or nothing; `why` where it is not as the model wrote it. */
type Outcome = {
  readonly line: string
  readonly item?: Statement
  readonly forget?: string
  readonly why?: string
}

/** An operation held against what was said: what fails is the user's sentence instead, or refused. */
function judge(operation: Operation, { page, speech, day }: PromptParts): Outcome {
  const said = speech.heard.map(({ seq, by, text }) => ({ seq, by, text }))
  const old = operation.op === 'add' ? undefined : page.find(({ id }) => id === operation.id)
  const line = 'line' in operation ? operation.line : (old?.text ?? '')
  if (operation.op !== 'add' && old === undefined) return { line, why: 'there is no such line on the page' }
  const { quote } = operation
  if (!('line' in operation)) {
    const source = said.find(({ by, text }) => by === 'user' && contains(text, quote))
    if (old === undefined || (source === undefined && !(operation.op === 'end' && isPast(old.text, old.day, day))))
      return { line, why: NO_QUOTE }
    if (operation.op === 'end' && isWeighed(quote)) return { line, why: 'the user only weighs it' }
    if (operation.op === 'forget') return { line, forget: operation.id }
    const seqs = source === undefined ? [] : [source.seq]
    return { line, item: { kind: old.kind, text: line, by: 'user', seqs, replaces: old.id, ends: true } }
  }
  const kind = operation.kind ?? old?.kind ?? 'Fact'
  const known = page.map(({ text }) => text).join('\n')
  const ground: Ground = { said, today: day, known, ...(old && { page: old.text }) }
  const verdict = check({ line, quote, message: operation.message }, ground)
  if (verdict.state !== 'refused') {
    const isQuoted = verdict.state === 'quoted'
    const replaces = old === undefined || (isQuoted && verdict.isTwisted) ? {} : { replaces: old.id }
    const text = isQuoted ? verdict.sentence : line
    const item = { kind, text, by: 'user' as const, seqs: verdict.seqs, ...replaces }
    return { line, item, ...('why' in verdict && { why: verdict.why }) }
  }
  const tool = said.find(({ by, text }) => by !== 'user' && by !== 'model' && contains(text, quote))
  if (kind === 'Lesson' && operation.op === 'add' && tool !== undefined)
    return { line, item: { kind, text: line, by: tool.by, seqs: [tool.seq] } }
  return { line, why: verdict.why }
}

const NO_QUOTE = 'the quote is in no message of the user'

function contains(text: string, quote: string): boolean {
  const key = normalForm(quote)
  return key !== '' && normalForm(text).includes(key)
}
