// Real Claude Code sessions as messages, joined over their compactions, with the places where those happened.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Block, Message } from '../../packages/daypack/src/model/message.ts'
import type { Json } from '../../packages/daypack/src/model/json.ts'

/** `at`: how many messages came before the compaction; `summary`: what the model wrote then. */
export type CompactionPoint = { at: number; summary: string }
/** `times`: when each message came, in milliseconds; 20 s after the last one where the transcript does not say. */
export type Session = { name: string; id: string; messages: Message[]; times: number[]; points: CompactionPoint[] }

export function sessionsIn(folder: string): Session[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl.gz'))
    .toSorted()
    .map((file) => readSession(path.join(folder, file)))
}

type Wire = { type: string; [key: string]: unknown }
type Row = {
  type?: string
  timestamp?: string
  isSidechain?: boolean
  isCompactSummary?: boolean
  message?: { id?: string; content?: string | Wire[] }
}

export function readSession(file: string): Session {
  const rows = gunzipSync(readFileSync(file)).toString('utf8').split('\n').map(parsed)
  const messages: { role: 'user' | 'assistant' | 'tool'; blocks: Block[]; id: string | undefined }[] = []
  const times: number[] = []
  const points: CompactionPoint[] = []
  const tools = new Map<string, string>()
  for (const row of rows) {
    if (!row?.message || row.isSidechain || (row.type !== 'user' && row.type !== 'assistant')) continue
    if (row.isCompactSummary) {
      points.push({ at: messages.length, summary: plain(row.message.content) })
      continue
    }
    const blocks = blocksOf(row.message.content, tools)
    if (blocks.length === 0) continue
    const results = blocks.some((block) => block.type === 'tool-result')
    const role = row.type === 'assistant' ? 'assistant' : results ? 'tool' : 'user'
    const last = messages.at(-1)
    const joins =
      role === 'assistant'
        ? last?.id !== undefined && last.id === row.message.id
        : role === 'tool' && last?.role === 'tool'
    if (joins) last?.blocks.push(...blocks)
    else {
      messages.push({ role, blocks, id: row.message.id })
      times.push(Math.max(times.at(-1) ?? 0, Date.parse(row.timestamp ?? '') || (times.at(-1) ?? 0) + 20_000))
    }
  }
  return {
    name: path.basename(file).slice(0, 8),
    id: path.basename(file, '.jsonl.gz'),
    messages: messages.map(({ role, blocks }) => ({ role, blocks })),
    times,
    points,
  }
}

function parsed(line: string): Row | undefined {
  try {
    return JSON.parse(line) as Row
  } catch {
    return undefined
  }
}

function plain(content: string | Wire[] | undefined): string {
  if (typeof content === 'string') return content
  return (content ?? []).map((part) => (part.type === 'text' ? String(part['text']) : '')).join('\n')
}

function blocksOf(content: string | Wire[] | undefined, tools: Map<string, string>): Block[] {
  if (typeof content === 'string') return content ? [{ type: 'text', text: content }] : []
  return (content ?? []).flatMap((part): Block[] => {
    if (part.type === 'text') return [{ type: 'text', text: String(part['text']) }]
    if (part.type === 'thinking') return [{ type: 'opaque', purpose: 'reasoning', wire: part as unknown as Json }]
    if (part.type === 'tool_use') {
      tools.set(String(part['id']), String(part['name']))
      return [
        { type: 'tool-call', callId: String(part['id']), tool: String(part['name']), input: part['input'] as Json },
      ]
    }
    if (part.type !== 'tool_result') return []
    const callId = String(part['tool_use_id'])
    const text = plain(part['content'] as string | Wire[] | undefined)
    return [
      {
        type: 'tool-result',
        callId,
        tool: tools.get(callId) ?? '',
        content: { text },
        isError: part['is_error'] === true,
      },
    ]
  })
}
