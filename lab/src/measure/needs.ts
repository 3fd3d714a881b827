import type { Message } from 'daypack'
import { fileActions, namesIn, texts } from 'daypack/internal'

/** What the agent's next message really used: names it had met before, and lines of files it quoted. */
export type Needs = {
  readonly names: readonly string[]
  readonly stale: readonly string[]
  readonly lines: readonly string[]
  /** Of those lines the ones a tool showed in the running turn, at most 30 replies ago: nobody expects them to be gone. */
  readonly early: readonly string[]
}

/** A name is stale when its latest earlier occurrence is more messages back than this. */
const STALE = 30
const LINES = 6
const EARLY = 30

/** The needs of every reply, by its index. The same for every strategy. */
export function needsOf(messages: readonly Message[]): Map<number, Needs> {
  const lastSeen = new Map<string, number>()
  const said: string[] = []
  const shown: { text: string; at: number; reply: number }[] = []
  let [asked, replies] = [0, 0]
  const found = new Map<number, Needs>()
  for (const [at, message] of messages.entries()) {
    if (message.role === 'assistant') {
      const used = new Set(namesIn(message).flatMap(({ source, names }) => (source === 'call' ? names : [])))
      const names = [...used].filter((name) => lastSeen.has(name))
      const stale = names.filter((name) => at - (lastSeen.get(name) ?? 0) > STALE)
      const lines = quoted(message).filter((line) => said.some((text) => text.includes(line)))
      const recent = shown.filter((one) => one.at > asked && replies - one.reply < EARLY)
      const early = lines.filter((line) => recent.some(({ text }) => text.includes(line)))
      found.set(at, { names, stale, lines, early })
      replies++
    } else if (message.role === 'user') asked = at
    for (const { names } of namesIn(message)) for (const name of names) lastSeen.set(name, at)
    for (const { source, text } of texts(message)) {
      said.push(text)
      if (source === 'result') shown.push({ text, at, reply: replies })
    }
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
