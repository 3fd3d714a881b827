import type { JsonObject } from 'daypack/internal'
import { createHmac } from 'node:crypto'
import { textOf } from './json.ts'
import { chain, digest, type Piece } from './prefix.ts'

export const MISMATCH =
  'Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set ' +
  '`thinking.block_binding.prefix_mismatch_behavior` to "drop_block".'

/** Each block is signed with everything before it, so the kept blocks must be the last ones that were made. */
export function binding(secret: string) {
  return {
    sign(thinking: string, before: readonly Piece[]): string {
      return signature(secret, thinking, prefixOf(before), lastSignature(before))
    },
    /** Positions of thinking blocks that are out of place: the first mismatch and every later one. */
    mismatches(list: readonly Piece[]): number[] {
      const plain: Piece[] = []
      let previous: string | undefined
      let broken = false
      const found: number[] = []
      const hashes = chain(list.filter((piece) => !piece.isThinking))
      list.forEach((piece, index) => {
        if (!piece.isThinking) return void plain.push(piece)
        const signed = textOf(piece.block['signature']) || textOf(piece.block['data'])
        broken ||= !isOurs(signed, textOf(piece.block['thinking']), hashes[plain.length - 1] ?? '', previous)
        if (broken) found.push(index)
        previous = signed
      })
      return found
    },
  }

  function isOurs(signed: string, thinking: string, prefix: string, previous: string | undefined): boolean {
    const [chained = ''] = signed.split('.')
    if (previous !== undefined && chained !== digest(previous)) return false
    return signed === `${chained}.${mac(secret, `${chained}\0${prefix}\0${thinking}`)}`
  }
}

/** Does the request ask for mismatched blocks to be left out rather than refused? */
export function dropsMismatches(body: JsonObject): boolean {
  const thinking = body['thinking'] as { block_binding?: { prefix_mismatch_behavior?: string } } | undefined
  return thinking?.block_binding?.prefix_mismatch_behavior === 'drop_block'
}

function signature(secret: string, thinking: string, prefix: string, previous: string | undefined): string {
  const chained = previous === undefined ? 'first' : digest(previous)
  return `${chained}.${mac(secret, `${chained}\0${prefix}\0${thinking}`)}`
}

function mac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

function prefixOf(before: readonly Piece[]): string {
  return chain(before.filter((piece) => !piece.isThinking)).at(-1) ?? ''
}

function lastSignature(before: readonly Piece[]): string | undefined {
  const last = before.findLast((piece) => piece.isThinking)
  return last && (textOf(last.block['signature']) || textOf(last.block['data']))
}
