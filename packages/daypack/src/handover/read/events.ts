import { patternOf } from '../../dialects/dialects.ts'
import type { ToolTable } from '../../tools/table.ts'
import { isStored, type Message } from '../../model/message.ts'
import type { Seq } from '../../model/edit.ts'
import type { Settled } from './trials.ts'
import type { Json } from '../../model/json.ts'
import { speech, type Said } from './speech/speech.ts'
import { announces } from '../text/clip.ts'
import { isDump, withoutDumps } from '../text/dump.ts'
import { fresh, type Lately } from './lately.ts'
import { cleanOutput } from './noise.ts'
import { changesOf, keepRecord, type Records } from './records.ts'
import { toldBefore, type Reported } from './reported.ts'
import { tellCall, type CallKind, type Cut } from './call/call.ts'
import { observeStanding, type Standing } from './standing.ts'
import { choosesIn, thoughtOf, weighed } from './thought.ts'

/** What happened, one thing at a time, as the story tells it. */
export type Event = {
  readonly seq: Seq
  readonly kind: 'user' | 'instruction' | 'handover' | 'output' | 'stop' | 'agent' | 'thought' | CallKind
  /** What stands before the words: what was called. Empty for what was said. */
  readonly head: string
  readonly text: string
  readonly full?: string
  readonly cut: Cut
  /** `undefined`: no result was recorded (yet). */
  readonly state?: 'ok' | 'failed' | 'rejected' | 'unknown'
  /** A failure that was tried again, and where. */
  readonly settled?: Settled
  /** The user's words while rejecting or answering a call. */
  readonly said?: string
  readonly key?: string
  readonly changed: readonly string[]
  /** A call that is neither of files nor of programs: whether it changes something, or only looks. */
  readonly deed?: 'writes' | 'looks'
  /** The file it read, when what it told is an outline of that file. */
  readonly looked?: string
  /** What it shows stands among the records, as long as nothing newer does. */
  readonly record?: string
}

/** The events of a conversation, kept up message by message. */
export type Tale = {
  readonly events: Event[]
  /** Calls without a result, by id: where their event stands. */
  readonly open: Map<string, { at: number; tool: string; input: Json }>
  readonly tools: ToolTable | undefined
  /** Records as last seen. */
  readonly records: Records
  /** A result was marked as failed once: the host marks failures. */
  marks: boolean
  last: Message | undefined
  /** What the agent said lately: it is not told again. */
  readonly said: Lately
  readonly reported: Reported
  /** The agent's last words: of texts quoted one after the other only the first is told. */
  words: string
  /** What the host gave the agent to follow: project instructions, environment, date. */
  readonly standing: Standing
  /** The agent has said or done something. */
  hasAgent: boolean
}

export function createTale(tools?: ToolTable): Tale {
  return {
    events: [],
    open: new Map(),
    records: new Map(),
    tools,
    marks: false,
    last: undefined,
    said: new Map(),
    reported: new Map(),
    words: '',
    standing: new Map(),
    hasAgent: false,
  }
}

