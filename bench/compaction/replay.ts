// Replays real sessions through the engine with compact(): cost relative to never managing, stale recall, edit lines.
//   node bench/compaction/replay.ts 32000,64000,128000 [session prefix,…]
import { createDaypack } from '../../packages/daypack/src/daypack.ts'
import { memoryDriver } from '../../packages/daypack/src/drivers/memory/index.ts'
import { fileActions } from '../../packages/daypack/src/files/tools.ts'
import type { Codec, Rendered } from '../../packages/daypack/src/model/codec.ts'
import type { Message } from '../../packages/daypack/src/model/message.ts'
import { compact } from '../../packages/daypack/src/passes/compact.ts'
import { offload } from '../../packages/daypack/src/passes/offload.ts'
import { terse } from '../../packages/daypack/src/passes/notices.ts'
import { identifiers } from '../../packages/daypack/src/summary/identifiers.ts'
import { texts } from '../../packages/daypack/src/summary/texts.ts'
import { o200k } from '../../packages/daypack/src/tokens/count.ts'
import { data } from './data.ts'
import { sessionsIn, type Session } from './sessions.ts'

type Request = { readonly messages: readonly Message[] }
const plain: Codec<Request, never> = {
  name: 'plain',
  decode: ({ messages }) => ({ messages, bindsReasoning: false, requiresReasoning: false }),
  encode: (rendered: Rendered) => ({ messages: rendered.messages }),
  reply: () => ({ messages: [] }),
}

const STALE = 30
const counter = await o200k()
const windows = (process.argv[2] ?? '64000').split(',').map(Number)
const only = process.argv[3]?.split(',')
const sessions = sessionsIn(`${data}/trajectories/entire-cli`).filter((one) => !only || only.some((name) => one.name.startsWith(name)))

for (const window of windows) {
  const total = { cost: 0, raw: 0, stale: 0, staleAll: 0, lines: 0, linesAll: 0, epochs: 0, steps: 0, over: 0, lost: 0, ms: 0, n: 0, problems: 0, after: 0, viewed: 0, output: 0 }
  for (const session of sessions) {
    if (size(session.messages) < window * 0.8) continue
    const one = await replay(session, window)
    total.n++
    for (const key of Object.keys(one) as (keyof typeof one)[]) total[key] += one[key]
  }
  const share = (part: number, all: number) => ((100 * part) / Math.max(1, all)).toFixed(1)
  console.log(
    `${window}: ${total.n} sessions, cost ${(total.cost / total.raw).toFixed(3)}, stale ${share(total.stale, total.staleAll)} %, edit lines ${share(total.lines, total.linesAll)} %, ` +
      `${total.epochs} epochs in ${total.steps} steps, ${total.over} overflows, ${total.lost} requests lost, ${total.problems} problems, ${(total.ms / total.steps).toFixed(2)} ms a step; ` +
      `${Math.round(total.after / Math.max(1, total.epochs))} tokens after an epoch, ${Math.round(total.viewed / total.steps)} on average, output ${share(total.output, total.cost)} % of the cost`,
  )
}

async function replay(session: Session, window: number) {
  let now = session.times[0] ?? 0
  const pack = await createDaypack({
    dir: '',
    driver: memoryDriver({ now: () => now }),
    window,
    maxOutput: 0,
    counter,
    now: () => now,
    passes: [offload({ maxChars: 8000, preview: { head: 3500, tail: 1500 }, nameBytes: 800, errorBytes: 0, protect: [], readMax: Math.min(60_000, window * 0.9), notice: terse }), compact(JSON.parse(process.env['COMPACT'] ?? '{}'))],
  })
  const handle = await pack.session(session.name)
  const sum = { cost: 0, raw: 0, stale: 0, staleAll: 0, lines: 0, linesAll: 0, epochs: 0, steps: 0, over: 0, lost: 0, ms: 0, problems: 0, after: 0, viewed: 0, output: 0 }
  const lastSeen = new Map<string, number>()
  const managed = cacheMeter()
  const raw = cacheMeter()
  let known = ''
  let noted = 0
  for (const [at, message] of session.messages.entries()) {
    if (message.role === 'assistant') {
      now = session.times[at] ?? now
      const history = session.messages.slice(0, at)
      const started = performance.now()
      const { request, plan, problem } = await handle.prepare(plain, { messages: history })
      sum.ms += performance.now() - started
      if (problem) {
        if (sum.problems++ === 0) console.error(session.name, at, problem)
      }
      if (plan && plan.tide !== 'none') {
        sum.epochs++
        sum.after += plan.view.size.tokens
      }
      sum.steps++
      const view = request.messages.map(textOf).join('\n')
      const output = counter.count(textOf(message))
      sum.cost += managed(request.messages, now) + 5 * output
      sum.raw += raw(history, now) + 5 * output
      sum.output += 5 * output
      sum.viewed += size(request.messages)
      if (size(request.messages) > window) sum.over++
      const asked = history.findLast((one) => one.role === 'user')
      if (asked && !view.includes(textOf(asked))) sum.lost++
      for (const name of new Set(texts(message).filter((said) => said.source === 'call').flatMap((said) => identifiers(said.text)))) {
        const seen = lastSeen.get(name)
        if (seen === undefined || at - seen <= STALE) continue
        sum.staleAll++
        if (view.includes(name)) sum.stale++
      }
      for (const line of quoted(message)) {
        if (!known.includes(line)) continue
        sum.linesAll++
        if (view.includes(line)) sum.lines++
      }
    }
    for (; noted <= at; noted++) {
      const one = session.messages[noted]
      if (!one) continue
      for (const said of texts(one)) {
        known += `${said.text}\n`
        for (const name of identifiers(said.text)) lastSeen.set(name, noted)
      }
    }
  }
  await pack.close()
  return sum
}

/** The six longest lines of what the agent quotes in an edit. */
function quoted(message: Message): string[] {
  return message.blocks.flatMap((block) => {
    if (block.type !== 'tool-call') return []
    const actions = fileActions(block.tool, block.input)
    const lines = actions.flatMap((action) => (action.type === 'edit' ? action.changes.flatMap((change) => change.old.split('\n')) : []))
    return lines.filter((line) => line.trim() !== '').toSorted((one, other) => other.length - one.length).slice(0, 6)
  })
}

/** Cached prefix 0.1, other input 1.25; an entry lives five minutes and is refreshed by use. */
function cacheMeter() {
  let last: string[] = []
  let at = 0
  return (messages: readonly Message[], now: number): number => {
    const parts = messages.map(textOf)
    const isWarm = now - at < 300_000
    let same = 0
    if (isWarm) while (same < parts.length && parts[same] === last[same]) same++
    last = parts
    at = now
    const tokens = parts.map((part) => counter.count(part))
    const cached = tokens.slice(0, same).reduce((one, other) => one + other, 0)
    const all = tokens.reduce((one, other) => one + other, 0)
    return cached >= 1024 ? cached * 0.1 + (all - cached) * 1.25 : all * 1.25
  }
}

function textOf(message: Message): string {
  return message.blocks.map((block) => (block.type === 'tool-call' ? `${block.tool} ${strings(block.input)}` : block.type === 'text' ? block.text : block.type === 'tool-result' && 'text' in block.content ? block.content.text : '')).join('\n')
}

function strings(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null ? Object.values(value).map(strings).join('\n') : ''
}

function size(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + counter.count(textOf(message)), 0)
}
