import type { View } from 'daypack'
import { numberOf } from 'daypack/internal'

export function numbers(view: View, from: number, to: number): string {
  const [first, last] = [numberOf(view, from), numberOf(view, to)]
  return first >= last ? `number ${last}` : `numbers ${first} to ${last}`
}
