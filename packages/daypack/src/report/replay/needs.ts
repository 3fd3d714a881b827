import { fileActions } from '../../tools/actions.ts'
import type { Message } from '../../model/message.ts'
import { namesIn } from '../../handover/names.ts'
import { texts } from '../../handover/texts.ts'

/** What the agent's next message really used: names it had met before, and lines of files it quoted. */
export type Needs = {
  readonly names: readonly string[]
  readonly stale: readonly string[]
  readonly lines: readonly string[]
}

/** A name is stale when its latest earlier occurrence is more messages back than this. */
const STALE = 30
const LINES = 6

/** The needs of every reply, by its index. The same for every strategy. */
export function needsOf(messages: readonly Message[]): Map<number, Needs> {
  const lastSeen = new Map<string, number>()
  const said: string[] = []
  const found = new Map<number, Needs>()
  for (const [at, message] of messages.entries()) {
    if (message.role === 'assistant') {
      const used = new Set(namesIn(message).flatMap(({ source, names }) => (source === 'call' ? names : [])))
      const names = [...used].filter((name) => lastSeen.has(name))
      const stale = names.filter((name) => at - (lastSeen.get(name) ?? 0) > STALE)
      const lines = quoted(message).filter((line) => said.some((text) => text.includes(line)))
      found.set(at, { names, stale, lines })
    }
    for (const { names } of namesIn(message)) for (const name of names) lastSeen.set(name, at)
    said.push(...texts(message).map(({ text }) => text))
  }
  return found
}

/** The six longest lines of what each edit quotes. */
function quoted(message: Message): string[] {
  return message.blocks.flatMap((block) => {
    if (block.type !== 'tool-call') return []
    const lines = fileActions(block.tool, block.input).flatMap((action) =>
      action.type === 'edit' ? action.changes.flatMap((change) => change.old.split('\n')) : [],
    )
    return lines
      .filter((line) => line.trim() !== '')
      .toSorted((one, other) => other.length - one.length)
      .slice(0, LINES)
  })
}
