import type { Json, Message } from 'daypack'
import { createTimeline, isObject, observeTimeline, textOf } from 'daypack/internal'
import type { Digest } from './digest.ts'

/** Something that was open in the recording, from one message to another, and the words by which a view tells it. */
export type Open = {
  readonly kind: 'failure' | 'todo' | 'announced'
  readonly words: readonly string[]
  readonly from: number
  /** The first message after which it was closed; Infinity when the recording never closes it. */
  readonly to: number
}

/** Items told as open that the recording can be asked about, and those of them that were closed before. */
export type OpenItems = { readonly told: number; readonly closed: number }

/** Failures up to the next try, tasks up to when they are marked done, and announcements up to the results of their calls. */
export function openings(messages: readonly Message[]): Open[] {
  return [...failures(messages), ...todos(messages), ...announcements(messages)]
}

function failures(messages: readonly Message[]): Open[] {
  const timeline = createTimeline()
  for (const [at, message] of messages.entries()) observeTimeline(timeline, message, at)
  return timeline.failures.all.map(({ seq, thing, retriedAt = Infinity }): Open => {
    const words = [thing.what, ...thing.to.slice(0, 3)].filter((word) => word.length < 120)
    return { kind: 'failure', words, from: seq, to: retriedAt }
  })
}

const DONE = /^(?:completed?|done|finished|closed|deleted|cancelled)$/i
const SHOWN = 60

function todos(messages: readonly Message[]): Open[] {
  const found = new Map<string, { from: number; to: number }>()
  for (const [at, message] of messages.entries()) {
    for (const block of message.blocks) {
      if (block.type !== 'tool-call' || !/todo|plan|task/i.test(block.tool)) continue
      for (const { text, isDone } of tasksIn(block.input)) {
        const known = found.get(text)
        if (!known) found.set(text, { from: at, to: isDone ? at : Infinity })
        else if (isDone) known.to = Math.min(known.to, at)
        else known.to = Infinity
      }
    }
  }
  return [...found].map(([text, span]) => ({ kind: 'todo', words: [text.slice(0, SHOWN)], ...span }))
}

function tasksIn(input: Json): { text: string; isDone: boolean }[] {
  const list = isObject(input) ? (input['todos'] ?? input['plan'] ?? input['items']) : undefined
  if (!Array.isArray(list)) return []
  return list.filter(isObject).flatMap((item) => {
    const text = [item['content'], item['step'], item['text'], item['title']].find((value) => typeof value === 'string')
    const status = item['status']
    return typeof text === 'string' && text.length >= 8
      ? [{ text, isDone: typeof status === 'string' && DONE.test(status) }]
      : []
  })
}

/** "Let me read the provider files:" and then the call that reads them. */
const ANNOUNCES = /^(?:now |next |first |then )*,?\s*(?:let me|let's|i'll|i will|i'm going to)\b.{12,}:$/i

function announcements(messages: readonly Message[]): Open[] {
  return messages.flatMap((message, at) => {
    if (message.role !== 'assistant' || !message.blocks.some(({ type }) => type === 'tool-call')) return []
    return textOf(message)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => ANNOUNCES.test(line))
      .map((line): Open => ({ kind: 'announced', words: [line.slice(0, SHOWN)], from: at, to: at + 1 }))
  })
}

const HEADING = /^\s*(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$|[A-Z][\w &/-]{2,40}:\s*$)/
const OPEN_HEADING =
  /in progress|blocked|next steps?|\bopen\b|pending|failing|to.?dos?\b|remaining|unresolved|outstanding|not done|current work|still/i
/** The user's own words stand below it, as they were said. */
const REQUEST = /^# Latest request\b/
/** An event with its number: what happened then, no list of what is open. */
const TOLD_IN_ORDER = /^\s*\[\d+\]/
const FAILS = /fail|error|blocked|exit(?:ed| code)?:? [1-9]|✗|✘|❌/i
const TELLS_DONE = /\[x\]|✓|✔|☑|✅|\b(?:done|completed|finished|fixed|solved|resolved|passed|went through)\b/i

type Item = { readonly matches: readonly Open[]; readonly rest: string }

/** Reads each hand-over once; what is closed by then is looked up at every step. */
export function itemReader(
  all: readonly Open[],
): (handover: readonly Digest[], after: readonly Digest[], at: number) => OpenItems {
  const read = new WeakMap<Digest, readonly Item[]>()
  return (handover, after, at) => {
    let told = 0
    let closed = 0
    for (const digest of handover) {
      let items = read.get(digest)
      if (!items)
        read.set(
          digest,
          (items = itemsIn(
            digest.text,
            all.filter(({ from }) => from < at),
          )),
        )
      for (const { matches, rest } of items) {
        told++
        const isOver = matches.every(({ to }) => to < at)
        if (isOver && !matches.some((one) => isToldAgain(one, rest, after))) closed++
      }
    }
    return { told, closed }
  }
}

function itemsIn(text: string, all: readonly Open[]): Item[] {
  const items: Item[] = []
  let isOpen = false
  let isQuote = false
  let from = 0
  for (const line of text.split('\n')) {
    from += line.length + 1
    if (TOLD_IN_ORDER.test(line)) isOpen = false
    if (HEADING.test(line)) {
      isOpen = OPEN_HEADING.test(line)
      isQuote = REQUEST.test(line)
    } else if (!isQuote && !TELLS_DONE.test(line)) {
      const tells = (one: Open) =>
        (isOpen || (one.kind === 'failure' && FAILS.test(outcomeIn(line)))) && names(line, one)
      const matches = all.filter(tells)
      if (matches.length > 0) items.push({ matches, rest: text.slice(from) })
    }
  }
  return items
}

/** Of a call what came of it: its own words may ask for failures. */
const outcomeIn = (line: string) => line.slice(line.lastIndexOf(' → ') + 1)

const names = (line: string, { words }: Open) => words.every((word) => line.includes(word))

/** What comes later in the view tells that it went on: then nobody is misled. */
function isToldAgain(one: Open, rest: string, after: readonly Digest[]): boolean {
  if (one.kind === 'announced') return false
  const tells = (text: string) => text.split('\n').some((line) => names(line, one) && !FAILS.test(line))
  return tells(rest) || after.some(({ text }) => tells(text))
}
