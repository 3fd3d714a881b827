import { askModel } from '../../model/foreign.ts'
import type { Summarize } from '../../passes/pass.ts'
import { normalForm } from '../text/normal.ts'
import { check, type Ground } from '../evidence/check.ts'
import { absoluteDates } from '../text/dates.ts'
import { parseDay } from '../text/days.ts'
import type { PageLine } from '../notes/lines.ts'
import type { Statement } from '../notes/statement.ts'
import { type Operation, OPERATIONS_SCHEMA, operationsIn } from './operations.ts'
import { ANSWER, type PromptParts, promptOf, TASK } from './prompt.ts'

const MAX_TOKENS = 4_000

/** What somebody who was asked would write, and what of it nothing bears out. */
export type Choice = {
  readonly items: readonly Statement[]
  readonly refused: readonly Refused[]
  /** Lines the user asked to forget: their ids. */
  readonly forget?: readonly string[]
}

export type Refused = { readonly line: string; readonly why: string }

/** Undefined: the answer was no use, and rules stand in. Empty: there is nothing to write. */
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
  const operations = operationsIn(reply)
  return operations && borneOut(operations, parts)
}

/** Operations as lines, each held against what was said: what fails is the user's sentence instead, or refused. */
export function borneOut(operations: readonly Operation[], { page, speech, day }: PromptParts): Choice {
  const items: Statement[] = []
  const refused: Refused[] = []
  const forget: string[] = []
  const said = speech.heard.map(({ seq, by, text }) => ({ seq, by, text }))
  const userOf = (quote: string): [number] | undefined => {
    const found = said.find(({ by, text }) => by === 'user' && contains(text, quote))
    return found && [found.seq]
  }
  for (const operation of operations) {
    const old = operation.op === 'add' ? undefined : page.find(({ id }) => id === operation.id)
    const line = 'line' in operation ? operation.line : (old?.text ?? '')
    if (operation.op !== 'add' && old === undefined) refused.push({ line, why: 'there is no such line on the page' })
    else if (operation.op === 'forget') {
      if (userOf(operation.quote) === undefined) refused.push({ line, why: NO_QUOTE })
      else forget.push(operation.id)
    } else if (operation.op === 'end') {
      const seq = userOf(operation.quote)
      if (old === undefined || (seq === undefined && !isOver(old, day))) refused.push({ line, why: NO_QUOTE })
      else items.push({ kind: old.kind, text: line, by: 'user', seqs: seq ?? [], replaces: old.id, ends: true })
    } else {
      const { quote, message } = operation
      const kind = operation.kind ?? old?.kind ?? 'Fact'
      const ground: Ground = { said, today: day, ...(old && { page: old.text }) }
      const verdict = check({ line, quote, message }, ground)
      const tool = said.find(({ by, text }) => by !== 'user' && by !== 'model' && contains(text, quote))
      if (verdict.state !== 'refused') {
        const text = verdict.state === 'quoted' ? verdict.sentence : line
        items.push({ kind, text, by: 'user', seqs: verdict.seqs, ...(old && { replaces: old.id }) })
      } else if (kind === 'Lesson' && operation.op === 'add' && tool !== undefined)
        items.push({ kind, text: line, by: tool.by, seqs: [tool.seq] })
      else refused.push({ line, why: verdict.why })
    }
  }
  return { items, refused, ...(forget.length > 0 && { forget }) }
}

const NO_QUOTE = 'the quote is in no message of the user'

function contains(text: string, quote: string): boolean {
  const key = normalForm(quote)
  return key !== '' && normalForm(text).includes(key)
}

/** The line names a day, and it is behind us. */
function isOver({ text }: PageLine, today: string): boolean {
  const now = parseDay(today) ?? 0
  const dates = absoluteDates(text).filter(({ yearly }) => yearly !== true)
  return dates.length > 0 && dates.every(({ to }) => to < now)
}
