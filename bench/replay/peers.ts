// Peers re-implemented from their published rules (docs/benchmarks-notes.md lists the numbers and where they come from).
// Constants made for 200k windows are scaled down for smaller ones: `scaled(20_000, window)` is at most a tenth of it.
import { stringAt } from '../../packages/daypack/src/codecs/shared/json.ts'
import type { Json, JsonObject, Tokens } from '../../packages/daypack/src/model/json.ts'
import type { Bill, ReplaySession, Step, Strategy } from '../../packages/daypack/src/report/replay/replay.ts'
import { summaryOf } from './summarizer.ts'

export type Wire = JsonObject

export const field = (block: JsonObject, name: string): string => stringAt(block, name) ?? ''

/** What a peer keeps between requests: a summary of everything before `from`, and results it has replaced. */
export class PeerState {
  from = 0
  lead: Wire[] = []
  readonly replaced = new Map<string, string>()
  private readonly session: ReplaySession
  private readonly bill: Bill
  private readonly shown = new WeakMap<Wire, { key: string; wire: Wire }>()
  lastAt = 0

  constructor(session: ReplaySession, bill: Bill) {
    this.session = session
    this.bill = bill
  }

  view(messages: readonly Wire[]): Wire[] {
    return [...this.lead, ...messages.slice(this.from).map((message) => this.show(message))]
  }

  tokens(messages: readonly Wire[]): Tokens {
    return messages.reduce((sum, message) => sum + this.session.digest(message).tokens, 0) + this.fixed()
  }

  private fixed(): Tokens {
    return this.session.fixed.blocks.reduce((sum, block) => sum + block.tokens, 0)
  }

  count(text: string): Tokens {
    return this.session.count(text)
  }

  /** Ask for a summary behind the view as it stands; the cache pays most of it. */
  summarize(step: Step, view: readonly Wire[], upTo: number): string {
    const answer = summaryOf(this.session, upTo)
    this.bill({
      request: { ...step.request, messages: [...view, { role: 'user', content: [{ type: 'text', text: ASK }] }] },
      answer,
    })
    return answer.replaceAll(/<\/?summary>\n?/g, '')
  }

  /** Ask with a transcript of its own: nothing of it is cached. */
  summarizeApart(messages: readonly Wire[], upTo: number, maxChars: number): string {
    const answer = summaryOf(this.session, upTo)
    const prompt = messages
      .map((message) =>
        results(message).length > 0
          ? results(message)
              .map((one) => one.text.slice(0, maxChars))
              .join('\n')
          : this.session.digest(message).text,
      )
      .join('\n')
    this.bill({ prompt, answer })
    return answer.replaceAll(/<\/?summary>\n?/g, '')
  }

  show(message: Wire): Wire {
    const ids = results(message).flatMap(({ id }) => (this.replaced.has(id) ? [id] : []))
    if (ids.length === 0) return message
    const key = ids
      .map((id) => `${id} ${this.replaced.get(id)?.length} ${this.replaced.get(id)?.slice(-40)}`)
      .join('\n')
    const known = this.shown.get(message)
    if (known?.key === key) return known.wire
    const content = (message['content'] as readonly JsonObject[]).map((block) => {
      const text = block['type'] === 'tool_result' ? this.replaced.get(field(block, 'tool_use_id')) : undefined
      return text === undefined ? block : { ...block, content: [{ type: 'text', text }] }
    })
    const wire: Wire = { ...message, content }
    this.shown.set(message, { key, wire })
    return wire
  }
}

const ASK = 'Stop here and write a summary of the conversation above for an agent that goes on with the work.'

export type Result = { readonly id: string; readonly text: string; readonly at: number }

export function results(message: Wire, at = 0): Result[] {
  const content = message['content']
  if (!Array.isArray(content)) return []
  return (content as readonly JsonObject[]).flatMap((block) =>
    block['type'] === 'tool_result' ? [{ id: field(block, 'tool_use_id'), text: plain(block['content']), at }] : [],
  )
}

function plain(content: Json | undefined): string {
  if (typeof content === 'string') return content
  return Array.isArray(content)
    ? (content as readonly JsonObject[])
        .map((part) => (typeof part['text'] === 'string' ? part['text'] : ''))
        .join('\n')
    : ''
}

