import type { Statement } from './evidence.ts'
import { clipMiddle, flat } from './sentences.ts'

/** Of an earlier request its head and tail are shown. */
const HEAD = 400
const TAIL = 200

/** Earlier requests of the person, newest first, quoted with their seq, within `maxBytes`. */
export function renderRequests(requests: readonly Statement[], maxBytes: number): string {
  const lines: string[] = []
  let used = 0
  for (const request of requests.toReversed()) {
    const line = `- [seq ${request.seq}] ${clipMiddle(flat(request.text), HEAD, TAIL)}`
    const cost = Buffer.byteLength(line) + 1
    if (used + cost > maxBytes) continue
    lines.push(line)
    used += cost
  }
  return lines.join('\n')
}
