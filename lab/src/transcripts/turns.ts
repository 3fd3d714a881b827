import type { Billed, Block, Json, Millis } from 'daypack'
import { isList, isObject, type JsonObject, numberAt, stringAt } from 'daypack/internal'
import { assemble, timeOf, type Step, type Transcript } from './transcript.ts'

/** One record of agents that keep a call and its result together. */
type Turn = {
  readonly role: 'user' | 'assistant'
  readonly parts: readonly Part[]
  readonly at: Millis | undefined
  readonly billed?: Billed | undefined
}
type Part =
  | { readonly text: string }
  | {
      readonly callId: string
      readonly tool: string
      readonly input: Json
      readonly output: string
      readonly isError: boolean
    }

/** A session of the AI SDK's chat as it is persisted: a list of UIMessages. */
export function readUiMessages(messages: readonly JsonObject[]): Transcript {
  return assemble(
    'ai-sdk-ui',
    messages.flatMap((message) =>
      stepsOf({
        role: roleOf(message),
        at: timeOf(message['createdAt']),
        parts: objects(message['parts']).flatMap(uiPart),
      }),
    ),
  )
}

function uiPart(part: JsonObject): Part[] {
  const type = stringAt(part, 'type') ?? ''
  if (type === 'text') return [{ text: stringAt(part, 'text') ?? '' }]
  if (!type.startsWith('tool-') && type !== 'dynamic-tool') return []
  const tool = stringAt(part, 'toolName') ?? type.slice('tool-'.length)
  const error = stringAt(part, 'errorText')
  return [called(stringAt(part, 'toolCallId'), tool, part['input'], error ?? part['output'], error !== undefined)]
}

/**
 * A chat of Gemini CLI: `~/.gemini/tmp/<project>/chats/session-….json`, whole, or `….jsonl`, where a message is told again when
 * its calls are answered, and all of them when it has compressed them: what they were stays.
 */
export function readGeminiCli(records: readonly JsonObject[]): Transcript {
  const messages = new Map<string, JsonObject>()
  for (const record of records) {
    const set = isObject(record['$set']) ? record['$set'] : record
    const isFirst = messages.size === 0
    for (const message of 'messages' in set ? (isFirst ? objects(set['messages']) : []) : [record])
      if ('type' in message) messages.set(stringAt(message, 'id') ?? String(messages.size), message)
  }
  const turns = [...messages.values()].flatMap((message): Turn[] => {
    const type = stringAt(message, 'type')
    if (type !== 'user' && type !== 'gemini') return []
    const calls = objects(message['toolCalls']).map((call) =>
      called(
        stringAt(call, 'id'),
        stringAt(call, 'name') ?? '',
        call['args'],
        resultOf(call),
        call['status'] === 'error',
      ),
    )
    const text = textIn(message['content'])
    const role = type === 'user' ? 'user' : 'assistant'
    const tokens = message['tokens']
    const cached = numberAt(tokens, 'cached') ?? 0
    const output = (numberAt(tokens, 'output') ?? 0) + (numberAt(tokens, 'thoughts') ?? 0)
    const billed = billOf((numberAt(tokens, 'input') ?? 0) - cached, cached, 0, output, stringAt(message, 'model'))
    const parts = [...(text ? [{ text }] : []), ...calls]
    return [{ role, at: timeOf(message['timestamp']), parts, ...(isObject(tokens) && { billed }) }]
  })
  const model = turns.find(({ billed }) => billed)?.billed?.model
  return assemble('gemini-cli', turns.flatMap(stepsOf), { id: stringAt(records[0], 'sessionId'), model })
}

/** What a call answered: contents with function responses in them, or what the screen showed. */
function resultOf(call: JsonObject): Json {
  const outputs = objects(call['result']).flatMap((part) => {
    const response = isObject(part['functionResponse']) ? part['functionResponse']['response'] : undefined
    return isObject(response) ? [response['output'] ?? response['error'] ?? response] : []
  })
  return outputs.length === 1 ? (outputs[0] ?? '') : outputs.length > 1 ? outputs : (call['resultDisplay'] ?? '')
}