export function messagesOf(step: Step): readonly Wire[] {
  return step.request['messages'] as readonly Wire[]
}

export function user(text: string): Wire {
  return { role: 'user', content: [{ type: 'text', text }] }
}

/** Position of the newest assistant message with calls, or the end: the exchange that must stay whole. */
export function lastExchange(messages: readonly Wire[]): number {
  const last = messages.length - 1
  return results(messages[last] ?? {}).length > 0 ? Math.max(0, last - 1) : last
}

/** Walk back while it fits: the first position of a tail of at most `limit` tokens that starts with an assistant message or request. */
export function tailFrom(messages: readonly Wire[], limit: Tokens, size: (message: Wire) => Tokens): number {
  let start = lastExchange(messages)
  let left = limit
  for (let index = messages.length - 1; index >= 0; index--) {
    left -= size(messages[index] as Wire)
    if (left < 0) break
    if (results(messages[index] as Wire).length === 0) start = Math.min(start, index)
  }
  return start
}

export function isRequest(message: Wire | undefined): boolean {
  return message?.['role'] === 'user' && results(message).length === 0
}

export function latestRequest(messages: readonly Wire[]): Wire | undefined {
  return messages.findLast((message) => isRequest(message))
}

export function textOfWire(message: Wire | undefined): string {
  const content = message?.['content']
  return typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? (content as readonly JsonObject[])
          .map((block) => (block['type'] === 'text' ? field(block, 'text') : ''))
          .join('\n')
      : ''
}

export function peer(
  name: string,
  step: (state: PeerState, messages: readonly Wire[], window: Tokens, step: Step) => Wire[],
): Strategy {
  return {
    name,
    open(session, window, bill) {
      const state = new PeerState(session, bill)
      return {
        step(one) {
          const messages = step(state, messagesOf(one), window, one)
          state.lastAt = one.now
          return { request: { ...one.request, messages } }
        },
      }
    },
  }
}

const scaled = (tokens: Tokens, window: Tokens, share = 0.1) => Math.min(tokens, Math.floor(window * share))

/** New results only: everything before was decided when it came. */
function atWrite(state: PeerState, messages: readonly Wire[], cut: (text: string) => string | undefined): void {
  for (const message of messages.slice(-4)) {
    for (const { id, text } of results(message)) {
      const less = state.replaced.has(id) ? undefined : cut(text)
      if (less !== undefined) state.replaced.set(id, less)
    }
  }
}

/** Auto-compact at the effective window minus 13,000; the five newest files read are put back, 5,000 tokens each. */
export const claudeCodeLike = peer('Claude-Code-like', (state, messages, window, step) => {
  atWrite(state, messages, (text) =>
    text.length > 50_000 ? `${text.slice(0, 2_000)}\n[Full output saved to a file]` : undefined,
  )
  let view = state.view(messages)
  if (state.tokens(view) > window - scaled(20_000, window) - scaled(13_000, window, 0.065)) {
    const keep = lastExchange(messages)
    const summary = state.summarize(step, view, keep)
    const files = newestReads(messages.slice(0, keep), 5, scaled(5_000, window, 0.05) * 4)
    const request = latestRequest(messages)
    state.from = keep
    state.lead = [
      user(
        `This session continues an earlier one.\n${summary}\n\n# Latest request\n${textOfWire(request)}\n\n${files}`,
      ),
    ]
    view = state.view(messages)
  }
  return view
})

function newestReads(messages: readonly Wire[], most: number, maxChars: number): string {
  const reads = new Map<string, string>()
  const paths = new Map<string, string>()
  for (const message of messages) {
    if (message['role'] === 'assistant' && Array.isArray(message['content'])) {
      for (const block of message['content'] as readonly JsonObject[]) {
        const path = (block['input'] as JsonObject | undefined)?.['file_path']
        if (block['type'] === 'tool_use' && /read|view/i.test(field(block, 'name')) && typeof path === 'string')
          paths.set(field(block, 'id'), path)
      }
    }
    for (const { id, text } of results(message)) {
      const path = paths.get(id)
      if (path === undefined) continue
      reads.delete(path)
      reads.set(path, text)
    }
  }
  return [...reads]
    .slice(-most)
    .map(([path, text]) => `<file path="${path}">\n${text.slice(0, maxChars)}\n</file>`)
    .join('\n')
}

