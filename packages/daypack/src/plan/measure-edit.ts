import type { Crop, Edit, Fold, Seq, SizedEdit } from '../model/edit.ts'
import { parseBlockId } from '../view/read.ts'
import type { Size } from '../model/json.ts'
import type { Count } from '../passes/pass.ts'
import { CALL_OVERHEAD, MESSAGE_OVERHEAD, plus, textSize } from '../tokens/count.ts'
import { cropText, type ReadText } from '../view/render.ts'
import { findBlock, refusal } from '../view/verify.ts'
import type { ShownBlock, View } from '../view/view.ts'

export type MeasuredEdit = { readonly edit: SizedEdit; readonly saved: Size } | { readonly refused: string }

/** `mayGrow`: it is part of something that saves as a whole. */
export async function measureEdit(
  view: View,
  edit: Edit,
  count: Count,
  read: ReadText,
  mayGrow = false,
): Promise<MeasuredEdit> {
  const refused = refusal(view, edit)
  if (refused) return { refused }
  if (edit.op === 'revert') return { edit, saved: NOTHING }
  const text = edit.op === 'crop' ? await shownText(view, edit, read) : edit.summary.text
  if (text.trim() === '' && mustShow(view, edit)) return { refused: 'nothing would be left to see' }
  const overhead =
    edit.op === 'crop' && findBlock(view, edit.block)?.block.type === 'tool-result' ? CALL_OVERHEAD : NOTHING
  const reply = edit.op === 'fold' && edit.summary.reply !== undefined ? textSize(edit.summary.reply, count) : NOTHING
  const shows = plus(plus(textSize(text, count), overhead), reply)
  const now = edit.op === 'crop' ? ownSize(findBlock(view, edit.block)) : runSize(view, edit)
  const saved = { tokens: now.tokens - shows.tokens, bytes: now.bytes - shows.bytes }
  const gains = saved.tokens > 0 || (saved.tokens === 0 && saved.bytes > 0)
  return gains || mayGrow ? { edit: { ...edit, ...shows }, saved } : { refused: 'it would save nothing' }
}

const NOTHING: Size = { tokens: 0, bytes: 0 }

export function firstSeqOf(edit: Edit): Seq {
  return edit.op === 'crop' ? parseBlockId(edit.block).seq : edit.op === 'fold' ? edit.from : 0
}

export function overlap(one: Fold, other: Fold): boolean {
  return one.from <= other.to && other.from <= one.to
}

async function shownText(view: View, edit: Crop, read: ReadText): Promise<string> {
  const block = findBlock(view, edit.block)?.block
  if (block?.type === 'tool-result') return cropText(block.content, edit, read)
  return block?.type === 'text' ? cropText({ text: block.text }, edit, read) : edit.note.text
}

/** Providers reject empty text, and a message with nothing left could break the alternation of roles. */
function mustShow(view: View, edit: Crop | Fold): boolean {
  return edit.op === 'fold' || findBlock(view, edit.block)?.block.type === 'text'
}

function ownSize(shown: ShownBlock | undefined): Size {
  const attached = shown?.attachments?.map((part) => part.size).reduce(plus, NOTHING)
  const size = shown?.size ?? NOTHING
  return attached ? { tokens: size.tokens - attached.tokens, bytes: size.bytes - attached.bytes } : size
}

function runSize(view: View, edit: Fold): Size {
  let total: Size = { tokens: -MESSAGE_OVERHEAD.tokens, bytes: -MESSAGE_OVERHEAD.bytes }
  for (const item of view.items) if (item.seq >= edit.from && item.seq <= edit.to) total = plus(total, item.size)
  return total
}
