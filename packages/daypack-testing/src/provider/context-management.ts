import type { JsonObject } from 'daypack/internal'
import type { Json, Tokens } from 'daypack'
import { arrayOf, objectOf } from './json.ts'
import type { Piece } from './prefix.ts'

export type ServerEdits = { readonly pieces: readonly Piece[]; readonly applied: readonly JsonObject[] }

/** What `clear_tool_uses` of a request does to it; other edits are left undone. */
export function clearOnServer(body: JsonObject, sent: readonly Piece[], size: (piece: Piece) => Tokens): ServerEdits {
  const edit = arrayOf(objectOf(body['context_management'])['edits'])
    .map(objectOf)
    .find(({ type }) => type === 'clear_tool_uses_20250919')
  const before = total(sent, size)
  if (edit === undefined || before <= numberOf(edit['trigger'], 100_000)) return { pieces: sent, applied: [] }
  const calls = sent.filter((piece) => piece.block['type'] === 'tool_use')
  const old = calls.slice(0, Math.max(0, calls.length - numberOf(edit['keep'], 3)))
  const ids = new Set(old.map((piece) => piece.block['id']))
  let count = 0
  const pieces = sent.map((piece) => {
    if (piece.block['type'] !== 'tool_result' || !ids.has(piece.block['tool_use_id'] ?? null)) return piece
    count++
    const block = { ...piece.block, content: '[cleared]' }
    return { ...piece, block, text: JSON.stringify(block) }
  })
  const saved = before - total(pieces, size)
  if (count === 0 || saved < numberOf(edit['clear_at_least'], 0)) return { pieces: sent, applied: [] }
  return {
    pieces,
    applied: [{ type: 'clear_tool_uses_20250919', cleared_tool_uses: count, cleared_input_tokens: saved }],
  }
}

function total(pieces: readonly Piece[], size: (piece: Piece) => Tokens): Tokens {
  return pieces.reduce((sum, piece) => sum + size(piece), 0)
}

function numberOf(threshold: Json | undefined, fallback: number): number {
  const value = objectOf(threshold ?? {})['value']
  return typeof value === 'number' ? value : fallback
}
