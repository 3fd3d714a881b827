import { patternOf } from '../../dialects/dialects.ts'
import type { ToolTable } from '../../tools/table.ts'
import { isStored, type Message } from '../../model/message.ts'
import type { Seq } from '../../model/edit.ts'
import type { Json } from '../../model/json.ts'
import { announces } from '../text/sentences.ts'
import { tellCall, type CallKind, type ToldCall } from './call/call.ts'
import { LOST } from './call/outcome.ts'
import { settle, type FailedTries, type Settled } from './failures.ts'
import { cleanOutput } from './noise.ts'
import { changesOf, keepRecord, type Records } from './records.ts'
import { speech, type Said } from '../../speech/speech.ts'
import { endModes, observeStanding, type Standing } from './standing.ts'
import { thoughtOf, extractDeliberation } from './thought.ts'

/** What happened, one thing at a time, as the story tells it: something said, or a call with what came out of it. */
export type Event = Omit<ToldCall, 'kind' | 'state'> & {
  readonly seq: Seq
  readonly kind: 'user' | 'instruction' | 'handover' | 'output' | 'stop' | 'agent' | 'thought' | CallKind
  /** `undefined`: no result was recorded (yet). */
  readonly state?: ToldCall['state']
  /** A failure that was tried again, and where. */
  readonly settled?: Settled
  /** What it shows stands among the records, as long as nothing newer does. */
  readonly record?: string
}

/** The events of a conversation, kept up message by message. */
export type Timeline = {
  readonly events: Event[]
  /** Calls without a result, by id: where their event stands. */
  readonly open: Map<string, { at: number; tool: string; input: Json }>
  readonly failures: FailedTries
  readonly tools: ToolTable | undefined
  /** Records as last seen. */
  readonly records: Records
  /** A result was marked as failed once: the host marks failures. */
  marks: boolean
  last: Message | undefined
  /** What the host gave the agent to follow: project instructions, environment, date. */
  readonly standing: Standing
  /** The agent has said or done something. */
  hasAgent: boolean
}

export function createTimeline(tools?: ToolTable): Timeline {
  return {
    events: [],
    open: new Map(),
    records: new Map(),
    failures: { all: [], open: [] },
    tools,
    marks: false,
    last: undefined,
    standing: new Map(),
    hasAgent: false,
  }
}

/** Take in the next message. `asked: false`: it is ours (memory, restored files), not the caller's, and not told. */
export function observeTimeline(timeline: Timeline, message: Message, seq: Seq, asked = true): void {
  const before = timeline.last
  timeline.last = message
  if (message.role === 'assistant') observeAgent(timeline, message, seq)
  observeResults(timeline, message, seq)
  if (message.role === 'assistant' || message.role === 'system' || !asked) return
  const said = speech(message, before)
  observeStanding(timeline.standing, said, seq, !timeline.hasAgent)
  timeline.events.push(...spoken(said, seq))
}

function observeResults(timeline: Timeline, message: Message, seq: Seq): void {
  for (const block of message.blocks) {
    if (block.type !== 'tool-result') continue
    const call = timeline.open.get(block.callId)
    if (!call) continue
    timeline.open.delete(block.callId)
    const text = isStored(block.content) ? '' : cleanOutput(block.content.text)
    endModes(timeline.standing, text)
    const told = eventOf(timeline, timeline.events[call.at]?.seq ?? seq, call, text, block.isError)
    timeline.events[call.at] = recorded(timeline, told, call, text)
    if (LOST.test(text.slice(0, 200))) continue
    timeline.marks ||= block.isError === true
    settle(timeline.failures, timeline.events, { at: call.at, called: call, seq }, timeline.tools)
  }
}

const SILENCE = patternOf('silence', '^', '$')
/** Words to the user this long say what was thought as well: the thought need not be told. */
const EXPLAINS = 240

function observeAgent(timeline: Timeline, message: Message, seq: Seq): void {
  timeline.hasAgent = true
  const isExplained = message.blocks.some(
    (block) => block.type === 'text' && block.text.length >= EXPLAINS && !announces(block.text),
  )
  for (const block of message.blocks) {
    if (block.type === 'text') {
      const text = block.text.trim()
      if (text !== '' && !SILENCE.test(text)) timeline.events.push(words(seq, 'agent', text))
    } else if (block.type === 'opaque') {
      const text = isExplained ? '' : extractDeliberation(thoughtOf(block))
      if (text !== '') timeline.events.push(words(seq, 'thought', text))
    } else if (block.type === 'tool-call') {
      const { tool, input } = block
      timeline.open.set(block.callId, { at: timeline.events.length, tool, input })
      timeline.events.push(eventOf(timeline, seq, block, ''))
    }
  }
}

/** One for all: an event stays for as long as the session is open. */
const NOTHING: readonly string[] = []

function words(seq: Seq, kind: Event['kind'], text: string, head = ''): Event {
  return { seq, kind, head, text, cut: 'speech', changed: NOTHING }
}

type Call = { readonly tool: string; readonly input: Json }

function eventOf({ marks, tools }: Timeline, seq: Seq, { tool, input }: Call, text: string, isError?: boolean): Event {
  return { seq, ...tellCall({ tool, input, text, marks, isError, tools }) }
}

/** A result that is a record is kept as such; a call that changed one tells what differs. */
function recorded(timeline: Timeline, event: Event, call: Call, text: string): Event {
  if (event.kind !== 'other' || event.state === 'failed' || event.state === 'rejected') return event
  const writes = event.effect === 'write'
  const found = keepRecord(timeline.records, { seq: event.seq, ...call, writes }, text)
  if (!found) return event
  const { now, before } = found
  const changes = writes && before ? changesOf(before.value, now.value) : ''
  return { ...event, record: `${now.key} ${now.id}`, ...(changes !== '' && { text: changes, cut: 'start' }) }
}

/** The user's words as one event, with what they quote; what the host or a program said in their name apart. */
function spoken(said: readonly Said[], seq: Seq): Event[] {
  const events: Event[] = []
  for (const { by, text, label = '' } of said) {
    const last = events.at(-1)
    const own = by === 'pasted' ? `«${text.trim().replaceAll('»', '›')}»` : text.trim()
    if (by === 'host' || (own === '' && by !== 'stop') || isChatter(by, own)) continue
    if (by === 'user' || by === 'pasted' || by === 'command') {
      if (last?.kind === 'user') events[events.length - 1] = { ...last, text: `${last.text}\n${own}` }
      else events.push(words(seq, 'user', own))
    } else events.push(words(seq, by === 'skill' ? 'instruction' : by, own, label))
  }
  return events
}

const LOCAL_COMMAND = patternOf('localCommands', '^/', String.raw`\b[^\n]{0,40}$`)

/** Commands to the host itself, and what it answered: nothing of the work. */
function isChatter(by: Said['by'], text: string): boolean {
  if (by === 'command') return LOCAL_COMMAND.test(text)
  // The beginning of a command that was sent too early.
  if (by === 'user') return /^\/\w{0,12}$/.test(text)
  return by === 'output' && text.length < 80 && !/\d/.test(text)
}
