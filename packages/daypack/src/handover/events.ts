import type { ToolTable } from '../tools/table.ts'
import { isStored } from '../model/block.ts'
import type { Seq } from '../model/edit.ts'
import type { Json } from '../model/json.ts'
import type { Message } from '../model/message.ts'
import { speech, type Said } from './speech.ts'
import { tellCall, type CallKind } from './tell-call.ts'

/** What happened, one thing at a time, as the story tells it. */
export type Event = {
  readonly seq: Seq
  readonly kind: 'user' | 'instruction' | 'handover' | 'output' | 'stop' | 'agent' | CallKind
  /** What stands before the words: what was called. Empty for what was said. */
  readonly head: string
  readonly text: string
  readonly full?: string
  readonly cut: 'speech' | 'output' | 'start' | 'list'
  /** `undefined`: no result was recorded (yet). */
  readonly state?: 'ok' | 'failed' | 'rejected' | 'unknown'
  /** The user's words while rejecting or answering a call. */
  readonly said?: string
  readonly key?: string
  readonly changed: readonly string[]
}

/** The events of a conversation, kept up message by message. */
export type Tale = {
  readonly events: Event[]
  /** Calls without a result, by id: where their event stands. */
  readonly open: Map<string, { at: number; tool: string; input: Json }>
  readonly tools: ToolTable | undefined
  /** A result was marked as failed once: the host marks failures. */
  marks: boolean
  last: Message | undefined
  /** What the host said around the first request: project instructions, environment. */
  standing: string
}

export function createTale(tools?: ToolTable): Tale {
  return { events: [], open: new Map(), tools, marks: false, last: undefined, standing: '' }
}

/** Take in the next message. `asked: false`: it is ours (memory, restored files), not the caller's, and not told. */
export function observeTale(tale: Tale, message: Message, seq: Seq, asked = true): void {
  for (const block of message.blocks) {
    if (
      block.type === 'text' &&
      message.role === 'assistant' &&
      !/^(?:No response requested\.)?$/.test(block.text.trim())
    )
      tale.events.push({ seq, kind: 'agent', head: '', text: block.text.trim(), cut: 'speech', changed: [] })
    else if (block.type === 'tool-call') {
      tale.open.set(block.callId, { at: tale.events.length, tool: block.tool, input: block.input })
      tale.events.push(eventOf(tale, seq, block.tool, block.input, ''))
    } else if (block.type === 'tool-result') {
      const call = tale.open.get(block.callId)
      tale.marks ||= block.isError === true
      if (!call) continue
      tale.open.delete(block.callId)
      const text = isStored(block.content) ? '' : block.content.text
      const first = tale.events[call.at] as Event
      tale.events[call.at] = eventOf(tale, first.seq, call.tool, call.input, text, block.isError ?? undefined)
    }
  }
  const before = tale.last
  tale.last = message
  if (message.role === 'assistant' || message.role === 'system' || !asked) return
  const said = speech(message, before)
  if (tale.standing === '' && !tale.events.some((event) => event.kind === 'agent'))
    tale.standing = said.flatMap((part) => (part.by === 'host' ? [part.text.trim()] : [])).join('\n')
  for (const event of spoken(said)) tale.events.push({ seq, cut: 'speech', changed: [], ...event })
}

/** The user's words as one event, with what they quote; what the host or a program said in their name apart. */
function spoken(said: readonly Said[]): Pick<Event, 'kind' | 'head' | 'text'>[] {
  const events: Pick<Event, 'kind' | 'head' | 'text'>[] = []
  for (const { by, text, label = '' } of said) {
    const last = events.at(-1)
    const own = by === 'pasted' ? `«${text.trim()}»` : text.trim()
    if (by === 'host' || (own === '' && by !== 'stop') || isChatter(by, own)) continue
    if (by === 'user' || by === 'pasted' || by === 'command') {
      if (last?.kind === 'user') events[events.length - 1] = { ...last, text: `${last.text}\n${own}` }
      else events.push({ kind: 'user', head: '', text: own })
    } else events.push({ kind: by === 'skill' ? 'instruction' : by, head: label, text: own })
  }
  return events
}

/** Commands to the host itself, and what it answered: nothing of the work. */
function isChatter(by: Said['by'], text: string): boolean {
  if (by === 'command')
    return /^\/(?:exit|quit|clear|model|config|status|login|logout|help|cost|context|usage|resume|compact|mcp|doctor)\b[^\n]{0,40}$/.test(
      text,
    )
  return by === 'output' && text.length < 80 && !/\d/.test(text)
}

function eventOf(tale: Tale, seq: Seq, tool: string, input: Json, text: string, isError?: boolean): Event {
  const { marks, tools } = tale
  const told = tellCall({
    tool,
    input,
    text,
    marks,
    ...(isError !== undefined && { isError }),
    ...(tools && { tools }),
  })
  const { body, ...rest } = told
  return { seq, text: body, ...rest }
}
