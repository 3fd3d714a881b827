import type { Json, Message } from 'daypack'
import { openaiResponses } from 'daypack/codecs'
import { isObject, type JsonObject, numberAt, stringAt } from 'daypack/internal'
import { assemble, timeOf, type Step, type Transcript } from './transcript.ts'

/** A rollout of Codex: items of the Responses API, one per line, mixed with its own events. */
export function readCodex(lines: readonly JsonObject[]): Transcript {
  const steps: Step[] = []
  const system = new Map<string, string>()
  let run: Json[] = []
  let at: number | undefined
  let isCompacted = false
  let summary: string | undefined
  const flush = () => {
    const [first, ...more] = run.length > 0 ? stepsOf(run, at) : []
    if (first) {
      steps.push(isCompacted ? { ...first, compacted: true, summary } : first, ...more)
      isCompacted = false
    }
    run = []
  }
  let model: string | undefined
  for (const { type, payload, timestamp } of lines) {
    if (!isObject(payload)) continue
    if (type === 'compacted') {
      flush()
      isCompacted = true
      summary = stringAt(payload, 'message') || undefined
    }
    if (type === 'turn_context') model = stringAt(payload, 'model') ?? model
    if (payload['type'] === 'token_count') {
      flush()
      bill(steps, payload, model)
    }
    if (type !== 'response_item') continue
    const role = stringAt(payload, 'role')
    if (role === 'developer' || role === 'system') {
      for (const text of textsOf(payload['content'])) replaceOlder(system, text)
      continue
    }
    // What the model made in a row is one message.
    const isMade = role === 'assistant' || (role === undefined && !stringAt(payload, 'type')?.endsWith('_output'))
    if (!isMade) flush()
    run.push(payload)
    at = timeOf(timestamp)
    if (!isMade) flush()
  }
  flush()
  const named = lines.find((line) => line['type'] === 'session_meta')
  const instructions: Message = { role: 'system', blocks: [{ type: 'text', text: [...system.values()].join('\n\n') }] }
  return assemble('codex-rollout', joined(steps), {
    id: stringAt(named?.['payload'], 'id'),
    model,
    system: system.size > 0 ? instructions : undefined,
  })
}

function textsOf(content: Json | undefined): string[] {
  if (typeof content === 'string') return [content]
  return Array.isArray(content) ? content.flatMap((part) => stringAt(part, 'text') ?? []) : []
}

/** Codex sends its instructions again after a compaction and on resume: the newest of each counts. */
function replaceOlder(system: Map<string, string>, text: string): void {
  const key = /^\s*<([\w-]+)/.exec(text)?.[1] ?? text.slice(0, 40)
  system.delete(key)
  system.set(key, text)
}

/** What was last billed belongs to what the model made last. */
function bill(steps: Step[], { info }: JsonObject, model: string | undefined): void {
  const usage = isObject(info) ? info['last_token_usage'] : undefined
  const at = steps.findLastIndex(({ message }) => message.role === 'assistant')
  const step = steps[at]
  if (!isObject(usage) || !step || step.billed) return
  const cacheRead = numberAt(usage, 'cached_input_tokens') ?? 0
  const billed = {
    input: (numberAt(usage, 'input_tokens') ?? 0) - cacheRead,
    cacheRead,
    cacheWrite: 0,
    output: numberAt(usage, 'output_tokens') ?? 0,
    ...(model !== undefined && { model }),
  }
  steps[at] = { ...step, billed }
}

function stepsOf(items: readonly Json[], at: number | undefined): Step[] {
  return openaiResponses.decode({ input: items }).messages.map((message) => ({ message: plain(message), at }))
}

/** Only what every wire can say: reasoning of this provider is no use to another. */
function plain(message: Message): Message {
  const blocks = message.blocks.filter((block) => block.type !== 'opaque').map(({ wire: _, ...block }) => block)
  return { role: message.role, blocks }
}

/** Results of parallel calls are one message; what said nothing is left out. */
function joined(steps: readonly Step[]): Step[] {
  const all: Step[] = []
  for (const step of steps) {
    const last = all.at(-1)
    if (step.message.blocks.length === 0) continue
    if (last && last.message.role === step.message.role && last.message.role !== 'user')
      all[all.length - 1] = {
        ...last,
        billed: step.billed ?? last.billed,
        message: { ...last.message, blocks: [...last.message.blocks, ...step.message.blocks] },
      }
    else all.push(step)
  }
  return all
}
