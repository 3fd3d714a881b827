import type { View } from 'daypack'
import type { LogPage, LogRow, TextPart, Told } from 'daypack-inspector/api'
import { valuesOf } from '../chat/show.ts'
import { foldId, placesIn, slotIn } from './ids.ts'
import type { OpenSession } from './reader.ts'
import { labelOf, oneLine, originalText, piece, previewOf, shownText } from './text.ts'

/** The text of a block, or of all blocks of a message where `id` is its number alone. */
export async function blockText(
  session: OpenSession,
  id: string,
  options: { readonly head: number; readonly whole: boolean; readonly from: number },
): Promise<TextPart | undefined> {
  const view = session.viewAt(options.head)
  const places = placesIn(view)
  const exact = places.find((place) => place.id === id)
  if (exact?.item.kind === 'fold') return piece(exact.item.summary.text, options.from)
  const shown = exact ? [exact] : places.filter((place) => place.id.startsWith(`${id}.`))
  if (shown.length > 0 && !options.whole) {
    const texts = await Promise.all(shown.map((place) => shownText(place, session)))
    return piece(texts.join('\n\n'), options.from)
  }
  const [, index = 0, attachment] = id.split('.').map(Number)
  const block = slotIn(view, id)?.message.blocks[index]
  if (!block) return undefined
  const part = attachment !== undefined && block.type === 'tool-result' ? block.attachments?.[attachment] : block
  return part && piece(await originalText(part, session), options.from)
}

/** Characters of a message shown in the list; opening it shows all. */
const READ = 4_000

type LogRange = {
  readonly from: number
  readonly count: number
  readonly first?: number | undefined
  readonly last?: number | undefined
}

export async function logPage(
  session: OpenSession,
  { from, count, first = 0, last = Infinity }: LogRange,
): Promise<LogPage> {
  const { view } = session
  const all = [view.system?.slot, ...view.slots].flatMap((slot, number) =>
    slot && number >= first && number <= last ? [{ ...slot, number }] : [],
  )
  const states = statesOf(view)
  const rows: LogRow[] = []
  for (const slot of all.slice(from, from + count)) {
    const { message, seq, number, at, sizes } = slot
    const parts: string[] = []
    const steps: string[] = []
    for (const block of message.blocks) {
      const isStep = block.type === 'tool-call' || block.type === 'tool-result'
      const part = (isStep ? `${labelOf(block)} ` : '') + (await previewOf(block, session))
      parts.push(part)
      if (block.type === 'tool-call') steps.push(`→ ${block.tool} ${oneLine(valuesOf(block.input))}`)
      else if (block.type !== 'text') steps.push(`${isStep ? '←' : '·'} ${part}`)
    }
    const said = message.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n')
    const tokens = sizes.reduce((sum, size) => sum + size.tokens, 0)
    const preview = oneLine(parts.slice(0, 3).join(' · '))
    rows.push({ number, at, role: message.role, tokens, preview, shown: states(seq), text: said.slice(0, READ), steps })
  }
  return { total: all.length, from, rows }
}

function statesOf(view: View): (seq: number) => LogRow['shown'] {
  const items = new Map(view.items.map((item) => [item.seq, item]))
  const folds = view.items.filter((item) => item.kind === 'fold')
  return (seq) => {
    if (folds.some((fold) => seq >= fold.seq && seq <= fold.to)) return 'folded'
    const item = items.get(seq)
    return item?.kind === 'message' && !item.whole ? 'cropped' : 'whole'
  }
}

export async function messageText(session: OpenSession, number: number): Promise<TextPart | undefined> {
  const slot = slotIn(session.view, String(number))
  if (!slot) return undefined
  const parts: string[] = []
  for (const block of slot.message.blocks) {
    const name = block.type === 'text' ? '' : `[${block.type} ${labelOf(block)}]\n`
    parts.push(name + (await originalText(block, session)))
  }
  return piece(parts.join('\n\n'), 0)
}

/** The lines of the hand-over that cite a folded message, by its number or a range that includes it. */
export function toldOf(session: OpenSession, number: number, head: number): Told | undefined {
  const view = session.viewAt(head)
  const seq = view.slots[number - 1]?.seq ?? 0
  const fold = view.items.find((item) => item.kind === 'fold' && seq >= item.seq && seq <= item.to)
  if (fold?.kind !== 'fold') return undefined
  const lines = fold.summary.text.split('\n').filter((line) => {
    const [, from = 0, to = from] = /^\[(\d+)(?:–(\d+))?\] /.exec(line) ?? []
    return number >= Number(from) && number <= Number(to)
  })
  return { fold: foldId(view, fold), lines }
}
