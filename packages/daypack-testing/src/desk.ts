import {
  type Billed,
  byBytes,
  type Content,
  type Draft,
  type Entry,
  type Json,
  type Message,
  type Millis,
  type Pass,
  type PassContext,
  type Plan,
  type Policy,
  ratios,
  render,
  type Tide,
  type Timing,
  type Tokens,
  type ToolTable,
  type View,
} from 'daypack'
import {
  DEFAULT_PRICES,
  EMPTY_VIEW,
  contextOf,
  extend,
  intake,
  isStored,
  measure,
  plan,
  readerNamed,
  toolResults,
  toolTable,
  type Effects,
  type PlannerInput,
  type ReadText,
  type StoredContent,
} from 'daypack/internal'

export type DeskOptions = {
  readonly window?: Tokens
  readonly maxOutput?: Tokens
  readonly policy?: Policy
  readonly timing?: Timing
  readonly inlineMaxBytes?: number
  readonly readTool?: string
  readonly tools?: ToolTable
  readonly idleMs?: Millis
  readonly bytesPerToken?: number
  /** Nothing can be saved: every attempt to store a blob fails. */
  readonly readOnly?: boolean
}

export type Desk = {
  readonly view: View
  readonly entries: readonly Entry[]
  readonly blobs: ReadonlyMap<string, string>
  readonly bytesRead: number
  say(...messages: readonly Message[]): Promise<void>
  context(changes?: Partial<PassContext>): PassContext
  plan(passes: readonly Pass[], conditions?: Partial<PlannerInput['conditions']>): Promise<Plan>
  run(passes: readonly Pass[], conditions?: Partial<PlannerInput['conditions']>): Promise<Plan>
  mark(name: string, data: Json): void
  revertAll(): void
  bill(billed: Billed): void
  shown(): Promise<readonly Message[]>
  results(): Promise<string[]>
  pathOf(ref: string): string
}

/**
 * A pack in memory with its own clock, to try passes by hand.
 *
 * @example
 * import { trim } from 'daypack/presets'
 * import { openDesk, request, step } from 'daypack-testing'
 *
 * const desk = openDesk({ window: 30_000 })
 * await desk.say(request('Look.'), ...step({ tool: 'bash', output: 'line\n'.repeat(5_000) }), request('And?'))
 * await desk.run([trim({ maxBytes: 3_000, recent: 1 })], { isForced: true })
 * if ((await desk.results())[0]?.length === 25_000) throw new Error('it was cut')
 */
