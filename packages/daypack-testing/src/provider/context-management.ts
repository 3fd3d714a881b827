import type { JsonObject } from 'daypack/internal'
import type { Json, Tokens } from 'daypack'
import { arrayOf, objectOf, textOf } from './json.ts'
import type { Piece } from './prefix.ts'

export type ServerEdits = {
  readonly pieces: readonly Piece[]
  readonly applied: readonly JsonObject[]
  readonly summary: readonly Json[]
}

const CLEARED = '[cleared]'
const NOTHING: JsonObject = {}

export function clearOnServer(body: JsonObject, sent: readonly Piece[], size: (piece: Piece) => Tokens): ServerEdits {
  let pieces = afterCompaction(sent)
  const applied: JsonObject[] = []
  const summary: Json[] = []
  for (const value of arrayOf(objectOf(body['context_management'])['edits'])) {
    const edit = objectOf(value)
    const before = total(pieces, size)
    if (edit['type'] === 'clear_tool_uses_20250919') {
      const cleared = clearToolUses(pieces, edit, before)
      const saved = before - total(cleared.pieces, size)
      if (cleared.count === 0 || saved < numberOf(edit['clear_at_least'], 0)) continue
      pieces = cleared.pieces
      applied.push({ type: edit['type'], cleared_tool_uses: cleared.count, cleared_input_tokens: saved })
    } else if (edit['type'] === 'clear_thinking_20251015') {
      const cleared = clearThinking(pieces, edit)
      if (cleared.length === pieces.length) continue
      const turns = pieces.length - cleared.length
      pieces = cleared
      applied.push({
        type: edit['type'],
        cleared_thinking_turns: turns,
        cleared_input_tokens: before - total(pieces, size),
      })
    } else if (edit['type'] === 'compact_20260112' && before > numberOf(edit['trigger'], 150_000)) {
      const text = `Summary of ${pieces.filter((piece) => piece.section === 'messages').length} blocks, written by the provider.`
      summary.push({ type: 'compaction', content: text })
    }
  }
  return { pieces, applied, summary }
}

function afterCompaction(sent: readonly Piece[]): readonly Piece[] {
  const last = sent.findLastIndex(
    (piece) => piece.block['type'] === 'compaction' && textOf(piece.block['content']) !== '',
  )
  return last < 0 ? sent : sent.filter((piece, index) => piece.section !== 'messages' || index >= last)
}

function clearToolUses(
  pieces: readonly Piece[],
  edit: JsonObject,
  tokens: Tokens,
): { pieces: readonly Piece[]; count: number } {
  const trigger = objectOf(edit['trigger'])
  const calls = pieces.filter((piece) => piece.block['type'] === 'tool_use')
  const reached =
    trigger['type'] === 'tool_uses' ? calls.length > numberOf(trigger, 0) : tokens > numberOf(edit['trigger'], 100_000)
  if (!reached) return { pieces, count: 0 }
  const spared = new Set(arrayOf(edit['exclude_tools']))
  const old = calls.slice(0, Math.max(0, calls.length - numberOf(edit['keep'], 3)))
  const ids = new Set(old.filter((piece) => !spared.has(piece.block['name'] ?? '')).map((piece) => piece.block['id']))
  let count = 0
  const next = pieces.map((piece) => {
    if (piece.block['type'] !== 'tool_result' || !ids.has(piece.block['tool_use_id'] ?? null)) return piece
    count++
    const block = { ...piece.block, content: CLEARED }
    return { ...piece, block, text: JSON.stringify(block) }
  })
  return { pieces: next, count }
}

function clearThinking(pieces: readonly Piece[], edit: JsonObject): readonly Piece[] {
  const keep = edit['keep']
  if (keep === 'all' || objectOf(keep)['type'] === 'all') return pieces
  const thinking = pieces.filter((piece) => piece.isThinking)
  const dropped = new Set(thinking.slice(0, Math.max(0, thinking.length - numberOf(keep, 1))))
  return pieces.filter((piece) => !dropped.has(piece))
}

function total(pieces: readonly Piece[], size: (piece: Piece) => Tokens): Tokens {
  return pieces.reduce((sum, piece) => sum + size(piece), 0)
}

function numberOf(threshold: Json | undefined, fallback: number): number {
  const value = objectOf(threshold ?? NOTHING)['value']
  return typeof value === 'number' ? value : fallback
}
