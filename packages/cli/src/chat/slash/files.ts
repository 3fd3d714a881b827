import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Message } from 'daypack'
import { anthropic } from 'daypack/codecs/anthropic'
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

/** `/dump_history`: what is shown, one message a line, the summary first and marked as one. */
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
  let messages: readonly Message[]
  try {
    messages = await read(file)
  } catch (error) {
    return ui.line(`Nothing was loaded and nothing has changed: ${(error as Error).message}`)
  }
  if (messages.length === 0) return ui.line(`${file} holds no messages. Nothing has changed.`)
  await leave(chat)
  for (const { role, blocks } of messages) await chat.session.append({ role, blocks })
  ui.line(`Loaded ${messages.length} messages from ${file}.`)
}

async function read(file: string): Promise<readonly Message[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim())
  const messages: Line[] = []
  for (const [index, line] of lines.entries()) {
    if (line === '') continue
    if (messages.length >= MAX_LINES) throw new Error(`${file} has more than ${MAX_LINES} messages.`)
    messages.push(parsed(line, `${file}, line ${index + 1}`))
  }
  return anthropic.decode({ messages }).messages
}

function parsed(line: string, where: string): Line {
  let value: { role?: unknown; content?: unknown }
  try {
    value = JSON.parse(line) as typeof value
  } catch {
    throw new Error(`${where} is not JSON.`)
  }
  const { role, content } = value ?? {}
  if ((role !== 'user' && role !== 'assistant') || (typeof content !== 'string' && !Array.isArray(content)))
    throw new Error(`${where} is no message: it needs a role (user or assistant) and content.`)
  return { role, content: typeof content === 'string' ? content : content.map(fromAgentScope) }
}

/** AgentScope writes results as `{ type: 'tool_result', id, name, output }`. */
function fromAgentScope(part: Record<string, unknown>): Record<string, unknown> {
  if (part['type'] !== 'tool_result' || part['output'] === undefined) return part
  return { type: 'tool_result', tool_use_id: part['id'], content: part['output'] }
}
