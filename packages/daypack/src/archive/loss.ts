import type { Seq } from '../model/edit.ts'
import type { Tokens } from '../model/json.ts'
import { isReasoning, toolResults, type Message } from '../model/message.ts'
import { fileActions } from '../tools/actions.ts'
import type { ToolTable } from '../tools/table.ts'
import { ownWords, speech } from '../speech/speech.ts'
import { namesIn, texts } from '../handover/read/texts.ts'
import type { Item, View } from '../view/view.ts'

export type Loss = {
  readonly messages: number
  readonly tokens: Tokens
  readonly requests: {
    readonly whole: readonly Seq[]
    readonly shortened: readonly Seq[]
    readonly archived: readonly Seq[]
  }
  readonly names: { readonly standing: number; readonly archived: readonly string[] }
  readonly files: { readonly standing: readonly string[]; readonly archived: readonly string[] }
  readonly results: number
  readonly media: number
  readonly reasoning: number
}

/**
 * Compare two views of a session; `shown` is what the newer one shows, as messages.
 *
 * @example
 * import { project } from 'daypack'
 * import { lossOf, renderLoss } from 'daypack/archive'
 *
 * const view = project([])
 * const loss = lossOf(view, view, [])
 * if (loss.messages !== 0 || !renderLoss(loss).startsWith('0 messages')) throw new Error('nothing left the view')
 */
export function lossOf(before: View, after: View, shown: readonly Message[], tools?: ToolTable): Loss {
  const text = shown
    .flatMap((message) => texts(message))
    .map((said) => said.text)
    .join('\n')
  // A hand-over indents the lines it quotes.
  const flat = flattened(text)
  const left = removedSeqs(before.items, after.items)
  const slots = before.slots.filter((slot) => left.has(slot.seq))
  const requests = { whole: [] as Seq[], shortened: [] as Seq[], archived: [] as Seq[] }
  const names = new Set<string>()
  const files = new Set<string>()
  let [results, media, reasoning] = [0, 0, 0]
  for (const { seq, message, origin } of slots) {
    for (const said of namesIn(message)) for (const name of said.names) names.add(name)
    results += toolResults(message).length
    for (const block of message.blocks) {
      if (block.type === 'media') media++
      if (isReasoning(block)) reasoning++
      if (block.type === 'tool-call')
        for (const action of fileActions(block.tool, block.input, tools)) if (action.path) files.add(action.path)
    }
    if (message.role !== 'user' || origin !== 'caller') continue
    const own = ownWords(speech(message))
    if (own !== '') requests[stateOf(own, flat)].push(seq)
  }
  const byPlace = (known: ReadonlySet<string>) => {
    const { standing = [], archived = [] } = Object.groupBy(known, (one) =>
      text.includes(one) ? 'standing' : 'archived',
    )
    return { standing, archived }
  }
  const named = byPlace(names)
  return {
    messages: slots.length,
    tokens: before.size.tokens - after.size.tokens,
    requests,
    names: { standing: named.standing.length, archived: named.archived },
    files: byPlace(files),
    results,
    media,
    reasoning,
  }
}

function removedSeqs(before: readonly Item[], after: readonly Item[]): Set<Seq> {
  const still = new Set(after.flatMap((item) => (item.kind === 'message' ? [item.seq] : [])))
  return new Set(before.flatMap((item) => (item.kind === 'message' && !still.has(item.seq) ? [item.seq] : [])))
}

function stateOf(own: string, text: string): 'whole' | 'shortened' | 'archived' {
  const flat = flattened(own)
  if (text.includes(flat)) return 'whole'
  return text.includes(flat.slice(0, 60)) ? 'shortened' : 'archived'
}

function flattened(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/**
 * The report in words, for `/compact` and the like.
 *
 * @example
 * import { project } from 'daypack'
 * import { lossOf, renderLoss } from 'daypack/archive'
 *
 * const view = project([])
 * if (renderLoss(lossOf(view, view, [])) === '') throw new Error('four lines for a person')
 */
export function renderLoss(loss: Loss): string {
  const { requests, names, files, results, media, reasoning } = loss
  const among = counted({ 'tool results': results, pictures: media, 'pieces of reasoning': reasoning })
  const away = 'only in the archive'
  const asked = counted({
    'still whole': requests.whole.length,
    shortened: requests.shortened.length,
    [away]: requests.archived.length,
  })
  const named = counted({ 'still named': files.standing.length, [away]: files.archived.length })
  const known = counted({ 'still in view': names.standing, [away]: names.archived.length })
  return [
    `${loss.messages} messages left the view, ${loss.tokens.toLocaleString('en')} tokens less${among && `; among them ${among}`}.`,
    ...(asked ? [`What the user asked: ${asked}.`] : []),
    ...(named ? [`Files: ${named}.`] : []),
    ...(known ? [`Names: ${known}.`] : []),
  ].join('\n')
}

/** `3 pictures, 1 shortened`; zero counts are left out. */
function counted(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ')
}