export function openDesk(options: DeskOptions = {}): Desk {
  const { window = 100_000, maxOutput = 0, policy = ratios(), timing = 'tide', inlineMaxBytes = 8_192 } = options
  const { readTool = 'read_file', idleMs = 0, readOnly = false } = options
  const tools = toolTable(options.tools)
  const counter = byBytes(options.bytesPerToken ?? 4)
  const entries: Entry[] = []
  const blobs = new Map<string, string>()
  let view = EMPTY_VIEW
  let bytesRead = 0
  let now = 1_000_000

  const push = (body: Draft): void => {
    now += 1_000
    const entry: Entry = { seq: view.head + 1, at: now, ...body }
    entries.push(entry)
    view = extend(view, [entry])
  }
  const store = (text: string): Promise<StoredContent> => {
    if (readOnly) return Promise.reject(new Error('the folder cannot be written to'))
    const data = Buffer.from(text)
    const measured = measure(data)
    blobs.set(measured.ref, data.toString('utf8'))
    return Promise.resolve(measured)
  }
  const raw = (content: Content): Promise<string> => {
    const text = isStored(content) ? blobs.get(content.ref) : content.text
    return text === undefined ? Promise.reject(new Error('that blob is gone')) : Promise.resolve(text)
  }
  const bytesIn = (text: string, from: number, to: number): Buffer => {
    const part = Buffer.from(text).subarray(from, to)
    bytesRead += part.length
    return part
  }
  const read: ReadText = async (content, span) => {
    const text = await raw(content)
    if (span) return bytesIn(text, span.from, span.to).toString('utf8')
    bytesRead += Buffer.byteLength(text)
    return text
  }
  const pathOf = (ref: string): string => `tool_result/${ref}.txt`
  const contentOf = (block: Parameters<PassContext['read']>[0]['block']) =>
    block.type === 'tool-result' || block.type === 'media'
      ? block.content
      : { text: block.type === 'text' ? block.text : '' }
  const input = (passes: readonly Pass[], conditions: Partial<PlannerInput['conditions']> = {}): PlannerInput => ({
    passes,
    timing,
    policy,
    limits: { window, maxOutput, maxBytes: 30_000_000, extra: { tokens: 0, bytes: 0 }, prices: DEFAULT_PRICES },
    conditions: { isCold: false, isSwitch: false, isForced: false, ...conditions },
    sent: 0,
    now,
    facts: { idleMs, reasoning: { binds: false, requires: false }, reader: () => readerNamed(readTool, tools), tools },
  })
  const effects: Effects = {
    count: counter.count,
    readText: read,
    read: (shown) => read(contentOf(shown.block)),
    slice: async (shown, from, to) => bytesIn(await raw(contentOf(shown.block)), from, to),
    store,
    path: pathOf,
  }
  const desk: Desk = {
    get view() {
      return view
    },
    entries,
    blobs,
    get bytesRead() {
      return bytesRead
    },
    async say(...messages) {
      // What never could be saved stays inline, as the log keeps it then.
      const inline = readOnly ? Infinity : inlineMaxBytes
      for (const message of messages) push(await intake(message, { counter, inlineMaxBytes: inline, store }))
    },
    context(changes = {}) {
      const used = view.size
      const mark = (share: number) => ({ tokens: Math.floor(window * share), bytes: 15_000_000 })
      const budget = {
        window,
        usable: window - maxOutput,
        used,
        extra: { tokens: 0, bytes: 0 },
        high: mark(0.8),
        low: mark(0.5),
        maxBytes: 30_000_000,
      }
      const tide: Tide = 'pressure'
      return { ...contextOf(input([]), effects, { budget, tide, fresh: view.sent + 1 }), ...changes }
    },
    plan: (passes, conditions) => plan(view, input(passes, conditions), effects),
    async run(passes, conditions) {
      const made = await plan(view, input(passes, conditions), effects)
      entries.push(...made.entries)
      view = made.view
      return made
    },
    revertAll() {
      const edits = view.batches
        .filter((batch) => batch.active)
        .map((batch) => ({ op: 'revert' as const, seq: batch.seq }))
      if (edits.length > 0) push({ kind: 'edits', by: 'undo', why: 'all of it', edits, saved: 0 })
    },
    mark: (name, data) => push({ kind: 'mark', name, data }),
    bill: (billed) => push({ kind: 'usage', usage: { ...billed, head: view.head, counted: view.size } }),
    async shown() {
      return (await render(view, { read })).messages
    },
    async results() {
      const blocks = (await desk.shown()).flatMap((message) => toolResults(message))
      return blocks.map(({ content }) => ('text' in content ? content.text : ''))
    },
    pathOf,
  }
  return desk
}

let calls = 0
/**
 * A user's request, an assistant's answer, or a call with its result: messages in short.
 *
 * @example
 * import { request } from 'daypack-testing'
 *
 * if (request('Hello.').role !== 'user') throw new Error('a message of the user')
 */
export function request(text: string): Message {
  return { role: 'user', blocks: [{ type: 'text', text }] }
}

/**
 * A reply of the model in plain words.
 *
 * @example
 * import { answer } from 'daypack-testing'
 *
 * if (answer('Hello.').role !== 'assistant') throw new Error('a message of the model')
 */
export function answer(text: string): Message {
  return { role: 'assistant', blocks: [{ type: 'text', text }] }
}

export type Step = {
  readonly tool: string
  readonly input?: Json
  readonly output: string
  readonly isError?: boolean
  readonly callId?: string
}

/**
 * One assistant message with parallel calls, and one message with all their results.
 *
 * @example
 * import { step } from 'daypack-testing'
 *
 * const [call, result] = step({ tool: 'bash', input: { command: 'ls' }, output: 'a.ts' })
 * if (call?.role !== 'assistant' || result?.role !== 'tool') throw new Error('a call and its result')
 */
export function step(...steps: readonly Step[]): Message[] {
  const ids = steps.map((each) => each.callId ?? `call_${++calls}`)
  return [
    {
      role: 'assistant',
      blocks: steps.map((each, at) => ({
        type: 'tool-call',
        callId: ids[at] ?? '',
        tool: each.tool,
        input: each.input ?? {},
      })),
    },
    {
      role: 'tool',
      blocks: steps.map((each, at) => ({
        type: 'tool-result',
        callId: ids[at] ?? '',
        tool: each.tool,
        content: { text: each.output },
        ...(each.isError && { isError: true }),
      })),
    },
  ]
}
