import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Message } from 'daypack'
import { anthropic } from 'daypack/codecs'
import { workspaceOf } from '../../config/pack-options.ts'
import type { Chat } from '../types.ts'
import { whole } from '../whole.ts'
import { leave } from './sessions.ts'

const NAME = 'debug_history.jsonl'
const MAX_LINES = 10_000

type Line = {
  readonly role: string
  readonly content: unknown
  readonly metadata?: { readonly has_compressed_summary?: string }
}

function fileOf({ config, cwd, env }: Chat): string {
  return env['QWENPAW_DEBUG_HISTORY_FILE'] || path.join(workspaceOf(config, cwd), NAME)
}

export async function dumpHistory(chat: Chat): Promise<void> {
  const { session, ui } = chat
  const lines: Line[] = []
  for (const item of session.view.items) {
    if (item.kind === 'fold')
      lines.push({
        role: 'user',
        content: [{ type: 'text', text: item.summary.text }],
        metadata: { has_compressed_summary: 'true' },
      })
    else lines.push(written(await whole(session, item.message)))
  }
  const file = fileOf(chat)
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  ui.line(`Wrote ${lines.length} messages to ${file}.`)
}

/** What cannot be said in plain blocks, such as signed reasoning, is left out: it would be bound to another conversation. */
function written({ role, blocks }: Message): Line {
  const content = blocks.flatMap((block): object[] => {
    switch (block.type) {
      case 'text':
        return [{ type: 'text', text: block.text }]
      case 'tool-call':
        return [{ type: 'tool_use', id: block.callId, name: block.tool, input: block.input }]
      case 'tool-result':
        return [
          {
            type: 'tool_result',
            tool_use_id: block.callId,
            content: 'text' in block.content ? block.content.text : '',
            ...(block.isError && { is_error: true }),
          },
        ]
      case 'media':
        return [{ type: 'text', text: `[${block.mediaType || 'media'}]` }]
      case 'opaque':
        return []
    }
  })
  return { role: role === 'assistant' ? 'assistant' : 'user', content }
}

/** `/load_history [file]`: every line is read before anything happens; what is open now goes to the archive first. */
export async function loadHistory(chat: Chat, words: string): Promise<void> {
  const { ui } = chat
  const file = words === '' ? fileOf(chat) : path.resolve(chat.cwd, words)
  let found: Loaded
  try {
    found = await read(file)
  } catch (error) {
    return ui.line(`Nothing was loaded or changed: ${(error as Error).message}`)
  }
  const { messages, summary } = found
  if (messages.length === 0 && summary === undefined) return ui.line(`${file} holds no messages. Nothing has changed.`)
  await leave(chat)
  if (summary !== undefined) await restoreSummary(chat, summary)
  for (const { role, blocks } of messages) await chat.session.append({ role, blocks })
  ui.line(`Loaded ${messages.length} messages${summary === undefined ? '' : ' and the summary'} from ${file}.`)
}

async function restoreSummary({ session, pack, now }: Chat, text: string): Promise<void> {
  const seq = await session.append({ role: 'user', blocks: [{ type: 'text', text }] })
  const { size } = session.view
  const fold = { op: 'fold' as const, from: seq, to: seq, summary: { text, by: 'loaded' }, ...size }
  const entry = {
    seq: seq + 1,
    at: now(),
    kind: 'edits' as const,
    by: 'load_history',
    why: 'loaded',
    edits: [fold],
    saved: 0,
  }
  await pack.driver.log?.append(session.id, [entry], { expect: seq })
  await session.reread()
}

type Loaded = { readonly messages: readonly Message[]; readonly summary?: string }

async function read(file: string): Promise<Loaded> {
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim())
  const messages: Line[] = []
  for (const [index, line] of lines.entries()) {
    if (line === '') continue
    if (messages.length >= MAX_LINES) throw new Error(`${file} has more than ${MAX_LINES} messages.`)
    messages.push(parsed(line, `${file}, line ${index + 1}`))
  }
  const [first, ...rest] = messages
  if (first?.metadata?.has_compressed_summary !== 'true') return { messages: anthropic.decode({ messages }).messages }
  return { summary: plainText(first.content), messages: anthropic.decode({ messages: rest }).messages }
}

function parsed(line: string, where: string): Line {
  let value: { role?: unknown; content?: unknown; metadata?: Line['metadata'] }
  try {
    value = JSON.parse(line) as typeof value
  } catch {
    throw new Error(`${where} is not JSON.`)
  }
  const { role, content, metadata } = value ?? {}
  if (
    (role !== 'user' && role !== 'assistant' && role !== 'system') ||
    (typeof content !== 'string' && !Array.isArray(content))
  )
    throw new Error(`${where} is no message: it needs a role (user or assistant) and content.`)
  return {
    role: role === 'system' ? 'user' : role,
    content: typeof content === 'string' ? content : content.map(fromAgentScope),
    ...(metadata && { metadata }),
  }
}

function plainText(content: unknown): string {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? '').join('\n') : ''
}

/** AgentScope writes results as `{ type: 'tool_result', id, name, output }`. */
function fromAgentScope(part: Record<string, unknown>): Record<string, unknown> {
  if (part['type'] !== 'tool_result' || part['output'] === undefined) return part
  return { type: 'tool_result', tool_use_id: part['id'], content: part['output'] }
}