/** 90 %: everything becomes the summary and the user's own messages, the newest 20,000 tokens of them. */
export const codexLike = peer('Codex-like', (state, messages, window, step) => {
  let view = state.view(messages)
  if (state.tokens(view) > window * 0.9) {
    const summary = state.summarize(step, view, messages.length)
    const kept: Wire[] = []
    let left = scaled(20_000, window, 0.15)
    for (const message of messages.toReversed()) {
      if (!isRequest(message)) continue
      left -= state.tokens([message])
      if (left < 0 && kept.length > 0) break
      kept.unshift(user(textOfWire(message)))
    }
    state.from = messages.length
    state.lead = [
      user([...kept.map(textOfWire), `Another agent worked on this before you. Its summary:\n${summary}`].join('\n\n')),
    ]
    view = state.view(messages)
  }
  return view
})

/** Input limit minus the reserve; a tail of a quarter of the window (2k to 15k) stays. Results are capped at 50 KB. */
export const openCodeLike = peer('OpenCode-like', (state, messages, window, step) => {
  atWrite(state, messages, (text) =>
    text.length > 51_200 || text.split('\n').length > 2_000
      ? `${text.split('\n').slice(0, 2_000).join('\n').slice(0, 51_200)}\n[truncated; the whole is saved]`
      : undefined,
  )
  let view = state.view(messages)
  if (state.tokens(view) >= window - scaled(20_000, window, 0.15)) {
    const limit = Math.min(15_000, Math.max(2_000, window * 0.25))
    const keep = Math.max(
      state.from,
      tailFrom(messages, limit, (message) => state.tokens([state.show(message)])),
    )
    const summary = state.summarize(step, view, keep)
    state.from = keep
    state.lead = [user(`${summary}\n\nContinue if you have next steps.`)]
    view = state.view(messages)
  }
  return view
})

/** pi's rules: at the window minus 16,384 everything but the newest 20,000 tokens becomes a summary, asked for apart. */
export const piLike = peer('pi-like', (state, messages, window) => {
  let view = state.view(messages)
  if (state.tokens(view) > window - scaled(16_384, window, 0.25)) {
    const keep = Math.max(
      state.from,
      tailFrom(messages, scaled(20_000, window, 0.3), (message) => state.tokens([message])),
    )
    const summary = state.summarizeApart(view, keep, 2_000)
    state.from = keep
    state.lead = [user(`The conversation before this point was compacted:\n<summary>\n${summary}\n</summary>`)]
    view = state.view(messages)
  }
  return view
})

/** OpenClaw: pi's compaction, and pruning once the cache is cold and 30 % are used. */
export const openClawLike = peer('OpenClaw-like', (state, messages, window, step) => {
  let view = state.view(messages)
  const used = state.tokens(view)
  if (state.lastAt > 0 && step.now - state.lastAt > 300_000 && used > window * 0.3) {
    const turns = messages.flatMap((message, at) => (message['role'] === 'assistant' ? [at] : []))
    const protectedFrom = turns.at(-3) ?? 0
    const old = messages.slice(state.from, protectedFrom).flatMap((message, index) => results(message, index))
    const prunable = old.reduce((sum, one) => sum + one.text.length, 0)
    for (const { id, text } of old) {
      if (used > window * 0.5 && prunable >= 50_000) state.replaced.set(id, '[Old tool result content cleared]')
      else if (text.length > 4_000) state.replaced.set(id, `${text.slice(0, 1_500)}\n…\n${text.slice(-1_500)}`)
    }
    view = state.view(messages)
  }
  if (state.tokens(view) > window - scaled(16_384, window, 0.25)) {
    const keep = Math.max(
      state.from,
      tailFrom(messages, scaled(20_000, window, 0.3), (message) => state.tokens([state.show(message)])),
    )
    const summary = state.summarizeApart(view, keep, 2_000)
    state.from = keep
    state.lead = [
      user(
        `The conversation before this point was compacted:\n<summary>\n${summary}\n</summary>\n\nLatest request: ${textOfWire(latestRequest(messages.slice(0, keep)))}`,
      ),
    ]
    view = state.view(messages)
  }
  return view
})

