import { contentOf, isStored, type Block, type Message } from '../model/message.ts'
import { loadedSummary } from './items.ts'
import type { Batch, Slot } from './view.ts'

/** Long enough to be searched for in a summary; shorter words occur in any text. */
const WORD = /[^\s"'`,;()[\]{}<>]{6,}/g

/** True when a fold of the batch covers the slot or quotes removed text; stored contents count as quoted. */
export function quotesChangedText(batch: Batch, old: Slot, next: Message): boolean {
  const folds = batch.edits.filter((edit) => edit.op === 'fold')
  if (folds.length === 0 || batch.seq < old.since) return false
  if (folds.some((fold) => fold.from <= old.seq && old.seq <= fold.to)) return true
  const gone = removedWords(old.message, next)
  return (
    gone === undefined || folds.some((fold) => gone.some((word) => loadedSummary(fold.summary).text.includes(word)))
  )
}

function removedWords(old: Message, next: Message): string[] | undefined {
  const before = textsOf(old)
  const after = textsOf(next)
  if (!before) return undefined
  const left = after?.join('\n') ?? ''
  return [...new Set(before.flatMap((text) => text.match(WORD) ?? []))].filter((word) => !left.includes(word))
}

function textsOf(message: Message): string[] | undefined {
  const texts = message.blocks.map(textOf)
  return texts.every((text) => text !== undefined) ? texts : undefined
}

function textOf(block: Block): string | undefined {
  if (block.type === 'media') return ''
  const content = contentOf(block)
  return isStored(content) ? undefined : content.text
}
