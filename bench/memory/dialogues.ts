import { readFileSync } from 'node:fs'
import { fromHistory } from '../history.ts'

/** A line says a fact when it holds all of these, in any case. */
export type Fact = readonly string[]

export type Dialogue = {
  readonly id: string
  /** What is said on each day, in order. */
  readonly days: readonly (readonly { readonly role: 'user' | 'assistant'; readonly text: string }[])[]
  readonly keep: readonly Fact[]
  /** A judge may take it or leave it. */
  readonly open: readonly Fact[]
  /** Somebody else's words, or said for the moment: must not be kept. */
  readonly never: readonly Fact[]
  /** What was true first, and what is true now. */
  readonly changed: readonly { readonly now: Fact; readonly old: Fact }[]
}

/**
 * Dialogues in a plain format: `== id · style`, then `me`, `ai`, `day` (the next one begins), and what should be noted:
 * `keep a + b`, `now a + b / c + d`, `open a + b`; `never a + b` must not be noted. A line with none of these words goes on with what was said before.
 */
export function dialoguesIn(part: string): Dialogue[] {
  return parseDialogues(storedText(part))
}

export function storedText(part: string): string {
  return fromHistory(`memory/dialogues/${part}.txt`)
}

export function dialoguesAt(file: string | URL): Dialogue[] {
  return parseDialogues(readFileSync(file, 'utf8'))
}

function parseDialogues(text: string): Dialogue[] {
  return text.split(/^== /m).slice(1).map(dialogue)
}

function dialogue(block: string): Dialogue {
  const [head = '', ...lines] = block.trimEnd().split('\n')
  const days: { role: 'user' | 'assistant'; text: string }[][] = [[]]
  const [keep, open, never]: [Fact[], Fact[], Fact[]] = [[], [], []]
  const changed: { now: Fact; old: Fact }[] = []
  for (const line of lines) {
    const [, word, rest = ''] = /^(me|ai|keep|now|day|open|never)(?: (.*))?$/.exec(line) ?? []
    const last = days.at(-1)?.at(-1)
    if (word === 'me' || word === 'ai') days.at(-1)?.push({ role: word === 'me' ? 'user' : 'assistant', text: rest })
    else if (word === 'keep') keep.push(fact(rest))
    else if (word === 'open') open.push(fact(rest))
    else if (word === 'never') never.push(fact(rest))
    else if (word === 'day') days.push([])
    else if (word === 'now') {
      const [now = '', old = ''] = rest.split(' / ')
      changed.push({ now: fact(now), old: fact(old) })
    } else if (last !== undefined) last.text += `\n${line}`
  }
  return { id: head.split(' ')[0] ?? '', days, keep, changed, open, never }
}

function fact(text: string): Fact {
  return text.split(' + ').map((part) => part.trim().toLowerCase())
}

/** Whether a line says a fact. */
export function says(line: string, fact: Fact): boolean {
  const text = line.toLowerCase()
  return fact.every((part) => text.includes(part))
}
