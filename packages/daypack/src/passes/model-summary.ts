import type { Edit, Fold } from '../model/edit.ts'
import { DaypackError } from '../model/errors.ts'
import { isObject, type Json, type Tokens } from '../model/json.ts'
import { notRetold } from '../handover/text/words.ts'
import { body } from '../handover/tell/parse.ts'
import { toldIn } from '../handover/note/write.ts'
import { gather } from '../handover/read/evidence.ts'
import type { View } from '../view/view.ts'
import type { Pass, PassContext } from './pass.ts'

/** A summary in the words of the model, as a document asks for it and shows it. */
export type ModelSummary = {
  readonly system: string
  readonly question: string
  readonly maxTokens: Tokens
  show(answer: string, handover: string): string
  /** Stands for an answer without a word in it; the hand-over follows it. Without this, such an answer is a failure. */
  readonly empty?: string
  readonly reply?: string
  /** Fewer messages than this are left alone. */
  readonly minMessages?: number
}

const SHARE = 0.8

/** Without a model or an answer, the hand-over of `fold` is shown in the same form. */
export function modelSummary(fold: Pass, words: ModelSummary): Pass {
  const { minMessages = 0 } = words
  return {
    name: fold.name,
    costly: true,
    async propose(view, ctx) {
      if (view.items.length < minMessages)
        return { why: `there are only ${view.items.length} messages, fewer than ${minMessages}`, edits: [] }
      const proposal = await fold.propose(view, ctx)
      const last = proposal.edits.findLast((edit) => edit.op === 'fold')
      if (!last) return proposal
      const said = ctx.summarize && (await askModel(view, last, ctx, words))
      const answer = said === undefined || said === '' ? undefined : complete(said, essentialsIn(last.summary.data))
      const told =
        said === '' && words.empty !== undefined ? `${words.empty}\n\n${last.summary.text}` : last.summary.text
      const summary = {
        ...last.summary,
        text: words.show(answer ?? '', told),
        ...(words.reply !== undefined && { reply: words.reply }),
        ...(answer !== undefined && { by: 'model' }),
      }
      const edits: Edit[] = proposal.edits.map((edit) => (edit === last ? { ...last, summary } : edit))
      return { why: `${proposal.why}; ${answer === undefined ? 'told without a model' : 'told by the model'}`, edits }
    },
  }
}

async function askModel(view: View, fold: Fold, ctx: PassContext, words: ModelSummary): Promise<string | undefined> {
  const slots = view.slots.filter((slot) => slot.seq <= fold.to)
  const room = Math.floor(ctx.budget.window * SHARE) - words.maxTokens - ctx.count(words.question)
  const said = slots.map((slot) => slot.message)
  const transcript = toldIn(gather(said, ctx.tools).timeline.events, room)
  const wish = ctx.instruction === undefined ? '' : `\nExtra wish of the user: ${ctx.instruction}`
  const answer = await ctx.summarize?.({
    system: words.system,
    prompt: `<conversation>\n${transcript}\n</conversation>\n\n${words.question}${wish}`,
    question: `${words.question}${wish}`,
    maxTokens: words.maxTokens,
    ...(ctx.signal && { signal: ctx.signal }),
  })
  const text = typeof answer === 'string' ? body(answer) : ''
  if (text === '' && words.empty === undefined) throw new DaypackError('summary-failed', 'The model gave no summary.')
  return text
}

function complete(answer: string, essentials: readonly string[]): string | undefined {
  const missing = notRetold(essentials, answer)
  if (missing.length === 0) return answer
  if (missing.length === essentials.length) return undefined
  return `${answer}\n\nAlso holds:\n${missing.map((line) => `- ${line}`).join('\n')}`
}

function essentialsIn(data: Json | undefined): string[] {
  const given = isObject(data) ? data['essentials'] : undefined
  return Array.isArray(given) ? given.filter((line) => typeof line === 'string') : []
}
