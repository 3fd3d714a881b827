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
  compacted: boolean
}

/**
 * A Claude Code session file. The lines of one reply are joined by message id, results of parallel calls into one message;
 * real compactions are joined over: the summaries are left out, the messages before them stay. Side chains are left out,
 * unless the file is one.
 */
export function readClaudeCode(lines: readonly JsonObject[]): Transcript {
  const drafts: Draft[] = []
  const isMain = lines.some((line) => belongs(line) && line['isSidechain'] !== true)
  const seen = new Set<string>()
  const replies = new Map<string, Draft>()
  let compacted = false
  let model: string | undefined
  for (const line of lines) {
    if (line['subtype'] === 'compact_boundary') compacted = true
    const uuid = stringAt(line, 'uuid')
    if (!belongs(line) || (isMain && line['isSidechain'] === true) || (uuid !== undefined && seen.has(uuid))) continue
    if (uuid !== undefined) seen.add(uuid)
    const draft = draftOf(line, compacted)
    if (draft.role === 'assistant') model ??= stringAt(line['message'], 'model')
    const open = draft.id === undefined ? undefined : replies.get(draft.id)
    const last = drafts.at(-1)
    if (open) {
      open.content.push(...draft.content)
      open.usage = draft.usage ?? open.usage
    } else if (last && answers(last) && answers(draft)) last.content.push(...draft.content)
    else {
      drafts.push(draft)
      if (draft.id !== undefined) replies.set(draft.id, draft)
      compacted = false
    }
  }
  const named = lines.find((line) => 'sessionId' in line)
  return assemble('claude-code-jsonl', steps(drafts), { id: stringAt(named, 'sessionId'), model })
}

function belongs(line: JsonObject): boolean {
  const told = line['type'] === 'user' || line['type'] === 'assistant'
  const skipped = line['isCompactSummary'] === true || line['isApiErrorMessage'] === true
  return told && !skipped && isObject(line['message'])
}

function draftOf(line: JsonObject, compacted: boolean): Draft {
  const message = isObject(line['message']) ? line['message'] : {}
  const content = message['content']
  const role = stringAt(message, 'role') ?? stringAt(line, 'type') ?? 'user'
  return {
    role,
    id: role === 'assistant' ? stringAt(message, 'id') : undefined,
    content: isList(content) ? [...content] : [{ type: 'text', text: typeof content === 'string' ? content : '' }],
    at: timeOf(line['timestamp']),
    usage: message['usage'],
    compacted,
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
    const { billed } = anthropic.reply({ content: [], usage: draft.usage })
    return [
      { message, at: draft.at, billed: draft.role === 'assistant' ? billed : undefined, compacted: draft.compacted },
    ]
  })
}
