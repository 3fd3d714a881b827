import type { Crop, Pass } from 'daypack'

/**
 * A pass from outside: progress bars of a tool leave one line behind. It proposes crops and nothing else; when they land,
 * what they save, undo and explanation are the planner's.
 */
export function hush(options: { readonly keep?: number } = {}): Pass {
  const { keep = 2 } = options
  return {
    name: 'hush',
    propose(view) {
      const noisy = view.items
        .slice(0, Math.max(0, view.items.length - keep))
        .flatMap((item) =>
          item.kind === 'message' && !item.pinned
            ? item.blocks.filter(({ block, crop }) => block.type === 'tool-result' && !crop && isBar(block.content))
            : [],
        )
      const edits = noisy.map(({ id }): Crop => ({ op: 'crop', block: id, keep: [], note: { text: '[progress bar]' } }))
      return { why: `${edits.length} progress bars hushed`, edits }
    },
  }
}

function isBar(content: { readonly text?: string; readonly ref?: string }): boolean {
  return (
    content.text !== undefined && content.text.length > 200 && /^(?:\s*\d{1,3}%[ #=>.|-]*\r?\n?)+$/.test(content.text)
  )
}
