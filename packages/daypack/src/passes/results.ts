import { toolCalls, type ToolCallBlock, type ToolResultBlock } from '../model/message.ts'
import type { Seq } from '../model/edit.ts'
import { isMessage, position } from '../view/read.ts'
import type { ShownBlock, ShownMessage, View } from '../view/view.ts'
import { toolFacts, type ToolFacts } from '../tools/facts.ts'
import type { ToolTable } from '../tools/table.ts'
import { normalPath } from '../tools/paths.ts'

export type Result = {
  readonly item: ShownMessage
  readonly position: number
  readonly shown: ShownBlock
  readonly block: ToolResultBlock
  /** The nearest call before it with its id; ids may repeat, and a call may be folded away. */
  readonly call?: ToolCallBlock
  readonly turn: number
  /** Empty when neither the result nor its call names it. */
  readonly tool: string
  readonly facts: ToolFacts
}

/** Tool results of messages from `seq` on, oldest first; those of pinned messages are left out: they must not be cut. */
export function resultsSince(view: View, seq: Seq, tools?: ToolTable): Result[] {
  const from = position(view, seq)
  const found: Result[] = []
  const calls = new Map<string, ToolCallBlock>()
  let turn = callsBefore(view, from)
  for (let at = turn; at < view.items.length; at++) {
    const item = view.items[at]
    if (!isMessage(item)) continue
    if (item.message.role === 'assistant') turn = at
    for (const call of toolCalls(item.message)) calls.set(call.callId, call)
    if (at < from || item.pinned) continue
    for (const shown of item.blocks) {
      const { block } = shown
      if (block.type !== 'tool-result') continue
      const call = calls.get(block.callId)
      const tool = block.tool || call?.tool || ''
      // Worked out when somebody asks: most results are small, and nobody does.
      let known: ToolFacts | undefined
      found.push({
        item,
        position: at,
        shown,
        block,
        turn,
        tool,
        get facts() {
          known ??= toolFacts(tool, call?.input, tools)
          return known
        },
        ...(call && { call }),
      })
    }
  }
  return found
}

export function allResults(view: View, tools?: ToolTable): Result[] {
  return resultsSince(view, 0, tools)
}

function callsBefore(view: View, from: number): number {
  let at = from
  while (at > 0) {
    const item = view.items[at - 1]
    if (!isMessage(item) || item.message.role === 'user') break
    at--
    if (item.message.role === 'assistant') break
  }
  return at
}

/** Results that are never cut: those that give back what was cut, and those of tools named in the list. */
export function isExempt(
  { tool, facts }: { readonly tool: string; readonly facts: ToolFacts },
  names: readonly string[],
): boolean {
  if (facts.kind === 'retrieval') return true
  const last = tool.split('__').at(-1)?.toLowerCase()
  return names.some((name) => name.toLowerCase() === tool.toLowerCase() || name.toLowerCase() === last)
}

/** A share of the kept bytes for the end of a result, by tool name or kind: errors of commands and tests sit there. */
export type TailShares = Readonly<Record<string, number>>
export const DEFAULT_TAIL: TailShares = { shell: 0.4 }

export function tailShare(shares: TailShares, tool: string, kind: string): number {
  return Math.min(1, Math.max(0, shares[tool] ?? shares[kind] ?? 0))
}

/** Files whose text is knowledge or rules: cut later and less. */
export const MARKDOWN = ['*.md', '*.markdown'] as const

/** By the parsed path of the call: `x.mdx` and `a.md/b.py` are not Markdown, nor is a search for ".md". */
export function protectedBy(globs: readonly string[]): (facts: ToolFacts) => boolean {
  const isMatch = matcher(globs)
  return ({ kind, path }) => kind === 'read' && path !== undefined && isMatch(normalPath(path))
}

/** A glob without a slash is about the file's name; case does not matter. */
export function matcher(globs: readonly string[]): (path: string) => boolean {
  const patterns = globs.map((glob) => globPattern((glob.includes('/') ? glob : `**/${glob}`).replace(/^\.\//, '')))
  return (path) => patterns.some((pattern) => pattern.test(path.replace(/^\//, '')))
}

function globPattern(glob: string): RegExp {
  let source = ''
  for (let at = 0; at < glob.length;) {
    const rest = glob.slice(at)
    const [taken, piece] = rest.startsWith('**/')
      ? [3, '(?:.*/)?']
      : rest.startsWith('**')
        ? [2, '.*']
        : single(rest[0] ?? '')
    source += piece
    at += taken
  }
  return new RegExp(`^${source.replace(/^\//, '')}$`, 'i')
}

function single(character: string): [number, string] {
  if (character === '*') return [1, '[^/]*']
  if (character === '?') return [1, '[^/]']
  return [1, character.replace(/[.+^${}()|[\]\\]/, String.raw`\$&`)]
}
