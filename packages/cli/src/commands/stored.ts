import type { Block, Entry, Ref } from 'daypack'

export function storedRefs(entry: Entry): Ref[] {
  if (entry.kind === 'message') return entry.message.blocks.flatMap(refsOf)
  if (entry.kind === 'edits')
    return entry.edits.flatMap((edit) =>
      edit.op === 'fold'
        ? [...(edit.summary.refs ?? [])]
        : edit.op === 'crop' && edit.note.ref !== undefined
          ? [edit.note.ref]
          : [],
    )
  return []
}

function refsOf(block: Block): Ref[] {
  if (block.type !== 'tool-result' && block.type !== 'media') return []
  const own = 'ref' in block.content ? [block.content.ref] : []
  return block.type === 'tool-result' ? [...own, ...(block.attachments ?? []).flatMap(refsOf)] : own
}
