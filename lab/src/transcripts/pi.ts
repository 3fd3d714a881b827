import type { Billed, Block, Json, Message } from 'daypack'
import { isList, isObject, type JsonObject, numberAt, stringAt } from 'daypack/internal'
import { assemble, timeOf, type Step, type Transcript } from './transcript.ts'

/** A session of the pi coding agent. Aborted empty replies are left out, as pi does when it sends. */
export function readPi(lines: readonly JsonObject[]): Transcript {
  const steps: Step[] = []
  let model: string | undefined
  for (const line of lines) {
    const wire = line['message']
    if (line['type'] !== 'message' || !isObject(wire)) continue
    const message = messageOf(wire)
    if (!message || message.blocks.length === 0) continue
    if (message.role === 'assistant') model ??= stringAt(wire, 'model')
    const last = steps.at(-1)
    if (message.role === 'tool' && last?.message.role === 'tool')
      steps[steps.length - 1] = {
        ...last,
        message: { role: 'tool', blocks: [...last.message.blocks, ...message.blocks] },
      }
    else steps.push({ message, at: timeOf(line['timestamp']), billed: billedOf(wire) })
  }
  return assemble('pi-jsonl', steps, { id: stringAt(lines[0], 'id'), model })
}

function messageOf(wire: JsonObject): Message | undefined {
  const blocks = blocksOf(wire['content'])
  switch (stringAt(wire, 'role')) {
    case 'user':
      return { role: 'user', blocks }
    case 'assistant':
      return { role: 'assistant', blocks, codec: 'anthropic' }
    case 'toolResult': {
      const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
      const callId = stringAt(wire, 'toolCallId') ?? ''
      const isError = wire['isError'] === true ? { isError: true } : {}
      return {
        role: 'tool',
        blocks: [
          { type: 'tool-result', callId, tool: stringAt(wire, 'toolName') ?? '', content: { text }, ...isError },
        ],
      }
    }
    case 'bashExecution': {
      const text = `I ran \`${stringAt(wire, 'command') ?? ''}\`:\n${stringAt(wire, 'output') ?? ''}`
      return { role: 'user', blocks: [{ type: 'text', text }] }
    }
    default:
      return undefined
  }
}

function blocksOf(content: Json | undefined): Block[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return isList(content) ? content.filter(isObject).flatMap(blockOf) : []
}

function blockOf(part: JsonObject): Block[] {
  const text = stringAt(part, 'text')
  const signature = stringAt(part, 'thinkingSignature')
  switch (part['type']) {
    case 'text':
      return text ? [{ type: 'text', text }] : []
    case 'thinking':
      return signature
        ? [
            {
              type: 'opaque',
              purpose: 'reasoning',
              wire: { type: 'thinking', thinking: stringAt(part, 'thinking') ?? '', signature },
            },
          ]
        : []
    case 'toolCall':
      return [
        {
          type: 'tool-call',
          callId: stringAt(part, 'id') ?? '',
          tool: stringAt(part, 'name') ?? '',
          input: part['arguments'] ?? {},
        },
      ]
    case 'image':
      return [
        { type: 'media', mediaType: stringAt(part, 'mimeType') ?? '', content: { text: stringAt(part, 'data') ?? '' } },
      ]
    default:
      return []
  }
}

function billedOf(wire: JsonObject): Billed | undefined {
  const usage = wire['usage']
  const input = numberAt(usage, 'input')
  if (input === undefined) return undefined
  const model = stringAt(wire, 'model')
  return {
    input,
    cacheRead: numberAt(usage, 'cacheRead') ?? 0,
    cacheWrite: numberAt(usage, 'cacheWrite') ?? 0,
    output: numberAt(usage, 'output') ?? 0,
    ...(model === undefined ? {} : { model }),
  }
}
