import { short } from '../../replay/meter.ts'
import { count } from '../../show/words.ts'
import { numbers } from '../numbers.ts'
import type { Chat } from '../types.ts'

export async function forecast({ session }: Chat): Promise<string[]> {
  const { before, after, changes, why } = await session.preview()
  if (changes.length === 0) return [`change nothing: ${why}`]
  const folded = changes.flatMap((change) => (change.what === 'folded' ? [change] : []))
  const cropped = changes.filter((change) => change.what === 'cropped' || change.what === 'dropped')
  return [
    `bring ${short(before.tokens)} down to ${short(after.tokens)} tokens`,
    ...folded.map(
      (change) =>
        `fold ${count(change.messages, 'message')}, ${numbers(session.view, change.from, change.to)}, into a summary of ${short(change.size.tokens)}`,
    ),
    ...(cropped.length > 0 ? [`shorten ${count(cropped.length, 'tool result')} or other parts`] : []),
  ]
}
