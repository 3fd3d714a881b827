import type { DayPlace } from '../../model/driver.ts'
import type { Seq } from '../../model/edit.ts'

export type SavedOutput = { readonly path: string; readonly what: string }

/** Where the folded dialog can be read: real day files, line ranges and counts, and outputs kept apart. */
export function renderGuide(
  places: readonly DayPlace[],
  numberOf: (seq: Seq) => number,
  outputs: readonly SavedOutput[],
  readTool: string,
  isShort = false,
): string {
  const lines: string[] = []
  const files = Map.groupBy(places, (place) => place.file)
  for (const [file, own] of files) {
    const numbers = own.map((place) => place.line)
    const from = Math.min(...numbers)
    const to = Math.max(...numbers)
    const told = own.map((place) => numberOf(place.seq))
    lines.push(`- ${file} lines ${from}-${to}: messages ${Math.min(...told)}-${Math.max(...told)}`)
  }
  if (lines.length > 0) {
    lines.unshift(
      `${isShort ? '' : 'The folded dialog is kept whole, one JSON message a line, oldest first. '}Read it${readTool === '' ? '' : ` with \`${readTool}\``}, from the end backwards:`,
    )
  }
  if (outputs.length > 0)
    lines.push('Long outputs kept apart:', ...outputs.map((output) => `- ${output.path}: ${output.what}`))
  return lines.join('\n')
}
