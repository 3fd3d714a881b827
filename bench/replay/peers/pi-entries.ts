// Wire messages as the session entries of pi, which OpenClaw shares.
import type { Tokens } from '../../../packages/daypack/src/model/json.ts'
import { blocks, results, textOfWire, type Wire } from './wire.ts'

/** For small windows the two constants are scaled like everybody's. */
export function piSettings(window: Tokens): object {
  return {
    enabled: true,
    reserveTokens: Math.min(16_384, window * 0.25),
    keepRecentTokens: Math.min(20_000, window * 0.3),
  }
}

export type PiEntry = {
  readonly type: 'message'
  readonly id: string
  readonly parentId: string | null
  readonly timestamp: string
  readonly message: object
}

/** The position is in the id; results of one message become entries of their own. */
export function piEntries(wires: readonly Wire[], from: number): PiEntry[] {
  const entries: PiEntry[] = []
  const timestamp = new Date(0).toISOString()
  const add = (id: string, message: object) =>
    entries.push({ type: 'message', id, parentId: entries.at(-1)?.id ?? null, timestamp, message })
  for (const [index, wire] of wires.entries()) {
    const at = from + index
    if (wire['role'] === 'assistant') {
      add(`${at}`, { role: 'assistant', content: parts(wire), stopReason: 'toolUse', timestamp: 0 })
    } else if (results(wire).length > 0) {
      for (const [nth, { id, text }] of results(wire).entries()) {
        const content = [{ type: 'text', text }]
        const answer = { role: 'toolResult', toolCallId: id, toolName: '', content, isError: false, timestamp: 0 }
        add(`${at}.${nth}`, answer)
      }
    } else add(`${at}`, { role: 'user', content: [{ type: 'text', text: textOfWire(wire) }], timestamp: 0 })
  }
  return entries
}

export const positionOfEntry = (id: string) => Number(id.split('.')[0])

function parts(wire: Wire): object[] {
  return blocks(wire).flatMap((block): object[] => {
    if (block['type'] === 'text') return [{ type: 'text', text: block['text'] }]
    if (block['type'] === 'thinking') return [{ type: 'thinking', thinking: block['thinking'] }]
    return block['type'] === 'tool_use'
      ? [{ type: 'toolCall', id: block['id'], name: block['name'], arguments: block['input'] }]
      : []
  })
}
