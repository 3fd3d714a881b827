import type { Crop } from '../../model/edit.ts'
import type { Tokens } from '../../model/json.ts'
import { isMessage } from '../../view/read.ts'
import type { Item, View } from '../../view/view.ts'
import type { HandoverContext } from '../read/context.ts'
import type { Folding } from '../read/folding.ts'
import { CHARS_PER_TOKEN, type HandoverBudgetInput } from './room.ts'

type Sizes = Pick<HandoverBudgetInput, 'viewShare' | 'room'> & { readonly summary?: 'memo' | 'story' }

/** What stands around a hand-over, and what it stands for. */
export function aroundOf(
  view: View,
  ctx: HandoverContext,
  options: Sizes,
  { runs, start, crops }: Folding,
): HandoverBudgetInput {
  const isFolded = (position: number): boolean =>
    position < start && runs.some((run) => position >= run.from && position < run.to)
  const cropped = new Map<string, Crop>(crops.map((crop) => [crop.block, crop]))
  let kept = 0
  let folded = 0
  let told = 0
  for (const [position, item] of view.items.entries()) {
    if (isFolded(position) && isMessage(item)) folded += item.size.tokens
    else if (isFolded(position)) told += item.size.tokens
    else kept += shownTokens(item, cropped)
  }
  const { window, usable, extra } = ctx.budget
  const fixed = extra.tokens + (view.system?.size.tokens ?? 0)
  const { viewShare, room } = options
  return {
    window,
    usable,
    fixed,
    kept,
    // The documents' summaries are made anew each time, from all that is folded.
    ...(options.summary === 'memo' ? { folded: folded + told, told: 0 } : { folded, told }),
    asked: ctx.asked,
    ...(viewShare !== undefined && { viewShare }),
    ...(room !== undefined && { room }),
  }
}

function shownTokens(item: Item, cropped: ReadonlyMap<string, Crop>): Tokens {
  if (!isMessage(item)) return item.size.tokens
  return item.blocks.reduce((sum, shown) => {
    const crop = cropped.get(shown.id)
    const keep = crop?.keep.reduce((bytes, span) => bytes + span.to - span.from, 0)
    return sum + (keep === undefined ? shown.size.tokens : Math.ceil(keep / CHARS_PER_TOKEN))
  }, 0)
}