/** Light: results behind the two newest messages to 3,000 bytes at once; a summary at 80 %, a tenth stays. */
export const qwenPawLight = peer('QwenPaw Light', (state, messages, window) => {
  const sliced = (text: string, max: number) =>
    Buffer.byteLength(text) > max + 100
      ? `${Buffer.from(text).subarray(0, max).toString('utf8')}\n<<<TRUNCATED>>>`
      : undefined
  for (const [index, message] of messages.entries()) {
    if (index < state.from) continue
    const isRecent = index >= messages.length - 2
    for (const { id, text } of results(message)) {
      const less = sliced(text, isRecent ? 50_000 : 3_000)
      if (less !== undefined) state.replaced.set(id, less)
    }
  }
  let view = state.view(messages)
  if (state.tokens(view) >= window * 0.8) {
    const keep = Math.max(
      state.from,
      tailFrom(messages, window * 0.1, (message) => state.tokens([state.show(message)])),
    )
    const summary = state.summarizeApart(view, keep, 1_000)
    state.from = keep
    state.lead = [user(`<previous-summary>\n${summary}\n</previous-summary>`)]
    view = state.view(messages)
  }
  return view
})

/** mini-claude: budget by pressure, snip at 60 %, clear after five idle minutes, all on every request; a summary at 85 % between turns only. */
export const miniClaudeLike = peer('mini-claude', (state, messages, window, step) => {
  atWrite(state, messages, (text) =>
    text.length > 30_720
      ? `${text.split('\n').slice(0, 200).join('\n').slice(0, 30_720)}\n[saved to a file]`
      : undefined,
  )
  const effective = window - scaled(20_000, window)
  const load = state.tokens(state.view(messages)) / effective
  const all = messages.slice(state.from).flatMap((message, index) => results(message, index))
  const limit = load > 0.7 ? 15_000 : load > 0.5 ? 30_000 : Infinity
  for (const { id, text } of all)
    if (!state.replaced.has(id) && text.length > limit)
      state.replaced.set(id, `${text.slice(0, limit / 2)}\n[… budgeted …]\n${text.slice(-limit / 2)}`)
  const idle = state.lastAt > 0 && step.now - state.lastAt > 300_000
  for (const { id } of load > 0.6 || idle ? all.slice(0, -3) : [])
    state.replaced.set(id, idle ? '[Old result cleared]' : '[Content snipped - re-read if needed]')
  const view = state.view(messages)
  if (state.tokens(view) <= effective * 0.85 || !isRequest(messages.at(-1))) return view
  const summary = state.summarize(step, view, messages.length - 1)
  state.from = messages.length - 1
  state.lead = [
    user(`[Previous conversation summary]\n${summary}`),
    { role: 'assistant', content: [{ type: 'text', text: 'Understood. I have the context.' }] },
  ]
  return state.view(messages)
})

/** The provider's own clearing: above half the window all results but the newest three, if that clears enough. */
export const clearToolUses = peer('clear_tool_uses', (state, messages, window) => {
  const view = state.view(messages)
  if (state.tokens(view) <= window * 0.5) return view
  const old = messages
    .flatMap((message, at) => results(message, at))
    .slice(0, -3)
    .filter(({ id }) => !state.replaced.has(id))
  const cleared = old.reduce((sum, { text }) => sum + state.count(text), 0)
  if (cleared < Math.max(scaled(12_500, window, 0.1), window * 0.05)) return view
  for (const { id } of old) state.replaced.set(id, '[cleared to save context]')
  return state.view(messages)
})

/** Observation masking: on every request the results behind the ten newest are one line each. */
export const masking = peer('observation masking', (state, messages) => {
  for (const { id, text } of messages.flatMap((message, at) => results(message, at)).slice(0, -10)) {
    if (!state.replaced.has(id))
      state.replaced.set(id, `Old environment output: (${text.split('\n').length} lines omitted)`)
  }
  return state.view(messages)
})

export const reimplemented: readonly Strategy[] = [
  claudeCodeLike,
  codexLike,
  openCodeLike,
  piLike,
  openClawLike,
  qwenPawLight,
  miniClaudeLike,
  clearToolUses,
  masking,
]