/** Take in the next message. `asked: false`: it is ours (memory, restored files), not the caller's, and not told. */
export function observeTale(tale: Tale, message: Message, seq: Seq, asked = true): void {
  const explains = message.blocks.some((block) => block.type === 'text' && isExplained(block.text))
  for (const block of message.blocks) {
    if (block.type === 'text' && message.role === 'assistant') {
      const text = once(tale, fresh(tale.said, withoutDumps(block.text.trim()), seq), seq)
      if (text !== '' && !SILENCE.test(text) && !(isDump(text) && isDump(tale.words)))
        tale.events.push({ seq, kind: 'agent', head: '', text, cut: 'speech', changed: [] })
      tale.words = text
    } else if (block.type === 'opaque' && message.role === 'assistant') {
      const thought = thoughtOf(block)
      const text = explains && !choosesIn(thought) ? '' : fresh(tale.said, weighed(thought), seq)
      if (text !== '') tale.events.push({ seq, kind: 'thought', head: '', text, cut: 'speech', changed: [] })
    } else if (block.type === 'tool-call') {
      tale.open.set(block.callId, { at: tale.events.length, tool: block.tool, input: block.input })
      tale.events.push(eventOf(tale, seq, block.tool, block.input, ''))
    } else if (block.type === 'tool-result') {
      const call = tale.open.get(block.callId)
      tale.marks ||= block.isError === true
      if (!call) continue
      tale.open.delete(block.callId)
      const text = isStored(block.content) ? '' : cleanOutput(block.content.text)
      const first = tale.events[call.at] as Event
      const told = eventOf(tale, first.seq, call.tool, call.input, text, block.isError ?? undefined)
      const event = recorded(tale, told, call, text)
      tale.events[call.at] = event.kind === 'report' ? { ...event, text: once(tale, event.text, seq) } : event
    }
  }
  const before = tale.last
  tale.last = message
  tale.hasAgent ||= message.role === 'assistant'
  if (message.role === 'assistant' || message.role === 'system' || !asked) return
  const said = speech(message, before)
  observeStanding(tale.standing, said, seq, !tale.hasAgent)
  for (const event of spoken(said)) {
    const text = event.kind === 'output' ? once(tale, event.text, seq) : event.text
    tale.events.push({ seq, cut: 'speech', changed: [], ...event, text })
  }
}

/** A long text that was told before says where. */
function once(tale: Tale, text: string, seq: Seq): string {
  const before = toldBefore(tale.reported, text, seq)
  if (before === undefined) return text
  const { left } = before
  return left.length === 0 ? `(as told at [${before.seq}])` : `(as told at [${before.seq}], and)\n${left.join('\n')}`
}

/** Words to the user that say what was thought as well: the thought need not be told. */
const EXPLAINS = 240

function isExplained(text: string): boolean {
  return text.length >= EXPLAINS && !announces(text)
}

/** A result that is a record is kept as such; a call that changed one tells what differs. */
function recorded(tale: Tale, event: Event, call: { tool: string; input: Json }, text: string): Event {
  if (event.kind !== 'other' || event.state === 'failed' || event.state === 'rejected') return event
  const writes = event.deed === 'writes'
  const found = keepRecord(tale.records, { seq: event.seq, ...call, writes }, text)
  if (!found) return event
  const { now, before } = found
  const changes = writes && before ? changesOf(before.value, now.value) : ''
  return { ...event, record: `${now.key} ${now.id}`, ...(changes !== '' && { text: changes, cut: 'start' }) }
}

/** The user's words as one event, with what they quote; what the host or a program said in their name apart. */
function spoken(said: readonly Said[]): Pick<Event, 'kind' | 'head' | 'text'>[] {
  const events: Pick<Event, 'kind' | 'head' | 'text'>[] = []
  for (const { by, text, label = '' } of said) {
    const last = events.at(-1)
    const own = by === 'pasted' ? `«${text.trim().replaceAll('»', '›')}»` : text.trim()
    if (by === 'host' || (own === '' && by !== 'stop') || isChatter(by, own)) continue
    if (by === 'user' || by === 'pasted' || by === 'command') {
      if (last?.kind === 'user') events[events.length - 1] = { ...last, text: `${last.text}\n${own}` }
      else events.push({ kind: 'user', head: '', text: own })
    } else events.push({ kind: by === 'skill' ? 'instruction' : by, head: label, text: own })
  }
  return events
}

const SILENCE = patternOf('silence', '^', '$')
const LOCAL_COMMAND = patternOf('localCommands', '^/', String.raw`\b[^\n]{0,40}$`)

/** Commands to the host itself, and what it answered: nothing of the work. */
function isChatter(by: Said['by'], text: string): boolean {
  if (by === 'command') return LOCAL_COMMAND.test(text)
  // The beginning of a command that was sent too early.
  if (by === 'user') return /^\/\w{0,12}$/.test(text)
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
  const { body, full, head, ...rest } = told
  return {
    seq,
    text: body,
    ...rest,
    head,
    ...(full !== undefined && { full }),
  }
}