/** A session of OpenCode as `opencode export` writes it, or as its storage holds it. */
export function readOpenCode(session: JsonObject): Transcript {
  const turns = objects(session['messages']).map((message): Turn => {
    const info = isObject(message['info']) ? message['info'] : message
    const time = isObject(info['time']) ? info['time']['created'] : undefined
    const tokens = isObject(info['tokens']) ? info['tokens'] : undefined
    const [cache, output] = [
      tokens?.['cache'],
      (numberAt(tokens, 'output') ?? 0) + (numberAt(tokens, 'reasoning') ?? 0),
    ]
    const [read, written] = [numberAt(cache, 'read') ?? 0, numberAt(cache, 'write') ?? 0]
    const billed = billOf(numberAt(tokens, 'input') ?? 0, read, written, output, stringAt(info, 'modelID'))
    const parts = objects(message['parts']).flatMap(openCodePart)
    return { role: roleOf(info), at: timeOf(time), parts, ...(tokens && { billed }) }
  })
  const info = isObject(session['info']) ? session['info'] : session
  const model = turns.find(({ billed }) => billed)?.billed?.model
  return assemble('opencode', turns.flatMap(stepsOf), { id: stringAt(info, 'id'), model })
}

function openCodePart(part: JsonObject): Part[] {
  if (part['type'] === 'text') return [{ text: stringAt(part, 'text') ?? '' }]
  const state = part['state']
  if (part['type'] !== 'tool' || !isObject(state)) return []
  const error = stringAt(state, 'error')
  return [
    called(
      stringAt(part, 'callID'),
      stringAt(part, 'tool') ?? '',
      state['input'],
      error ?? state['output'],
      error !== undefined,
    ),
  ]
}

function called(
  callId: string | undefined,
  tool: string,
  input: Json | undefined,
  output: Json | undefined,
  isError: boolean,
): Part {
  const text = typeof output === 'string' ? output : output === undefined ? '' : JSON.stringify(output)
  return { callId: callId ?? '', tool, input: input ?? {}, output: text, isError }
}

/** A turn as messages: text and calls up to the first that was answered, then their results, and so on. */
function stepsOf({ role, parts, at, billed }: Turn): Step[] {
  const steps: Step[] = []
  let blocks: Block[] = []
  let results: Block[] = []
  const flush = () => {
    if (blocks.length > 0) steps.push({ message: { role, blocks }, at })
    if (results.length > 0) steps.push({ message: { role: 'tool', blocks: results }, at })
    blocks = []
    results = []
  }
  for (const part of parts) {
    if ('text' in part) {
      if (results.length > 0) flush()
      if (part.text !== '') blocks.push({ type: 'text', text: part.text })
      continue
    }
    const { callId, tool, input, output, isError } = part
    blocks.push({ type: 'tool-call', callId, tool, input })
    results.push({ type: 'tool-result', callId, tool, content: { text: output }, ...(isError && { isError }) })
  }
  flush()
  const last = steps.findLastIndex(({ message }) => message.role === 'assistant')
  return steps.map((step, index) => (index === last && billed ? { ...step, billed } : step))
}

function billOf(input: number, cacheRead: number, cacheWrite: number, output: number, model?: string): Billed {
  return { input, cacheRead, cacheWrite, output, ...(model !== undefined && { model }) }
}

function textIn(content: Json | undefined): string {
  if (typeof content === 'string') return content
  return objects(content)
    .map((part) => stringAt(part, 'text') ?? '')
    .join('\n')
}

function roleOf(message: JsonObject): 'user' | 'assistant' {
  return message['role'] === 'assistant' ? 'assistant' : 'user'
}

function objects(value: Json | undefined): JsonObject[] {
  return isList(value) ? value.filter(isObject) : isObject(value) ? [value] : []
}
