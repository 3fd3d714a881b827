import type { Json, Message } from 'daypack'
import { anthropic } from 'daypack/codecs'
import { isList, isObject, type JsonObject, stringAt } from 'daypack/internal'
import { assemble, timeOf, type Step, type Transcript } from './transcript.ts'

type Draft = {
  role: string
  id: string | undefined
  content: Json[]
  at: number | undefined
  usage: Json | undefined
  model: string | undefined
  compacted: boolean
  summary: string | undefined
}

/**
 * A Claude Code session file. The lines of one reply are joined by message id, results of parallel calls into one message;
 * real compactions are joined over: the summaries are left out, the messages before them stay. Sub-agents stand apart.
 */
export function readClaudeCode(lines: readonly JsonObject[]): Transcript {
  const isAside = (line: JsonObject) => line['isSidechain'] === true
  const main = lines.filter((line) => !isAside(line))
  if (!main.some(belongs)) return conversation(lines)
  const agents = [...Map.groupBy(lines.filter(isAside), (line) => stringAt(line, 'agentId') ?? '').values()]
    .map(conversation)
    .filter(({ messages }) => messages.length > 1)
  return { ...conversation(main), ...(agents.length > 0 && { agents }) }
}

function conversation(lines: readonly JsonObject[]): Transcript {
  const drafts: Draft[] = []
  const seen = new Set<string>()
  const replies = new Map<string, Draft>()
  let compacted = false
  let summary: string | undefined
  let model: string | undefined
  for (const line of lines) {
    if (line['subtype'] === 'compact_boundary') compacted = true
    if (line['isCompactSummary'] === true) summary = textIn(line)
    const uuid = stringAt(line, 'uuid')
    if (!belongs(line) || (uuid !== undefined && seen.has(uuid))) continue
    if (uuid !== undefined) seen.add(uuid)
    const draft = draftOf(line, compacted, summary)
    if (draft.role === 'assistant') model ??= stringAt(line['message'], 'model')
    const open = draft.id === undefined ? undefined : replies.get(draft.id)
    const last = drafts.at(-1)
    if (open) {
      open.content.push(...draft.content)
      open.usage = draft.usage ?? open.usage
      open.model ??= draft.model
    } else if (last && answers(last) && answers(draft)) last.content.push(...draft.content)
    else {
      drafts.push(draft)
      if (draft.id !== undefined) replies.set(draft.id, draft)
      compacted = false
      summary = undefined
    }
  }
  const named = lines.find((line) => 'sessionId' in line)
  const agent = named?.['isSidechain'] === true ? stringAt(named, 'agentId') : undefined
  const id = [stringAt(named, 'sessionId'), agent].filter(Boolean).join('-agent-') || undefined
  return assemble('claude-code-jsonl', steps(drafts), { id, model })
}

function belongs(line: JsonObject): boolean {
  const told = line['type'] === 'user' || line['type'] === 'assistant'
  const skipped = line['isCompactSummary'] === true || line['isApiErrorMessage'] === true
  return told && !skipped && isObject(line['message'])
}

function textIn(line: JsonObject): string {
  const content = isObject(line['message']) ? line['message']['content'] : undefined
  if (typeof content === 'string') return content
  return isList(content) ? content.map((block) => stringAt(block, 'text') ?? '').join('\n') : ''
}

function draftOf(line: JsonObject, compacted: boolean, summary: string | undefined): Draft {
  const message = isObject(line['message']) ? line['message'] : {}
  const content = message['content']
  const role = stringAt(message, 'role') ?? stringAt(line, 'type') ?? 'user'
  return {
    role,
    id: role === 'assistant' ? stringAt(message, 'id') : undefined,
    content: isList(content) ? [...content] : [{ type: 'text', text: typeof content === 'string' ? content : '' }],
    at: timeOf(line['timestamp']),
    usage: message['usage'],
    model: stringAt(message, 'model'),
    compacted,
    summary,
  }
}

function answers(draft: Draft): boolean {
  return draft.role === 'user' && draft.content.some((block) => isObject(block) && block['type'] === 'tool_result')
}

function steps(drafts: readonly Draft[]): Step[] {
  const { messages } = anthropic.decode({ messages: drafts.map(({ role, content }) => ({ role, content })) })
  return drafts.flatMap((draft, index): Step[] => {
    const message: Message | undefined = messages[index]
    if (!message) return []
    const { at, usage, model, compacted, summary } = draft
    const { billed } = anthropic.reply({ content: [], usage, ...(model !== undefined && { model }) })
    return [{ message, at, billed: draft.role === 'assistant' ? billed : undefined, compacted, summary }]
  })
}
